#include "server/site/pages.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>

#include "engine/rules.hpp"
#include "protocol/match.hpp"
#include "server/core/secrets.hpp"
#include "server/core/spdlog.hpp"
#include "server/core/trim.hpp"

namespace cubilete::server {

using protocol::Json;
using protocol::object;

namespace {

constexpr std::string_view first_language = "en";
constexpr std::string_view words_before = "words/site.";
constexpr std::string_view words_after = ".js";
constexpr std::string_view json_after = "export default ";
constexpr int page_effort = 4;
constexpr std::size_t most_id_bytes = 64;
constexpr std::string_view ask_each_time = "no-cache";

bool is_id(std::string_view id) {
    return !id.empty() && id.size() <= most_id_bytes && std::ranges::all_of(id, [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' ||
               c == '-';
    });
}

std::string capitals(std::string_view text) {
    std::string result(text);
    for (char& c : result)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    return result;
}

/// Escapes text for HTML, also inside an attribute in double quotes.
std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : text) switch (c) {
            case '&': result += "&amp;"; break;
            case '<': result += "&lt;"; break;
            case '>': result += "&gt;"; break;
            case '"': result += "&quot;"; break;
            default: result += c;
        }
    return result;
}

/// Escapes JSON for a <script> that holds data, so that it cannot end the element.
std::string script_data(const Json& json) {
    std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
    for (std::size_t at = 0; (at = text.find('<', at)) != std::string::npos;) text.replace(at, 1, "\\u003c");
    return text;
}

/// Replaces each `{{name}}` of the template once; inserted text is not searched again. Unknown names stay.
std::string filled(std::string_view text, const std::vector<std::pair<std::string_view, std::string>>& values,
                   std::string_view open, std::string_view close) {
    std::string result;
    for (;;) {
        const std::size_t start = text.find(open);
        const std::size_t end =
            start == std::string_view::npos ? start : text.find(close, start + open.size());
        if (end == std::string_view::npos) return result += text;
        const std::string_view name = text.substr(start + open.size(), end - start - open.size());
        const auto value = std::ranges::find(values, name, &std::pair<std::string_view, std::string>::first);
        result += text.substr(0, start);
        result += value == values.end() ? text.substr(start, end + close.size() - start) : value->second;
        text.remove_prefix(end + close.size());
    }
}

std::string listed(const std::vector<std::string>& people) {
    std::string list;
    for (const std::string& name : people) list += (list.empty() ? "" : ", ") + name;
    return list;
}

std::string title_of(const std::string& game) {
    const Info* info = protocol::find_game(game);
    return info == nullptr ? game : info->title;
}

/// Returns the weight of an element of Accept-Language in thousandths: `es;q=0.8` gives 800.
int weight_of(std::string_view element) {
    const std::size_t semicolon = element.find(';');
    if (semicolon == std::string_view::npos) return 1'000;
    const std::string_view parameter = trim(element.substr(semicolon + 1));
    if (!parameter.starts_with("q=")) return 1'000;
    double weight = 0;
    const auto read = std::from_chars(parameter.data() + 2, parameter.data() + parameter.size(), weight);
    return read.ec == std::errc() ? static_cast<int>(std::clamp(weight, 0.0, 1.0) * 1'000) : 0;
}

}  // namespace

// ---- paths

PagePath page_path(std::string_view path) {
    using Kind = PagePath::Kind;
    if (path == "/") return {Kind::start, {}};
    if (path == "/top") return {Kind::boards, {}};
    const std::size_t slash = path.find('/', 1);
    if (slash == std::string_view::npos) return {};
    const std::string_view folder = path.substr(1, slash - 1);
    const std::string id(path.substr(slash + 1));
    if (folder == "r" && is_room_code(id)) return {Kind::room, id};
    if (folder == "m" && is_id(id)) return {Kind::match, id};
    if (folder == "p" && is_id(id)) return {Kind::player, id};
    if (protocol::find_game(id) == nullptr) return {};
    if (folder == "top") return {Kind::boards, id};
    if (folder == "rules") return {Kind::rules, id};
    if (folder == "new") return {Kind::new_table, id};
    return {};
}

