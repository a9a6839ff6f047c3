#include "storage/postgres/look_ups.hpp"

#include <algorithm>
#include <utility>

#include "storage/postgres/queries.hpp"

namespace cubilete::storage::postgres {

MatchesById find_matches(Connection& connection, const std::vector<std::string>& ids) {
    MatchesById found;
    const Rows matches = connection.query(select_match + "WHERE m.id = ANY ($1)", ids);
    for (MatchRow& match : map_rows(matches, read_match_with_proof))
        found.emplace(match.id, std::move(match));
    each_of(connection.query("SELECT match_id, player, name FROM match_players WHERE match_id = ANY ($1)"
                             " ORDER BY match_id, seat",
                             ids),
            [&](const std::string& id, PostgresColumns& row) {
                MatchRow& match = found.at(id);
                match.players.push_back(row.text());
                match.names.push_back(row.text());
            });
    return found;
}

std::optional<MatchRow> find_match(Connection& connection, const std::string& id) {
    MatchesById found = find_matches(connection, {id});
    return found.empty() ? std::nullopt : std::optional(std::move(found.begin()->second));
}

Logs find_logs(Connection& connection, const std::vector<std::string>& ids) {
    Logs logs;
    const Rows entries = connection.query(select_entry + "WHERE id = ANY ($1) ORDER BY no, seq", ids);
    for (LogRow& entry : map_rows(entries, read_entry)) logs[entry.match].push_back(std::move(entry));
    return logs;
}

std::vector<LogRow> find_log(Connection& connection, const std::string& match) {
    return map_rows(connection.query(select_entry + "WHERE id = $1 ORDER BY seq", match), read_entry);
}

std::vector<Score> find_scores(Connection& connection, const std::string& match) {
    return map_rows(connection.query("SELECT seat, player, place, score, won FROM scores WHERE match_id = $1"
                                     " ORDER BY seat",
                                     match),
                    read_score);
}

std::unordered_map<std::string, OpenRoom::Dice> find_dice(Connection& connection,
                                                          const std::vector<std::string>& ids) {
    std::unordered_map<std::string, OpenRoom::Dice> found;
    each_of(connection.query("SELECT match_id, state, coalesce(ask, '') FROM match_dice"
                             " LEFT JOIN dice_asks USING (match_id) WHERE match_id = ANY ($1)",
                             ids),
            [&](const std::string& id, PostgresColumns& row) {
                OpenRoom::Dice& dice = found[id];
                read_columns(row, dice.state, dice.ask);
            });
    return found;
}

namespace {

void add_people(Connection& connection, const std::vector<std::string>& codes,
                std::unordered_map<std::string, OpenRoom*>& by_code) {
    each_of(
        connection.query(
            "SELECT room, " + seat_columns + " FROM seats WHERE room = ANY ($1) ORDER BY room, seat", codes),
        [&](const std::string& code, PostgresColumns& row) {
            by_code.at(code)->seats.push_back(read_seat(row));
        });
    each_of(
        connection.query("SELECT room, player FROM bans WHERE room = ANY ($1) ORDER BY room, player", codes),
        [&](const std::string& code, PostgresColumns& row) { by_code.at(code)->bans.push_back(row.text()); });
    each_of(connection.query(
                "SELECT room, " + chat_columns + " FROM chat WHERE room = ANY ($1) ORDER BY room, id", codes),
            [&](const std::string& code, PostgresColumns& row) {
                by_code.at(code)->chat.push_back(read_chat_line(row));
            });

    std::unordered_map<std::string, Player> people;
    const Rows players = connection.query(
        select_player + "WHERE id IN (SELECT player FROM seats WHERE room = ANY ($1))", codes);
    for (Player& player : map_rows(players, read_player)) people.emplace(player.id, std::move(player));
    for (auto& [code, room] : by_code) {
        std::vector<std::string> ids;
        for (const SeatRow& seat : room->seats) ids.push_back(seat.player);
        std::ranges::sort(ids);
        ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
        for (const std::string& id : ids)
            if (const auto player = people.find(id); player != people.end())
                room->people.push_back(player->second);
    }
}

void add_matches(Connection& connection, std::vector<OpenRoom>& open) {
    std::unordered_map<std::string, OpenRoom*> by_match;
    for (OpenRoom& room : open)
        if (room.room.match) by_match.emplace(*room.room.match, &room);
    std::vector<std::string> ids;
    for (const auto& [id, room] : by_match) ids.push_back(id);
    for (auto& [id, match] : find_matches(connection, ids)) by_match.at(id)->match = std::move(match);
    for (auto& [id, dice] : find_dice(connection, ids)) by_match.at(id)->dice = std::move(dice);
}

}  // namespace

std::vector<OpenRoom> load_room_details(Connection& connection, std::vector<Room> rooms) {
    std::vector<OpenRoom> open(rooms.size());
    std::unordered_map<std::string, OpenRoom*> by_code;
    std::vector<std::string> codes;
    for (std::size_t i = 0; i < rooms.size(); ++i) {
        codes.push_back(rooms[i].code);
        by_code.emplace(rooms[i].code, &open[i]);
        open[i].room = std::move(rooms[i]);
    }
    add_people(connection, codes, by_code);
    add_matches(connection, open);
    return open;
}

std::vector<AdminRow> find_admin_rows(Connection& connection, const AdminQuery& criteria) {
    std::vector<AdminRow> rows = map_rows(
        connection.query("SELECT id, no, change, at_ms, keep_until_ms, refused, text FROM desk"
                         " WHERE kind = $1 AND change > $2 AND no < $3 AND ($4::text IS NULL OR id IN"
                         " (SELECT desk_id FROM desk_people WHERE player = $4 AND place = 0)) AND"
                         " ($5::text IS NULL OR id IN"
                         " (SELECT desk_id FROM desk_people WHERE player = $5 AND place = 1))"
                         " ORDER BY no DESC LIMIT $6",
                         name_of(criteria.kind), criteria.changed_after, criteria.before, criteria.about,
                         criteria.by, criteria.most),
        read_admin_row);
    std::unordered_map<std::string, AdminRow*> by_id;
    std::vector<std::string> ids;
    for (AdminRow& row : rows) {
        row.kind = criteria.kind;
        ids.push_back(row.id);
        by_id.emplace(row.id, &row);
    }
    each_of(connection.query("SELECT desk_id, player, name FROM desk_people WHERE desk_id = ANY ($1)"
                             " ORDER BY desk_id, place",
                             ids),
            [&](const std::string& id, PostgresColumns& row) {
                AdminRow::Named& named = by_id.at(id)->people.emplace_back();
                read_columns(row, named.player, named.name);
            });
    return rows;
}

std::optional<CupChain> find_cup_chain(Connection& connection) {
    return first_row(connection.query("SELECT first_ms, last_seed FROM cup_chain"), read_cup_chain);
}

std::vector<CupPlay> find_cup_plays(Connection& connection, const CupQuery& criteria) {
    return map_rows(
        connection.query(
            "SELECT day, player, match_id, room, cup_plays.started_ms, ended_ms, points, given_away, text, "
            "bot"
            " FROM cup_plays JOIN players ON players.id = player AND NOT gone"
            " WHERE ($1::int IS NULL OR day = $1) AND ($2::text IS NULL OR player = $2)"
            " AND ($3::text IS NULL OR match_id = $3)"
            " ORDER BY day DESC, given_away NULLS LAST, ended_ms - cup_plays.started_ms, match_id LIMIT $4",
            criteria.day, criteria.player, criteria.match, criteria.most),
        read_cup_play);
}

std::vector<PracticeRow> find_practice(Connection& connection, const std::optional<std::string>& player) {
    return map_rows(
        connection.query("SELECT player, position, times_right, due_day FROM practice"
                         " JOIN players ON players.id = player AND NOT gone"
                         " WHERE $1::text IS NULL OR player = $1 ORDER BY due_day, player, position",
                         player),
        read_practice);
}

void load_match_logs(Connection& connection, std::vector<OpenRoom>& rooms) {
    std::vector<std::string> ids;
    for (const OpenRoom& room : rooms)
        if (room.match) ids.push_back(room.match->id);
    Logs logs = find_logs(connection, ids);
    for (OpenRoom& room : rooms)
        if (room.match) room.log = std::move(logs[room.match->id]);
}

}  // namespace cubilete::storage::postgres
