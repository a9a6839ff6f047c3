#pragma once

#include <array>
#include <string>
#include <string_view>

#include "protocol/admin.hpp"
#include "protocol/messages_wire.hpp"

/// The JSON of what an operator asks (protocol/described.hpp).
namespace cubilete::protocol {

/// Left out, the term is the one that its struct begins with.
struct AdminDurationText : AnyText {
    static AdminDuration omitted_value(const AdminDuration&) { return {}; }
    static bool read_json(Json& json, AdminDuration& term) {
        std::string text;
        const auto read = AnyText::read_json(json, text) ? parse_admin_duration(text) : std::nullopt;
        if (read) term = *read;
        return read.has_value();
    }
    static std::string expectation() { return "a time like 30m, 12h, 7d or forever"; }
};
/// A line that players or operators read, without characters that control the display.
struct AdminText : Text {
    static std::optional<std::string> text_error(std::string_view text) {
        if (is_valid_chat(text)) return std::nullopt;
        return "This text has characters that control the display.";
    }
};
constexpr AdminText admin_text{{1, 280}};
constexpr std::array<std::string_view, 4> decree_orders{"newest", "until", "refused", "name"};
constexpr std::array<std::string_view, 5> decree_kinds{"ban", "network", "mute", "say", "set"};

// ---- requests

void describe(auto& with, SameAs<AdminOpenRequest> auto& open) {
    with("t", "desk.open")("secret", open.secret, Text{1, 128});
}
void describe(auto& with, SameAs<AdminWhoRequest> auto&) { with("t", "desk.who"); }
void describe(auto& with, SameAs<AdminTablesRequest> auto&) { with("t", "desk.tables"); }
void describe(auto& with, SameAs<AdminTableRequest> auto& table) {
    with("t", "desk.table")("room", table.room, room_code);
}
void describe(auto& with, SameAs<AdminPlayerRequest> auto& player) {
    with("t", "desk.player")("player", player.player, player_id);
}
void describe(auto& with, SameAs<AdminMuteRequest> auto& mute) {
    with("t", "desk.mute")("player", mute.player, player_id)("for", mute.term, AdminDurationText());
    with("reason", mute.reason, admin_text);
}
void describe(auto& with, SameAs<AdminBanRequest> auto& ban) {
    with("t", "desk.ban")("player", ban.player, player_id);
    with("whole_network", ban.whole_network, OmittedIfEmpty{Flag()})("network", ban.network, Text{1, 64});
    with("for", ban.term, AdminDurationText())("reason", ban.reason, admin_text);
    with("newcomers", ban.newcomers, AdminDurationText());
    with("yes", ban.yes, OmittedIfEmpty{Flag()})("force", ban.force, OmittedIfEmpty{Flag()});
}
void describe(auto& with, SameAs<AdminBansRequest> auto& bans) {
    with("t", "desk.bans")("find", bans.find, Text{1, 100});
    with("order", bans.order, OmittedIfEmpty{EnumName{decree_orders}});
}
void describe(auto& with, SameAs<AdminUnbanRequest> auto& unban) {
    with("t", "desk.unban")("no", unban.no, from_one);
}
void describe(auto& with, SameAs<AdminChangeRequest> auto& change) {
    with("t", "desk.change")("no", change.no, from_one)("for", change.term, AdminDurationText());
    with("reason", change.reason, admin_text)("newcomers", change.newcomers, AdminDurationText());
}
void describe(auto& with, SameAs<AdminForgetRequest> auto& forget) {
    with("t", "desk.forget")("player", forget.player, player_id);
}
void describe(auto& with, SameAs<AdminLogRequest> auto& log) {
    with("t", "desk.log")("before", log.before, from_one);
}
void describe(auto& with, SameAs<AdminSayRequest> auto& say) {
    with("t", "desk.say")("text", say.text, admin_text)("for", say.term, AdminDurationText());
}
void describe(auto& with, SameAs<AdminCloseRequest> auto& close) {
    with("t", "desk.close")("room", close.room, room_code)("reason", close.reason, admin_text);
}
void describe(auto& with, SameAs<AdminSetRequest> auto& set) {
    with("t", "desk.set")("key", set.key, Text{1, 32})("value", set.value, AnyText());
}
void describe(auto& with, SameAs<AdminSettingsRequest> auto&) { with("t", "desk.settings"); }
void describe(auto& with, SameAs<AdminReportsRequest> auto& reports) {
    with("t", "desk.reports")("before", reports.before, from_one);
}
void describe(auto& with, SameAs<AdminReportRequest> auto& report) {
    with("t", "desk.report")("no", report.no, from_one);
}
void describe(auto& with, SameAs<AdminLinkRequest> auto& link) {
    with("t", "desk.link")("url", link.url, Text{1, 300});
}
void describe(auto& with, SameAs<AdminLinksRequest> auto& links) {
    with("t", "desk.links")("end", links.end, OmittedIfEmpty{Flag()});
}

// ---- replies

constexpr List<AnyText> texts{AnyText()};

void describe(auto& with, SameAs<AdminPerson> auto& one) {
    with("player", one.player, Object())("since_ms", one.since_ms, whole);
    with("new", one.is_new, Flag())("network", one.network, OrNull{AnyText()});
    with("tables", one.tables, texts);
}
void describe(auto& with, SameAs<AdminPeopleReply> auto& people) {
    with("people", people.people, List{PreserializedStruct<AdminPerson>()})("silent", people.silent, texts);
}
void describe(auto& with, SameAs<AdminTableSummary> auto& line) {
    with("room", line.room, room_id)("game", line.game, AnyText())("phase", line.phase, room_phase);
    with("players", line.players, texts)("seats", line.seats, whole)("spectators", line.spectators, whole);
    with("public", line.is_public, Flag())("locked", line.locked, Flag())("since_ms", line.since_ms, whole);
}
void describe(auto& with, SameAs<AdminTablesReply> auto& list) {
    with("tables", list.tables, List{PreserializedStruct<AdminTableSummary>()})("silent", list.silent, texts);
}
void describe(auto& with, SameAs<AdminChatLine> auto& line) {
    with("from", line.from, AnyText())("name", line.name, AnyText())("text", line.text, AnyText());
    with("at_ms", line.at_ms, whole);
}
void describe(auto& with, SameAs<AdminTableReply::Person> auto& one) {
    with("player", one.player, Object())("seat", one.seat, OrNull{seat_number});
    with("online", one.online, Flag());
}
void describe(auto& with, SameAs<AdminTableReply> auto& view) {
    describe(with, view.line);
    with("host", view.host, AnyText())("people", view.people, List{Object()});
    with("chat", view.chat, List{Object()});
}
void describe(auto& with, SameAs<AdminDecree> auto& decree) {
    with("no", decree.no, from_one)("kind", decree.kind, EnumName{decree_kinds});
    with("player", decree.player, OrNull{Object()})("networks", decree.networks, texts);
    with("key", decree.key, AnyText())("text", decree.text, AnyText())("at_ms", decree.at_ms, whole);
    with("until_ms", decree.until_ms, OrNull{whole}, "null: forever");
    with("newcomers_until_ms", decree.newcomers_until_ms, OrNull{whole}, "null: forever")("by", decree.by,
                                                                                          AnyText());
    with("refused", decree.refused, whole)("holds", decree.holds, Flag());
}
void describe(auto& with, SameAs<AdminDecreesReply> auto& decrees) {
    with("decrees", decrees.decrees, List{Object()})("total", decrees.total, whole);
}
void describe(auto& with, SameAs<AdminPlayerReply> auto& view) {
    with("player", view.player, Object())("made_ms", view.made_ms, whole);
    with("here_since_ms", view.here_since_ms, OrNull{whole})("networks", view.networks, texts);
    with("tables", view.tables, texts)("decrees", view.decrees, List{Object()})("silent", view.silent, texts);
}
void describe(auto& with, SameAs<AdminDecreeReply> auto& done) {
    with("no", done.no, from_one)("until_ms", done.until_ms, whole);
    with("newcomers_until_ms", done.newcomers_until_ms, OrNull{whole}, "null: forever");
    with("others", done.others, whole)("here", done.here, whole)("silent", done.silent,
                                                                 OmittedIfEmpty{texts});
}
void describe(auto& with, SameAs<AdminLogLine> auto& line) {
    with("no", line.no, from_one)("at_ms", line.at_ms, whole)("by", line.by, AnyText());
    with("what", line.what, AnyText())("player", line.player, OrNull{Object()})("text", line.text, AnyText());
}
void describe(auto& with, SameAs<AdminLogReply> auto& page) {
    with("lines", page.lines, List{Object()})("next", page.next, OrNull{from_one});
}
void describe(auto& with, SameAs<AdminSetting> auto& setting) {
    with("key", setting.key, AnyText())("value", setting.value, AnyText())("by", setting.by, AnyText());
}
void describe(auto& with, SameAs<AdminSettingsReply> auto& list) {
    with("settings", list.settings, List{Object()})("lines", list.lines, List{Object()});
}
void describe(auto& with, SameAs<AdminReportView> auto& report) {
    with("no", report.no, from_one)("at_ms", report.at_ms, whole)("player", report.player, Object());
    with("by", report.by, Object())("about", report.about, AnyText())("text", report.text, AnyText());
    with("room", report.room, room_id)("match", report.match, OrNull{AnyText()})("seq", report.seq, whole);
    with("chat", report.chat, List{Object()})("done_by", report.done_by, AnyText());
}
void describe(auto& with, SameAs<AdminReportsReply> auto& page) {
    with("reports", page.reports, List{Object()})("next", page.next, OrNull{from_one});
}
void describe(auto& with, SameAs<AdminLinkReply> auto& link) {
    with("no", link.no, from_one)("url", link.url, AnyText())("until_ms", link.until_ms, whole);
}
void describe(auto& with, SameAs<AdminLinksReply> auto& list) {
    with("open", list.open, List{from_one})("silent", list.silent, texts);
}
void describe(auto& with, SameAs<AdminSessionReply> auto& opened) {
    with("session", opened.session, AnyText())("link", opened.link, from_one);
    with("until_ms", opened.until_ms, whole);
}

}  // namespace cubilete::protocol
