#include "storage/sqlite/history.hpp"

#include <SQLiteCpp/Database.h>

#include "storage/read_rows.hpp"
#include "storage/sqlite/inspection.hpp"
#include "storage/sqlite/reader.hpp"
#include "storage/sqlite/statement.hpp"

namespace cubilete::storage::sqlite {

namespace {

using SQLite::Statement;

// A built-in bot may have no row in players; then the data of its seat are used.
const std::string select_seats =
    "SELECT player, coalesce(match_players.name, ''), coalesce(bot, 1), coalesce(gone, 0), avatar"
    " FROM match_players LEFT JOIN players ON players.id = player WHERE match_id = ? ORDER BY seat";

/// The query of the list. ?1 is the player, ?2 the game; ?3 and ?4 are the end and the id of `before`.
std::string select_matches(const MatchQuery& criteria) {
    std::string sql = "SELECT m.id, m.game, m.started_ms, m.ended_ms, m.result, m.public FROM ";
    std::string id = "m.id";
    std::string end = "m.ended_ms";
    if (criteria.player) {
        // A player has only one seat in a match.
        sql += "scores s JOIN matches m ON m.id = s.match_id WHERE s.player = ?1";
        if (criteria.game) sql += " AND s.game = ?2";
        if (!criteria.include_private) sql += " AND s.public = 1";
        id = "s.match_id";
        end = "s.ended_ms";
    } else {
        sql += "matches m WHERE m.ended_ms IS NOT NULL";
        if (criteria.game) sql += " AND m.game = ?2";
        if (!criteria.include_private) sql += " AND m.public = 1";
    }
    if (criteria.before) sql += " AND (" + end + ", " + id + ") < (?3, ?4)";
    return sql + " ORDER BY " + end + " DESC, " + id + " DESC LIMIT ?5";
}

const std::string sums =
    "count(*) AS matches, sum(people >= 2) AS contests, sum(won AND people >= 2) AS wins,"
    " sum(usual) AS comparable, sum(iif(usual, score, 0)) AS points, max(iif(usual, score, NULL)) AS best";

std::string order_of(LeaderboardQuery::Ranking by) {
    switch (by) {
        case LeaderboardQuery::Ranking::wins: return "wins > 0 ORDER BY wins DESC, contests, t.player";
        case LeaderboardQuery::Ranking::best: return "best IS NOT NULL ORDER BY best DESC, t.player";
        case LeaderboardQuery::Ranking::average:
            return "comparable >= ?3 ORDER BY 1.0 * points / comparable DESC, comparable DESC, t.player";
        case LeaderboardQuery::Ranking::care: break;  // care_board
    }
    throw std::logic_error("no such order");
}

std::vector<Totals> care_board(Reader& reader, const LeaderboardQuery& criteria) {
    return reader.all(
        "SELECT t.* FROM (SELECT count(*) AS matches, sum(decisions) AS decisions,"
        " sum(given_away) AS given_away, player FROM scores JOIN care USING (match_id, seat)"
        " WHERE game = ?1 AND ended_ms >= ?2 AND public >= ?5"
        " AND usual = 1 AND unaided = 1 AND version = ?6 GROUP BY player) t"
        " JOIN players ON players.id = t.player WHERE bot = 0 AND on_boards = 1 AND decisions >= ?3"
        " ORDER BY 1.0 * given_away / decisions, decisions DESC, t.player LIMIT ?4",
        read_care_totals, criteria.game, criteria.since_ms, criteria.least, criteria.most,
        static_cast<int>(criteria.public_only), criteria.version);
}

}  // namespace

SqliteHistory::SqliteHistory(const std::filesystem::path& place)
    : reader_(std::make_unique<Reader>(data_file(place))) {}

SqliteHistory::~SqliteHistory() = default;

std::optional<std::vector<PlayedMatch>> SqliteHistory::matches(const MatchQuery& criteria) const {
    return reader_->snapshot([&](SQLite::Database& database) -> std::optional<std::vector<PlayedMatch>> {
        std::optional<std::int64_t> end;
        if (criteria.before) {
            Statement query(database, "SELECT ended_ms FROM matches WHERE id = ? AND ended_ms IS NOT NULL");
            end = read_first(query, read_number, *criteria.before);
            if (!end) return std::nullopt;
        }
        Statement query(database, select_matches(criteria));
        bind_value(query, 1, criteria.player);
        bind_value(query, 2, criteria.game);
        bind_value(query, 3, end);
        bind_value(query, 4, criteria.before);
        bind_value(query, 5, criteria.most);
        std::vector<PlayedMatch> matches;
        while (query.executeStep()) matches.push_back(read_played_match(SqliteColumns(query)));
        Statement seats(database, select_seats);
        for (PlayedMatch& match : matches) match.seats = read_all(seats, read_person, match.id);
        return matches;
    });
}

std::vector<Person> SqliteHistory::seats(const std::string& match) const {
    return reader_->all(select_seats, read_person, match);
}

std::vector<Totals> SqliteHistory::totals(const std::string& player) const {
    return reader_->all("SELECT " + sums +
                            ", max(ended_ms), game FROM scores WHERE player = ?"
                            " GROUP BY game ORDER BY matches DESC, game",
                        read_sums_and(&Totals::last_ms, &Totals::game), player);
}

std::vector<CareOfMonth> SqliteHistory::care(const std::string& player) const {
    return reader_->all(
        "SELECT game, version, strftime('%Y-%m', ended_ms / 1000, 'unixepoch') AS month, count(*),"
        " sum(decisions), sum(given_away) FROM scores JOIN care USING (match_id, seat)"
        " WHERE player = ? GROUP BY game, version, month ORDER BY game, version, month",
        read_care, player);
}

// In SQLite a bare column beside max() comes from the row with the maximum. So best_match is the match of the
// best score.
std::vector<Totals> SqliteHistory::leaderboard(const LeaderboardQuery& criteria) const {
    if (criteria.by == LeaderboardQuery::Ranking::care) return care_board(*reader_, criteria);
    return reader_->all("SELECT t.* FROM (SELECT " + sums +
                            ", iif(usual AND public, match_id, NULL) AS best_match, player"
                            " FROM scores WHERE game = ?1 AND ended_ms >= ?2 AND public >= ?5"
                            " GROUP BY player) t JOIN players ON players.id = t.player"
                            " WHERE bot = 0 AND on_boards = 1 AND " +
                            order_of(criteria.by) + " LIMIT ?4",
                        read_sums_and(&Totals::best_match, &Totals::player), criteria.game, criteria.since_ms,
                        criteria.least, criteria.most, static_cast<int>(criteria.public_only));
}

std::vector<Person> SqliteHistory::people(const std::vector<std::string>& ids) const {
    return reader_->snapshot([&](SQLite::Database& database) {
        Statement query(database, "SELECT id, name, bot, gone, avatar, on_boards FROM players WHERE id = ?");
        std::vector<Person> people;
        for (const std::string& id : ids)
            people.push_back(read_first(query, read_person_of_boards, id)
                                 .value_or(Person{.id = {}, .name = deleted_player_name}));
        return people;
    });
}

std::vector<OwnMatch> SqliteHistory::own_matches(const std::string& player, const std::string& after,
                                                 int most) const {
    return reader_->all(
        "SELECT m.id, m.game, m.started_ms, m.ended_ms, p.seat, p.name, s.place, s.score,"
        " coalesce(s.won, 0), c.decisions, c.given_away"
        " FROM match_players p JOIN matches m ON m.id = p.match_id"
        " LEFT JOIN scores s ON s.match_id = p.match_id AND s.seat = p.seat"
        " LEFT JOIN care c ON c.match_id = p.match_id AND c.seat = p.seat"
        " WHERE p.player = ? AND p.match_id > ? ORDER BY p.match_id LIMIT ?",
        read_own_match, player, after, most);
}

std::vector<OwnChatLine> SqliteHistory::own_chat(const std::string& player, int most) const {
    return reader_->all("SELECT room, text, at_ms FROM chat WHERE sender = ? ORDER BY id DESC LIMIT ?",
                        read_own_chat_line, player, most);
}

std::vector<std::string> SqliteHistory::own_rooms(const std::string& player) const {
    return reader_->all("SELECT room FROM seats WHERE player = ? ORDER BY room", read_text, player);
}

}  // namespace cubilete::storage::sqlite
