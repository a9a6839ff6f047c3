#include "storage/postgres/store.hpp"

#include <algorithm>
#include <utility>

#include "storage/postgres/look_ups.hpp"
#include "storage/postgres/queries.hpp"

namespace cubilete::storage::postgres {

std::string PostgresStore::data_id() const {
    return first_row(reader_.query("SELECT id FROM identity"), read_text).value();
}

std::optional<Player> PostgresStore::player_by_token(const std::string& token_hash) const {
    return first_row(
        reader_.query(select_player + "WHERE token_hash = $1 UNION ALL " + select_player +
                          "WHERE id = (SELECT player FROM device_tokens WHERE hash = $1) LIMIT 1",
                      Bytes{token_hash}),
        read_player);
}

std::optional<Player> PostgresStore::player(const std::string& id) const {
    return first_row(reader_.query(select_player + "WHERE id = $1", id), read_player);
}

void PostgresStore::open_rooms(const std::function<void(OpenRoom)>& visit) const {
    std::vector<OpenRoom> rooms = reader_.snapshot([](Connection& connection) {
        return load_room_details(
            connection, map_rows(connection.query(select_room + "ORDER BY since_ms, code"), read_room));
    });
    for (OpenRoom& room : rooms) visit(std::move(room));
}

std::vector<OpenRoom> PostgresStore::open_rooms(const std::vector<std::string>& codes) const {
    return reader_.snapshot([&](Connection& connection) {
        std::vector<OpenRoom> rooms = load_room_details(
            connection, map_rows(connection.query(select_room + "WHERE code = ANY ($1)", codes), read_room));
        load_match_logs(connection, rooms);
        return rooms;
    });
}

std::optional<MatchRow> PostgresStore::match(const std::string& id) const {
    return reader_.snapshot([&](Connection& connection) { return find_match(connection, id); });
}

std::vector<LogRow> PostgresStore::finished_log(const std::string& match, std::int64_t most) const {
    return map_rows(
        reader_.query(select_entry + "WHERE id = $1 AND ended_ms IS NOT NULL ORDER BY seq LIMIT $2", match,
                      most),
        read_entry);
}

std::optional<Record> PostgresStore::record(const std::string& match) const {
    return reader_.snapshot([&](Connection& connection) -> std::optional<Record> {
        std::optional<MatchRow> found = find_match(connection, match);
        if (!found) return std::nullopt;
        return Record{.match = *std::move(found),
                      .log = find_log(connection, match),
                      .scores = find_scores(connection, match)};
    });
}

std::optional<LogRow> PostgresStore::finished_entry(const MatchRow& match, const std::string& player,
                                                    const std::string& message_id) const {
    const auto seat = std::ranges::find(match.players, player);
    if (seat == match.players.end()) return std::nullopt;
    return first_row(
        reader_.query(select_entry + "WHERE id = $1 AND ended_ms IS NOT NULL AND message_id = $2"
                                     " AND made_by::jsonb -> 'seat' = to_jsonb($3::int) ORDER BY seq LIMIT 1",
                      match.id, message_id, static_cast<int>(seat - match.players.begin())),
        read_entry);
}

Matches PostgresStore::matches() const {
    return reader_.snapshot([](Connection& connection) {
        Matches all;
        all.finished = map_rows(
            connection.query("SELECT id FROM matches WHERE ended_ms IS NOT NULL ORDER BY ended_ms, id"),
            read_text);
        const std::vector<std::string> running = map_rows(
            connection.query("SELECT id FROM matches WHERE ended_ms IS NULL ORDER BY id"), read_text);
        MatchesById found = find_matches(connection, running);
        Logs logs = find_logs(connection, running);
        for (const std::string& id : running)
            all.running.push_back({.match = std::move(found.at(id)),
                                   .log = std::move(logs[id]),
                                   .scores = find_scores(connection, id)});
        return all;
    });
}

std::vector<std::string> PostgresStore::match_ids() const {
    return map_rows(reader_.query("SELECT id FROM matches ORDER BY started_ms, id"), read_text);
}

std::optional<Analysis> PostgresStore::analysis(const std::string& match) const {
    return first_row(reader_.query("SELECT version, text FROM analyses WHERE match_id = $1", match),
                     read_analysis);
}

std::vector<std::string> PostgresStore::find_outdated_care(const OldCareQuery& criteria) const {
    return map_rows(
        reader_.query("SELECT DISTINCT match_id FROM care JOIN matches ON id = match_id"
                      " WHERE match_id > $1 AND starts_with(care.version, $2) AND care.version <> $3"
                      " AND NOT log_dropped ORDER BY match_id LIMIT $4",
                      criteria.after, criteria.rules, criteria.version, criteria.most),
        read_text);
}

std::optional<CupChain> PostgresStore::cup_chain() const {
    return reader_.snapshot([](Connection& connection) { return find_cup_chain(connection); });
}

std::vector<CupPlay> PostgresStore::cup_plays(const CupQuery& criteria) const {
    return reader_.snapshot([&](Connection& connection) { return find_cup_plays(connection, criteria); });
}

std::vector<PracticeRow> PostgresStore::practice(const std::optional<std::string>& player) const {
    return reader_.snapshot([&](Connection& connection) { return find_practice(connection, player); });
}

std::vector<AdminRow> PostgresStore::admin_rows(const AdminQuery& criteria) const {
    return reader_.snapshot([&](Connection& connection) { return find_admin_rows(connection, criteria); });
}

}  // namespace cubilete::storage::postgres
