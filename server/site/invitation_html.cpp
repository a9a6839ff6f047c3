#include "server/site/invitation_html.hpp"

#include "protocol/match.hpp"
#include "server/core/spdlog.hpp"
#include "server/site/html.hpp"

namespace cubilete::server {

std::string invitation_line(const SiteTexts::Texts& texts, const Invitation& invitation) {
    if (invitation.locked) return text_of(texts, "locked");
    std::string line;
    const auto add = [&](const std::string& sentence) { line += (line.empty() ? "" : " ") + sentence; };
    if (!invitation.seated.empty()) add(text_of(texts, "seated", {{"names", join_names(invitation.seated)}}));
    const int free = invitation.free();
    if (free > 1)
        add(text_of(texts, "free_many", {{"count", std::to_string(free)}}));
    else
        add(text_of(texts, free == 1 ? "free_one" : invitation.may_watch ? "free_none" : "free_none_closed"));
    add(text_of(texts, protocol::name_of(invitation.phase)));
    if (invitation.turn_ms == 0)
        add(text_of(texts, "no_clock"));
    else
        add(text_of(texts, "clock", {{"count", std::to_string(invitation.turn_ms / 1'000)}}));
    return line;
}

std::string join_form(const SiteTexts::Texts& texts, const Invitation& invitation) {
    const auto field = [&](std::string_view id, std::string_view type, std::string_view attributes) {
        return fmt::format(
            "<div class=\"field\"><label for=\"{0}\">{1}</label><input id=\"{0}\" type=\"{2}\" required {3} "
            "/>",
            id, escape_html(text_of(texts, id)), type, attributes);
    };
    const auto button = [&](std::string_view as, std::string_view text, std::string_view attributes) {
        return fmt::format("<button {} value=\"{}\">{}</button>", attributes, as,
                           escape_html(text_of(texts, text)));
    };
    const bool may_sit = invitation.locked || invitation.free() > 0;
    const bool playing = !invitation.locked && invitation.phase == protocol::RoomPhase::playing;
    std::string form = "<form class=\"sheet\" id=\"invitation\">";
    form += field("name", "text", "autocomplete=\"nickname\" maxlength=\"20\" autofocus");
    form += fmt::format("<p class=\"hint\">{}</p></div>", escape_html(text_of(texts, "name_hint")));
    if (invitation.locked)
        form += field("password", "password", "autocomplete=\"off\" maxlength=\"64\"") + "</div>";
    form += "<div class=\"actions\">";
    if (may_sit) form += button("player", playing ? "next" : "sit", "class=\"primary\"");
    // whoever only watches needs no name
    if (invitation.locked || invitation.may_watch)
        form += button("spectator", "watch", may_sit ? "formnovalidate" : "class=\"primary\" formnovalidate");
    return form + "</div></form>";
}

}  // namespace cubilete::server
