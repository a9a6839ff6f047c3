#include "storage/postgres/history.hpp"

#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "storage/read_rows.hpp"

namespace cubilete::storage::postgres {

namespace {

/// The seats of these matches. A built-in bot may have no row in players; then the data of its seat are used.
std::unordered_map<std::string, std::vector<Person>> find_seats(Connection& connection,
                                                                const std::vector<std::string>& matches) {
    std::unordered_map<std::string, std::vector<Person>> seats;
    each_of(
        connection.query(
            "SELECT match_id, player, p.name, coalesce(bot, true), coalesce(gone, false), avatar FROM "
            "match_players"
            " p LEFT JOIN players ON players.id = player WHERE match_id = ANY ($1) ORDER BY match_id, seat",
            matches),
        [&](const std::string& match, PostgresColumns& row) { seats[match].push_back(read_person(row)); });
    return seats;
}

/// The rows of the list, newest first. `end` is that of `wanted.before`.
Rows select_matches(Connection& connection, const MatchQuery& criteria, std::int64_t end) {
    SqlParameters values;
    const auto parameter = [&](const auto& value) {
        values.add(value);
        return "$" + std::to_string(values.size());
    };
    std::string sql = "SELECT m.id, m.game, m.started_ms, m.ended_ms, m.result, m.public FROM ";
    std::string id = "m.id";
    std::string ended = "m.ended_ms";
    if (criteria.player) {
        // A player has only one seat in a match.
        sql += "scores s JOIN matches m ON m.id = s.match_id WHERE s.player = " + parameter(*criteria.player);
        if (criteria.game) sql += " AND s.game = " + parameter(*criteria.game);
        if (!criteria.include_private) sql += " AND s.public";
        id = "s.match_id";
        ended = "s.ended_ms";
    } else {
        sql += "matches m WHERE m.ended_ms IS NOT NULL";
        if (criteria.game) sql += " AND m.game = " + parameter(*criteria.game);
        if (!criteria.include_private) sql += " AND m.public";
    }
    if (criteria.before)
        sql += " AND (" + ended + ", " + id + ") < (" + parameter(end) + ", " + parameter(*criteria.before) +
               ")";
    sql += " ORDER BY " + ended + " DESC, " + id + " DESC LIMIT " + parameter(std::int64_t{criteria.most});
    return connection.query(sql, values);
}

const std::string sums =
    "count(*) AS matches, count(*) FILTER (WHERE people >= 2) AS contests,"
    " count(*) FILTER (WHERE won AND people >= 2) AS wins, count(*) FILTER (WHERE usual) AS comparable,"
    " coalesce(sum(score) FILTER (WHERE usual), 0)::bigint AS points, max(score) FILTER (WHERE usual) AS "
    "best";

std::string order_of(LeaderboardQuery::Ranking by) {
    switch (by) {
        case LeaderboardQuery::Ranking::wins: return "wins > 0 ORDER BY wins DESC, contests, t.player";
        case LeaderboardQuery::Ranking::best: return "best IS NOT NULL ORDER BY best DESC, t.player";
        case LeaderboardQuery::Ranking::average:
            return "comparable >= $3 ORDER BY points::numeric / comparable DESC, comparable DESC, t.player";
        case LeaderboardQuery::Ranking::care: break;  // care_board
    }
    throw std::logic_error("no such order");
}

std::vector<Totals> care_board(Connection& connection, const LeaderboardQuery& criteria) {
    return map_rows(
        connection.query(
            "SELECT t.* FROM (SELECT count(*) AS matches, sum(decisions)::bigint AS decisions,"
            " sum(given_away)::bigint AS given_away, player FROM scores JOIN care USING (match_id, seat)"
            " WHERE game = $1 AND ended_ms >= $2 AND (public OR NOT $5) AND usual AND unaided AND version = "
            "$6"
            " GROUP BY player) t JOIN players ON players.id = t.player"
            " WHERE NOT bot AND on_boards AND decisions >= $3"
            " ORDER BY given_away::numeric / decisions, decisions DESC, t.player LIMIT $4",
            criteria.game, criteria.since_ms, std::int64_t{criteria.least}, std::int64_t{criteria.most},
            criteria.public_only, criteria.version),
        read_care_totals);
}

}  // namespace

std::optional<std::vector<PlayedMatch>> PostgresHistory::matches(const MatchQuery& criteria) const {
    return reader_.snapshot([&](Connection& connection) -> std::optional<std::vector<PlayedMatch>> {
        std::optional<std::int64_t> end;
        if (criteria.before) {
            end = first_row(
                connection.query("SELECT ended_ms FROM matches WHERE id = $1 AND ended_ms IS NOT NULL",
                                 *criteria.before),
                read_number);
            if (!end) return std::nullopt;
        }
        std::vector<PlayedMatch> matches =
            map_rows(select_matches(connection, criteria, end.value_or(0)), read_played_match);
        std::vector<std::string> ids;
        for (const PlayedMatch& match : matches) ids.push_back(match.id);
        auto seats = find_seats(connection, ids);
        for (PlayedMatch& match : matches) match.seats = std::move(seats[match.id]);
        return matches;
    });
}

std::vector<Person> PostgresHistory::seats(const std::string& match) const {
    return reader_.snapshot([&](Connection& connection) { return find_seats(connection, {match})[match]; });
}

std::vector<Totals> PostgresHistory::totals(const std::string& player) const {
    return map_rows(reader_.query("SELECT " + sums +
                                      ", max(ended_ms), game FROM scores WHERE player = $1"
                                      " GROUP BY game ORDER BY matches DESC, game",
                                  player),
                    read_sums_and(&Totals::last_ms, &Totals::game));
}

std::vector<CareOfMonth> PostgresHistory::care(const std::string& player) const {
    return map_rows(
        reader_.query(
            "SELECT game, version, to_char(to_timestamp(ended_ms / 1000) AT TIME ZONE 'UTC', 'YYYY-MM')"
            " AS month, count(*), sum(decisions)::bigint, sum(given_away)::bigint"
            " FROM scores JOIN care USING (match_id, seat) WHERE player = $1"
            " GROUP BY game, version, month ORDER BY game, version, month",
            player),
        read_care);
}

std::vector<Totals> PostgresHistory::leaderboard(const LeaderboardQuery& criteria) const {
    // Of several matches with the best score the first one is named. $3 is used only by the average.
    const std::string ranked =
        criteria.by == LeaderboardQuery::Ranking::care
            ? ""
            : "SELECT t.*, (SELECT CASE WHEN s.public THEN s.match_id END FROM scores s WHERE s.game = $1"
              " AND s.ended_ms >= $2 AND (s.public OR NOT $5) AND s.player = t.player AND s.usual AND "
              "s.score = "
              "t.best"
              " ORDER BY s.ended_ms, s.match_id LIMIT 1) FROM (SELECT " +
                  sums +
                  ", player FROM scores WHERE game = $1 AND ended_ms >= $2 AND (public OR NOT $5) GROUP BY "
                  "player) t"
                  " JOIN players ON players.id = t.player WHERE NOT bot AND on_boards AND $3 >= 0 AND " +
                  order_of(criteria.by) + " LIMIT $4";
    return reader_.snapshot([&](Connection& connection) {
        // Parallel workers would each add up all scores, since only players are divided among them. A table of
        // sums for half a million players needs the memory; with the usual 4 MB it goes through files.
        connection.query(
            "SELECT set_config('max_parallel_workers_per_gather', '0', true), set_config('work_mem', '64MB',"
            " true)");
        if (criteria.by == LeaderboardQuery::Ranking::care) return care_board(connection, criteria);
        return map_rows(connection.query(ranked, criteria.game, criteria.since_ms, criteria.least,
                                         std::int64_t{criteria.most}, criteria.public_only),
                        read_sums_and(&Totals::player, &Totals::best_match));
    });
}

std::vector<Person> PostgresHistory::people(const std::vector<std::string>& ids) const {
    std::unordered_map<std::string, Person> found;
    each_of(reader_.query(
                "SELECT id, id, name, bot, gone, avatar, on_boards FROM players WHERE id = ANY ($1)", ids),
            [&](const std::string& id, PostgresColumns& row) { found[id] = read_person_of_boards(row); });
    std::vector<Person> people;
    for (const std::string& id : ids) {
        const auto person = found.find(id);
        people.push_back(person != found.end() ? person->second
                                               : Person{.id = {}, .name = deleted_player_name});
    }
    return people;
}

std::vector<OwnMatch> PostgresHistory::own_matches(const std::string& player, const std::string& after,
                                                   int most) const {
    return map_rows(
        reader_.query("SELECT m.id, m.game, m.started_ms, m.ended_ms, p.seat, p.name, s.place, s.score,"
                      " coalesce(s.won, false), c.decisions, c.given_away"
                      " FROM match_players p JOIN matches m ON m.id = p.match_id"
                      " LEFT JOIN scores s ON s.match_id = p.match_id AND s.seat = p.seat"
                      " LEFT JOIN care c ON c.match_id = p.match_id AND c.seat = p.seat"
                      " WHERE p.player = $1 AND p.match_id > $2 ORDER BY p.match_id LIMIT $3",
                      player, after, std::int64_t{most}),
        read_own_match);
}

std::vector<OwnChatLine> PostgresHistory::own_chat(const std::string& player, int most) const {
    return map_rows(
        reader_.query("SELECT room, text, at_ms FROM chat WHERE sender = $1 ORDER BY id DESC LIMIT $2",
                      player, std::int64_t{most}),
        read_own_chat_line);
}

std::vector<std::string> PostgresHistory::own_rooms(const std::string& player) const {
    return map_rows(reader_.query("SELECT room FROM seats WHERE player = $1 ORDER BY room", player),
                    read_text);
}

}  // namespace cubilete::storage::postgres
