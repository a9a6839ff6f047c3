// Lists, boards and a player's own data stay fast with many finished matches: judged by the plans that the database
// logs while they are read. CUBILETE_SCORES: the number of scores, 200,000 if it is not set.
#include <cstdlib>
#include <string>

#include <doctest/doctest.h>

#include "tests/storage/postgres/temp_postgres.hpp"

using namespace cubilete;
using namespace cubilete::tests;
using storage::LeaderboardQuery;
using storage::postgres::Connection;

namespace {

std::string scores_wanted() {
    const char* wanted = std::getenv("CUBILETE_SCORES");
    return wanted != nullptr ? wanted : "200000";
}

/// Two players a match, one player for each ten scores, a third of the matches private. Few play TRES.
void fill(const PostgresPlace& place) {
    storage::make_backend(place.path())->open_journal({});
    Connection connection(place.url(), "tests");
    connection.set_timeout(std::chrono::hours(1));
    connection.execute("SET test.scores = " + scores_wanted());
    connection.execute(R"(
        INSERT INTO players
            SELECT 'p_' || n, 'Ana', sha256(n::text::bytea), n % 20 = 0, 'en', '', 0, false, true
            FROM generate_series(0, current_setting('test.scores')::int / 10 - 1) n;
        INSERT INTO matches
            SELECT n, 'm_' || lpad(n::text, 8, '0'), 'K7QX2M',
                CASE WHEN n % 500 = 0 THEN 'tres'
                    ELSE (ARRAY['yahtzee', 'escalera', 'ambiciosa', 'threes_away'])[1 + n % 4] END,
                1, 2, '{}', n, n + 1, '{}', n % 3 > 0
            FROM generate_series(1, current_setting('test.scores')::int / 2) n;
        INSERT INTO match_players
            SELECT id, seat, 'p_' || (no * 7 + seat * 13) % (current_setting('test.scores')::int / 10), 'Ana'
            FROM matches, generate_series(0, 1) seat;
        INSERT INTO scores
            SELECT match_id, seat, player, seat + 1, (no * 31 + seat) % 400, seat = 0, game, ended_ms, 2, true, public
            FROM match_players JOIN matches ON id = match_id;)");
    connection.execute("VACUUM ANALYZE");
}

/// A plan in the log reads the table from the first row to the last.
bool reads_all_of(const std::string& log, const std::string& table) {
    return log.find("Seq Scan on " + table) != std::string::npos;
}

}  // namespace

TEST_CASE("what is read of many finished matches comes from indexes") {
    PostgresServer server({"shared_preload_libraries=auto_explain", "auto_explain.log_min_duration=0",
                           "shared_buffers=256MB", "max_wal_size=8GB"});
    const PostgresPlace place(server);
    fill(place);
    const auto history = storage::make_backend(place.path())->open_history();
    const std::size_t before = server.log().size();

    CHECK(history->matches({})->size() == 50);
    CHECK(history->matches({.game = "tres"})->size() == 50);
    CHECK(history->matches({.before = "m_00050002"})->size() == 50);
    CHECK(history->matches({.player = "p_7", .include_private = true})->size() >= 5);
    CHECK(history->totals("p_7").size() >= 1);
    CHECK(history->own_matches("p_7", "", 50).size() >= 5);
    for (const auto by : {LeaderboardQuery::Ranking::wins, LeaderboardQuery::Ranking::best,
                          LeaderboardQuery::Ranking::average})
        CHECK(history->leaderboard({.game = "yahtzee", .by = by}).size() == 50);

    const std::string log = server.log().substr(before);
    CAPTURE(log);
    CHECK(log.find("Index Only Scan using scores_of_game") != std::string::npos);
    CHECK(log.find("scores_of_player") != std::string::npos);
    CHECK(log.find("public_matches_of_game") != std::string::npos);
    CHECK(log.find("Gather") == std::string::npos);  // each parallel worker would add up all scores
    for (const char* table : {"scores", "matches", "match_players"}) CHECK_FALSE(reads_all_of(log, table));
}