std::optional<std::string> corrected_path(std::string_view path) {
    std::string better(path);
    while (better.size() > 1 && better.ends_with('/')) better.pop_back();
    if (better.starts_with("/r/")) better = "/r/" + capitals(std::string_view(better).substr(3));
    if (better == path || page_path(better).kind == PagePath::Kind::nowhere) return std::nullopt;
    return better;
}

// ---- contents of a page

struct Pages::View {
    std::string title;
    std::string about;
    std::string preview;   ///< description in link previews; empty: `about`
    std::string game;      ///< id of the game whose picture the preview shows; empty: the site's picture
    bool found = true;     ///< false: status 404
    bool index = true;     ///< search engines may list it
    std::string headline;  ///< shown before the script runs; empty: nothing
    std::string form;      ///< HTML below the headline
    Json facts;            ///< JSON for the script; null: none
};

Pages::Pages(const StaticFiles& files, std::string base) : files_(files), base_(std::move(base)) {
    for (const std::string_view path : files.paths()) {
        if (!path.starts_with(words_before) || !path.ends_with(words_after)) continue;
        const std::string_view bytes = files.at(path)->plain.bytes;
        const std::size_t start = bytes.find(json_after);
        const std::size_t end = bytes.rfind('}');
        const std::string_view language =
            path.substr(words_before.size(), path.size() - words_before.size() - words_after.size());
        try {
            if (start == std::string_view::npos || end == std::string_view::npos || end < start)
                throw std::runtime_error("no object after `export default`");
            const Json json =
                Json::parse(bytes.substr(start + json_after.size(), end + 1 - start - json_after.size()));
            for (const auto& [name, text] : json.items())
                texts_[std::string(language)].emplace(name, text.get<std::string>());
        } catch (const std::exception& wrong) {
            throw std::runtime_error(fmt::format("web client, {}: {}", path, wrong.what()));
        }
    }
    const auto first = texts_.find(first_language);
    if (first == texts_.end()) throw std::runtime_error("the web client has no words/site.en.js");
    for (const auto& [language, texts] : texts_)
        for (const auto& [name, text] : first->second)
            if (!texts.contains(name))
                throw std::runtime_error(
                    fmt::format("web client, words/site.{}.js: no \"{}\"", language, name));
}

/// The language with the highest weight for which there are texts; English without one.
std::string_view Pages::language_for(std::string_view accept_language) const {
    std::string_view best = first_language;
    int best_weight = 0;
    while (!accept_language.empty()) {
        const std::size_t comma = std::min(accept_language.find(','), accept_language.size());
        const std::string_view element = trim(accept_language.substr(0, comma));
        accept_language.remove_prefix(std::min(comma + 1, accept_language.size()));
        std::string language(element.substr(0, element.find_first_of("-; \t")));
        std::ranges::transform(language, language.begin(), [](char c) {
            return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        });
        const auto known = texts_.find(language);
        const int weight = weight_of(element);
        if (known == texts_.end() || weight <= best_weight) continue;
        best = known->first;
        best_weight = weight;
    }
    return best;
}

