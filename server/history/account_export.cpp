#include "server/history/account_export.hpp"

#include <utility>

#include "server/history/practice_reader.hpp"

namespace cubilete::server {

namespace {

constexpr int matches_a_part = 100;
constexpr int most_chat_lines = 500;
constexpr std::int64_t most_admin_rows = 100;

/// The decrees about the player, and the reports by the player.
void add_moderation_data(const storage::Store& store, const std::string& player, protocol::OwnData& data) {
    using Kind = storage::AdminRow::Kind;
    using protocol::Json;
    for (const auto& row :
         store.admin_rows({.kind = Kind::decree, .about = player, .most = most_admin_rows})) {
        const Json json = Json::parse(row.text);
        protocol::OwnData::Decree decree{json.at("kind"), json.at("text"), row.at_ms, {}};
        if (const Json& until = json.at("until_ms"); !until.is_null()) decree.until_ms = until;
        data.decrees.push_back(std::move(decree));
    }
    for (const auto& row : store.admin_rows({.kind = Kind::report, .by = player, .most = most_admin_rows})) {
        const Json json = Json::parse(row.text);
        data.reports.push_back(
            {json.at("room"), row.people.at(0).player, json.at("about"), json.at("text"), row.at_ms});
    }
}

}  // namespace

protocol::OwnData account_export(const HistoryReader::Readers& readers, const std::string& player,
                                 const std::string& after) {
    protocol::OwnData data;
    if (after.empty()) {
        if (const auto row = readers.store.player(player))
            data.player = {row->id,   row->name,  row->bot,       row->since_ms,
                           row->lang, row->agent, row->on_boards, row->avatar};
        add_moderation_data(readers.store, player, data);
        for (const storage::CupPlay& play : readers.store.cup_plays({.player = player}))
            data.cup.push_back({play.day, play.match, play.points});
        for (const storage::PracticeRow& row : readers.store.practice(player))
            data.practice.push_back({row.position, row.times_right, practice_day_ms(row.due_day)});
        data.rooms = readers.history.own_rooms(player);
        data.chat.emplace();
        for (const storage::OwnChatLine& line : readers.history.own_chat(player, most_chat_lines))
            data.chat->push_back({line.room, line.text, line.at_ms});
    }
    for (const storage::OwnMatch& match : readers.history.own_matches(player, after, matches_a_part))
        data.matches.push_back({match.id, match.game, match.started_ms, match.ended_ms, match.seat,
                                match.name, match.place, match.score, match.won, match.decisions,
                                match.given_away});
    if (data.matches.size() == matches_a_part) data.next = data.matches.back().id;
    return data;
}

}  // namespace cubilete::server
