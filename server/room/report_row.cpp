#include "server/room/report_row.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "protocol/json.hpp"
#include "server/core/tokens.hpp"

namespace cubilete::server {

using protocol::Json;
using storage::AdminRow;

namespace {

constexpr std::size_t lines_of_a_report = 20;
constexpr std::array subjects{"chat", "name", "play"};

std::string id_of(const std::string& match, const std::string& by, const std::string& about) {
    return "r_" + hex(hash_of(match + '\n' + by + '\n' + about)).substr(0, 32);
}

}  // namespace

storage::PutAdminRow report_row(const RoomState& room, const ReportPlace& place,
                                const protocol::PlayerInfo& reporter, const protocol::ReportPlayer& report,
                                const protocol::PlayerInfo& reported, std::int64_t now_ms) {
    std::map<std::string, std::string> others;  // names by id
    for (const RoomSeat& seat : room.seating.seats())
        if (!seat.is_free()) others[seat.player.id] = seat.player.name;
    Json chat = Json::array();
    const auto& lines = room.chat.lines();
    for (std::size_t at = lines.size() - std::min(lines.size(), lines_of_a_report); at < lines.size(); ++at) {
        chat.push_back(protocol::object(
            {{"from", lines[at].from}, {"text", lines[at].text}, {"at_ms", lines[at].at_ms}}));
        others[lines[at].from] = lines[at].name;
    }
    const Json text = protocol::object({{"about", subjects.at(static_cast<std::size_t>(report.about))},
                                        {"text", report.text},
                                        {"room", room.code},
                                        {"match", place.match},
                                        {"seq", place.seq},
                                        {"chat", std::move(chat)},
                                        {"done_by", ""}});
    const std::string match = place.match.empty() ? room.code + std::to_string(room.since_ms) : place.match;
    AdminRow row{.id = id_of(match, reporter.id, reported.id),
                 .kind = AdminRow::Kind::report,
                 .at_ms = now_ms,
                 .keep_until_ms = now_ms + reports_retention_ms,
                 .text = text.dump(),
                 .people = {{reported.id, reported.name}, {reporter.id, reporter.name}}};
    for (const auto& [id, name] : others)
        if (id != reported.id && id != reporter.id) row.people.push_back({id, name});
    return {.row = std::move(row), .unless_there = true};
}

protocol::AdminReportView report_of(const AdminRow& row) {
    const Json json = Json::parse(row.text);
    const auto person = [&](std::size_t place) {
        return protocol::PlayerInfo{row.people.at(place).player, row.people.at(place).name, false};
    };
    protocol::AdminReportView view{.no = row.no,
                                   .at_ms = row.at_ms,
                                   .player = person(0),
                                   .by = person(1),
                                   .about = json.at("about"),
                                   .text = json.at("text"),
                                   .room = json.at("room"),
                                   .match = {},
                                   .seq = json.at("seq"),
                                   .chat = {},
                                   .done_by = json.at("done_by")};
    if (const std::string match = json.at("match"); !match.empty()) view.match = match;
    for (const Json& line : json.at("chat")) {
        const std::string from = line.at("from");
        const auto named = std::ranges::find(row.people, from, &AdminRow::Named::player);
        view.chat.push_back(
            {from, named == row.people.end() ? "" : named->name, line.at("text"), line.at("at_ms")});
    }
    return view;
}

AdminRow mark_report_done(AdminRow row, const std::string& by, std::int64_t now_ms) {
    Json json = Json::parse(row.text);
    json["done_by"] = by;
    row.text = json.dump();
    row.keep_until_ms = std::min(row.keep_until_ms.value_or(now_ms + reports_retention_ms),
                                 now_ms + done_reports_retention_ms);
    return row;
}

}  // namespace cubilete::server