namespace {

using Values = std::vector<std::pair<std::string_view, std::string>>;

std::string said(const std::map<std::string, std::string, std::less<>>& texts, std::string_view name,
                 const Values& values = {}) {
    return filled(texts.find(name)->second, values, "{", "}");
}

/// One line: the seated players, the number of free seats, the phase and the clock.
std::string facts_line(const std::map<std::string, std::string, std::less<>>& texts,
                       const Invitation& invitation) {
    if (invitation.locked) return said(texts, "locked");
    std::string line;
    const auto add = [&](const std::string& sentence) { line += (line.empty() ? "" : " ") + sentence; };
    if (!invitation.seated.empty()) add(said(texts, "seated", {{"names", listed(invitation.seated)}}));
    const int free = invitation.free();
    if (free > 1)
        add(said(texts, "free_many", {{"count", std::to_string(free)}}));
    else
        add(said(texts, free == 1 ? "free_one" : invitation.may_watch ? "free_none" : "free_none_closed"));
    add(said(texts, protocol::name_of(invitation.phase)));
    if (invitation.turn_ms == 0)
        add(said(texts, "no_clock"));
    else
        add(said(texts, "clock", {{"count", std::to_string(invitation.turn_ms / 1'000)}}));
    return line;
}

std::string cover(std::string_view files, std::string_view game) {
    return fmt::format(
        "<img class=\"cover\" src=\"{}games/{}_cover.svg\" alt=\"\" width=\"96\" height=\"60\" />", files,
        game);
}

/// The form of an invitation, as the script draws it. door.js makes it work before the other files are
/// loaded.
std::string door(const std::map<std::string, std::string, std::less<>>& texts, const Invitation& invitation) {
    const auto field = [&](std::string_view id, std::string_view type, std::string_view attributes) {
        return fmt::format(
            "<div class=\"field\"><label for=\"{0}\">{1}</label><input id=\"{0}\" type=\"{2}\" required {3} "
            "/>",
            id, escaped(said(texts, id)), type, attributes);
    };
    const auto button = [&](std::string_view as, std::string_view text, bool primary) {
        return fmt::format("<button{} value=\"{}\">{}</button>", primary ? " class=\"primary\"" : "", as,
                           escaped(said(texts, text)));
    };
    const bool may_sit = invitation.locked || invitation.free() > 0;
    const bool playing = !invitation.locked && invitation.phase == protocol::RoomPush::Phase::playing;
    std::string form = "<form class=\"sheet\" id=\"door\">";
    form += field("name", "text", "autocomplete=\"nickname\" maxlength=\"20\" autofocus");
    form += fmt::format("<p class=\"hint\">{}</p></div>", escaped(said(texts, "name_hint")));
    if (invitation.locked)
        form += field("password", "password", "autocomplete=\"off\" maxlength=\"64\"") + "</div>";
    form += "<div class=\"deeds\">";
    if (may_sit) form += button("player", playing ? "next" : "sit", true);
    if (invitation.locked || invitation.may_watch) form += button("spectator", "watch", !may_sit);
    return form + "</div></form>";
}

}  // namespace

Pages::Page Pages::room(const std::string& code, const std::optional<Invitations::Found>& found,
                        const Reader& reader) const {
    const std::string_view language = language_for(reader.accept_language);
    const Texts& texts = texts_.find(language)->second;
    View view;
    view.index = false;
    if (found && std::holds_alternative<Invitations::Unknown>(*found)) {
        view.title = said(texts, "closed");
        view.about = said(texts, "closed_about", {{"code", code}});
        view.found = false;
        view.headline = view.title;
        view.facts = object({{"room", code}, {"closed", true}});
    } else if (found && std::holds_alternative<std::shared_ptr<const Invitation>>(*found)) {
        const Invitation& invitation = *std::get<std::shared_ptr<const Invitation>>(*found);
        const std::string game = title_of(invitation.game);
        view.title = invitation.host.empty()
                         ? said(texts, "invites_nobody", {{"game", game}})
                         : said(texts, "invites", {{"host", invitation.host}, {"game", game}});
        view.about = facts_line(texts, invitation) + ' ' + said(texts, "join");
        if (!invitation.is_public && !invitation.locked) view.preview = said(texts, "join");
        view.game = invitation.game;
        view.headline = view.title;
        if (invitation.locked || invitation.free() > 0 || invitation.may_watch)
            view.form = door(texts, invitation);
        view.facts = to_json(invitation);
    } else {
        view.title = said(texts, "invitation");
        view.about = said(texts, "join");
    }
    return written(view, language, reader);
}

Pages::Page Pages::look_back(const PagePath& path, const std::optional<Preview>& preview,
                             const Reader& reader) const {
    const std::string_view language = language_for(reader.accept_language);
    const Texts& texts = texts_.find(language)->second;
    const bool match = path.kind == PagePath::Kind::match;
    View view;
    view.index = false;
    view.found = preview.has_value();
    view.about = said(texts, match ? "match_about" : "player_about");
    if (!preview) {
        view.title = said(texts, match ? "match_missing" : "player_missing");
        view.about = said(texts, "missing_about");
    } else if (match) {
        view.title = preview->names.empty()
                         ? title_of(preview->game)
                         : said(texts, "match",
                                {{"game", title_of(preview->game)}, {"names", listed(preview->names)}});
        view.game = preview->game;
    } else {
        view.title = said(texts, "player", {{"name", listed(preview->names)}});
    }
    return written(view, language, reader);
}

Pages::Page Pages::other(const PagePath& path, const Reader& reader) const {
    using Kind = PagePath::Kind;
    const std::string_view language = language_for(reader.accept_language);
    const Texts& texts = texts_.find(language)->second;
    const Values game{{"game", title_of(path.id)}};
    View view;
    view.game = path.id;
    switch (path.kind) {
        case Kind::start:
            view.title = said(texts, "start");
            view.about = said(texts, "about");
            break;
        case Kind::boards:
            view.title = path.id.empty() ? said(texts, "top") : said(texts, "top_of", game);
            view.about = said(texts, "top_about");
            break;
        case Kind::rules:
            view.title = said(texts, "rules", game);
            view.about = said(texts, "rules_about");
            break;
        case Kind::new_table:
            view.title = said(texts, "new", game);
            view.about = said(texts, "about");
            break;
        case Kind::room:
        case Kind::match:
        case Kind::player:
        case Kind::nowhere:
            view.title = said(texts, "missing");
            view.about = said(texts, "missing_about");
            view.game.clear();
            view.found = view.index = false;
            view.headline = view.title;
            view.facts = object({{"missing", true}});
            break;
    }
    return written(view, language, reader);
}

Pages::Page Pages::refusal(unsigned status, const Reader& reader) const {
    const std::string_view language = language_for(reader.accept_language);
    const Texts& texts = texts_.find(language)->second;
    const std::string why = status == 421 ? "refused_host" : status == 403 ? "refused_page" : "refused_pace";
    const std::string title = escaped(said(texts, why));
    std::string body = fmt::format("<main><h1>{}</h1><p>{}</p>", title, escaped(said(texts, why + "_about")));
    // A link with an empty address leads to the page itself.
    if (status == 429) body += fmt::format("<p><a href=\"\">{}</a></p>", escaped(said(texts, "again")));
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

Pages::Page Pages::written(const View& view, std::string_view language, const Reader& reader) const {
    std::string picture = "previews/" + view.game + ".png";
    if (view.game.empty() || files_.at(picture) == nullptr) picture = "previews/cubilete.png";
    const std::string picture_url =
        fmt::format("{}{}v/{}/{}", reader.origin, base_, files_.version(), picture);
    const auto property = [](std::string_view name, std::string_view content) {
        return fmt::format("    <meta property=\"{}\" content=\"{}\" />\n", name, escaped(content));
    };
    const auto named = [](std::string_view name, std::string_view content) {
        return fmt::format("    <meta name=\"{}\" content=\"{}\" />\n", name, escaped(content));
    };
    std::string head = fmt::format("<title>{}</title>\n", escaped(view.title));
    const std::string_view preview = view.preview.empty() ? view.about : view.preview;
    head += named("description", preview);
    if (!view.index) head += named("robots", "noindex");
    head += property("og:type", "website") + property("og:site_name", "Cubilete") +
            property("og:title", view.title) + property("og:description", preview) +
            property("og:image", picture_url) + property("og:image:width", "1200") +
            property("og:image:height", "630") + named("twitter:card", "summary_large_image");
    const std::string files = "v/" + files_.version() + "/";
    std::string early;
    if (!view.form.empty())
        early = fmt::format(
            "<link rel=\"stylesheet\" href=\"{0}start.css\" />\n    <script type=\"module\" "
            "src=\"{0}door.js\"></script>",
            files);
    std::string first;
    if (!view.headline.empty())
        first = fmt::format(
            "<main class=\"start\"><section "
            "class=\"hero\">{}<div><h1>{}</h1><p>{}</p></div></section>{}</main>",
            view.form.empty() ? "" : cover(files, view.game), escaped(view.headline), escaped(view.about),
            view.form);
    else
        first = "<p class=\"splash\">Cubilete</p>";
    const std::string facts = view.facts.is_null() ? ""
                                                   : "<script type=\"application/json\" id=\"facts\">" +
                                                         script_data(view.facts) + "</script>";
    Page page;
    page.status = view.found ? 200 : 404;
    page.file = file_of(filled(files_.page_template(),
                               {{"lang", std::string(language)},
                                {"head", head},
                                {"early", early},
                                {"first", first},
                                {"facts", facts}},
                               "{{", "}}"),
                        "text/html; charset=utf-8", ask_each_time, page_effort);
    page.file.by_language = true;
    return page;
}

}  // namespace cubilete::server
