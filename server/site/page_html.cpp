#include "server/site/page_html.hpp"

#include "engine/rules.hpp"
#include "protocol/match.hpp"
#include "server/core/spdlog.hpp"
#include "server/site/html.hpp"
#include "server/site/invitation_html.hpp"

namespace cubilete::server {

using protocol::Json;
using protocol::object;

namespace {

constexpr int page_compression = 4;
constexpr std::string_view no_cache = "no-cache";

std::string title_of(const std::string& game) {
    const GameInfo* info = protocol::find_game(game);
    return info == nullptr ? game : info->title;
}

std::string cover_url(std::string_view files, std::string_view game) {
    return fmt::format(
        "<img class=\"cover\" src=\"{}games/{}/cover.svg\" alt=\"\" width=\"96\" height=\"60\" />", files,
        game);
}

}  // namespace

// ---- contents of a page

struct Pages::View {
    std::string title;
    std::string about;
    std::string preview;  ///< description in link previews; empty: `about`
    std::string game;     ///< id of the game whose picture the preview shows; empty: the site's picture
    bool found = true;    ///< false: status 404
    bool index = true;    ///< search engines may list it
    std::string heading;  ///< shown before the script runs; empty: nothing
    std::string form;     ///< HTML below the heading
    Json facts;           ///< JSON for the script; null: none
};

Pages::Pages(const StaticFiles& files, std::string base)
    : files_(files), base_(std::move(base)), texts_(files) {}

Pages::Page Pages::room(const std::string& code, const std::optional<Invitations::LookupResult>& found,
                        const Reader& reader) const {
    const std::string_view language = texts_.language_for(reader.accept_language);
    const SiteTexts::Texts& texts = texts_.in(language);
    View view;
    view.index = false;
    if (found && std::holds_alternative<Invitations::UnknownRoom>(*found)) {
        view.title = text_of(texts, "closed");
        view.about = text_of(texts, "closed_about", {{"code", code}});
        view.found = false;
        view.heading = view.title;
        view.facts = object({{"room", code}, {"closed", true}});
    } else if (found && std::holds_alternative<std::shared_ptr<const Invitation>>(*found)) {
        const Invitation& invitation = *std::get<std::shared_ptr<const Invitation>>(*found);
        const std::string game = title_of(invitation.game);
        view.title = invitation.host.empty()
                         ? text_of(texts, "invites_nobody", {{"game", game}})
                         : text_of(texts, "invites", {{"host", invitation.host}, {"game", game}});
        view.about = invitation_line(texts, invitation) + ' ' + text_of(texts, "join");
        if (!invitation.is_public && !invitation.locked) view.preview = text_of(texts, "join");
        view.game = invitation.game;
        view.heading = view.title;
        if (invitation.locked || invitation.free() > 0 || invitation.may_watch)
            view.form = join_form(texts, invitation);
        view.facts = to_json(invitation);
    } else {
        view.title = text_of(texts, "invitation");
        view.about = text_of(texts, "join");
    }
    return render(view, language, reader);
}

Pages::Page Pages::preview_page(const PagePath& path, const std::optional<Preview>& preview,
                                const Reader& reader) const {
    const std::string_view language = texts_.language_for(reader.accept_language);
    const SiteTexts::Texts& texts = texts_.in(language);
    const bool match = path.kind == PagePath::Kind::match;
    View view;
    view.index = false;
    view.found = preview.has_value();
    view.about = text_of(texts, match ? "match_about" : "player_about");
    if (!preview) {
        view.title = text_of(texts, match ? "match_missing" : "player_missing");
        view.about = text_of(texts, "missing_about");
    } else if (match) {
        view.title =
            preview->names.empty()
                ? title_of(preview->game)
                : text_of(texts, "match",
                          {{"game", title_of(preview->game)}, {"names", join_names(preview->names)}});
        view.game = preview->game;
    } else {
        view.title = text_of(texts, "player", {{"name", join_names(preview->names)}});
    }
    return render(view, language, reader);
}

Pages::Page Pages::static_page(const PagePath& path, const Reader& reader) const {
    using Kind = PagePath::Kind;
    const std::string_view language = texts_.language_for(reader.accept_language);
    const SiteTexts::Texts& texts = texts_.in(language);
    const TemplateValues game{{"game", title_of(path.id)}};
    View view;
    view.game = path.id;
    const auto say = [&](std::string_view title, std::string_view about) {
        view.title = text_of(texts, title, game);
        view.about = text_of(texts, about);
    };
    switch (path.kind) {
        case Kind::start: say("start", "about"); break;
        case Kind::boards: say(path.id.empty() ? "top" : "top_of", "top_about"); break;
        case Kind::rules: say("rules", "rules_about"); break;
        case Kind::fairness: say("fair", "fair_about"); break;
        case Kind::cup: say("cup", "cup_about"); break;
        case Kind::practice: say("practice", "practice_about"); break;
        case Kind::new_table: say("new", "about"); break;
        case Kind::room:
        case Kind::match:
        case Kind::player:
        case Kind::nowhere:
            say("missing", "missing_about");
            view.game.clear();
            view.found = view.index = false;
            view.heading = view.title;
            view.facts = object({{"missing", true}});
            break;
    }
    return render(view, language, reader);
}

Pages::Page Pages::refusal(unsigned status, const Reader& reader) const {
    const std::string_view language = texts_.language_for(reader.accept_language);
    const SiteTexts::Texts& texts = texts_.in(language);
    const std::string why = status == 421 ? "refused_host" : "refused_pace";
    const std::string title = escape_html(text_of(texts, why));
    std::string body =
        fmt::format("<main><h1>{}</h1><p>{}</p>", title, escape_html(text_of(texts, why + "_about")));
    // A link with an empty address leads to the page itself.
    if (status == 429)
        body += fmt::format("<p><a href=\"\">{}</a></p>", escape_html(text_of(texts, "again")));
    Page page;
    page.status = status;
    page.file.content_type = "text/html; charset=utf-8";
    // Not compressed: a client past its limit must not cost processor time.
    page.file.plain.bytes = fmt::format(
        "<!doctype html><html lang=\"{}\"><head><meta charset=\"utf-8\"><title>{} · Cubilete</title>"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
        "<meta name=\"color-scheme\" content=\"light dark\"></head><body>{}</main></body></html>\n",
        language, title, body);
    return page;
}

Pages::Page Pages::render(const View& view, std::string_view language, const Reader& reader) const {
    std::string picture = "games/" + view.game + "/preview.png";
    if (view.game.empty() || files_.at(picture) == nullptr) picture = "preview.png";
    const std::string picture_url =
        fmt::format("{}{}v/{}/{}", reader.origin, base_, files_.version(), picture);
    const auto property = [](std::string_view name, std::string_view content) {
        return fmt::format("    <meta property=\"{}\" content=\"{}\" />\n", name, escape_html(content));
    };
    const auto named = [](std::string_view name, std::string_view content) {
        return fmt::format("    <meta name=\"{}\" content=\"{}\" />\n", name, escape_html(content));
    };
    std::string head = fmt::format("<title>{}</title>\n", escape_html(view.title));
    const std::string_view preview = view.preview.empty() ? view.about : view.preview;
    head += named("description", preview);
    if (!view.index) head += named("robots", "noindex");
    head += property("og:type", "website") + property("og:site_name", "Cubilete") +
            property("og:title", view.title) + property("og:description", preview) +
            property("og:image", picture_url) + property("og:image:width", "1200") +
            property("og:image:height", "630") + named("twitter:card", "summary_large_image");
    const std::string files = "v/" + files_.version() + "/";
    std::string first;
    if (!view.heading.empty())
        first = fmt::format(
            "<main class=\"start\"><section "
            "class=\"hero\">{}<div><h1>{}</h1><p>{}</p></div></section>{}</main>",
            view.form.empty() ? "" : cover_url(files, view.game), escape_html(view.heading),
            escape_html(view.about), view.form);
    else
        first = "<main class=\"splash\"><p>Cubilete</p></main>";
    const std::string facts = view.facts.is_null() ? ""
                                                   : "<script type=\"application/json\" id=\"facts\">" +
                                                         escape_script_json(view.facts) + "</script>";
    Page page;
    page.status = view.found ? 200 : 404;
    page.file = make_static_file(
        fill_template(files_.page_template(),
                      {{"lang", std::string(language)}, {"head", head}, {"first", first}, {"facts", facts}},
                      "{{", "}}"),
        "text/html; charset=utf-8", no_cache, page_compression);
    page.file.varies_by_language = true;
    return page;
}

}  // namespace cubilete::server
