#include "storage/postgres/export.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "storage/postgres/look_ups.hpp"
#include "storage/postgres/queries.hpp"

namespace cubilete::storage::postgres {

namespace {

constexpr std::int64_t rows_of_a_page = 200;

std::vector<Player> page_of_players(Connection& connection, const std::string& after) {
    return map_rows(
        connection.query(select_player + "WHERE id > $1 ORDER BY id LIMIT $2", after, rows_of_a_page),
        read_player);
}

void export_players(Connection& connection, WriteBatcher& parts) {
    constexpr auto read_token =
        reader_of(&PutDeviceToken::player, &PutDeviceToken::token_hash, &PutDeviceToken::since_ms);
    for (auto page = page_of_players(connection, ""); !page.empty();
         page = page_of_players(connection, page.back().id)) {
        std::vector<std::string> ids;
        for (const Player& player : page) {
            ids.push_back(player.id);
            export_player(player, parts);
        }
        const Rows tokens = connection.query(
            "SELECT player, hash, since_ms FROM device_tokens WHERE player = ANY ($1) ORDER BY hash", ids);
        for (PutDeviceToken& token : map_rows(tokens, read_token)) parts.add(std::move(token));
        parts.flush_when_full();
    }
}

std::vector<Room> page_of_rooms(Connection& connection, const std::string& after) {
    return map_rows(
        connection.query(select_room + "WHERE code > $1 ORDER BY code LIMIT $2", after, rows_of_a_page),
        read_room);
}

void export_rooms(Connection& connection, WriteBatcher& parts) {
    for (auto page = page_of_rooms(connection, ""); !page.empty();
         page = page_of_rooms(connection, page.back().code))
        for (OpenRoom& open : load_room_details(connection, page)) export_room(std::move(open), parts);
}

void export_matches(Connection& connection, WriteBatcher& parts) {
    for (std::string after;;) {
        const std::vector<std::string> ids =
            map_rows(connection.query("SELECT id FROM matches WHERE id > $1 ORDER BY id LIMIT $2", after,
                                      rows_of_a_page),
                     read_text);
        if (ids.empty()) return;
        MatchesById matches = find_matches(connection, ids);
        auto dice = find_dice(connection, ids);
        for (const std::string& id : ids) {
            const bool usual =
                !connection.query("SELECT FROM scores WHERE match_id = $1 AND usual LIMIT 1", id).empty();
            export_match({.match = std::move(matches.at(id)),
                          .log = find_log(connection, id),
                          .scores = find_scores(connection, id)},
                         dice[id], usual, parts);
        }
        after = ids.back();
    }
}

}  // namespace

void export_all(Connection& connection, const WriteConsumer& consume) {
    WriteBatcher parts(consume);
    parts.add(SetDataId{first_row(connection.query("SELECT id FROM identity"), read_text).value()});
    export_players(connection, parts);
    export_rooms(connection, parts);
    for (std::size_t kind = 0; kind < admin_row_kinds.size(); ++kind)
        export_admin_rows(find_admin_rows(connection, {.kind = static_cast<AdminRow::Kind>(kind)}), parts);
    export_cup(find_cup_chain(connection), find_cup_plays(connection, {}), parts);
    export_practice(find_practice(connection, {}), parts);
    export_matches(connection, parts);
    parts.end();
}

}  // namespace cubilete::storage::postgres
