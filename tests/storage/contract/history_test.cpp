#include "storage/history.hpp"

#include <doctest/doctest.h>

#include "tests/storage/contract/databases.hpp"
#include "tests/storage/samples.hpp"

using namespace cubilete;
using namespace cubilete::tests;
using storage::LeaderboardQuery;

namespace {

constexpr std::int64_t day = 86'400'000;

/// Finished matches of Ana, Ben and the bot Robo.
template <class Database>
struct Past {
    Past() {
        std::vector<storage::Write> writes;
        char token = 'a';
        for (const char* id : {"p_ana", "p_ben", "p_robo"}) {
            storage::Player who = player(id, token++);
            who.name = std::string(id).substr(2);
            who.bot = who.name == "robo";
            writes.push_back(storage::PutPlayer{who});
        }
        REQUIRE(database.post(std::move(writes)) == storage::Outcome::durable);
    }

    /// A finished match with these scores by player; the highest wins.
    void play(const std::string& id, std::int64_t ended_ms,
              const std::vector<std::pair<std::string, std::int64_t>>& scores, bool usual = true,
              bool is_public = true) {
        storage::MatchRow row = match(id, "K7QX2M");
        row.is_public = is_public;
        row.players.clear();
        row.names.clear();
        storage::FinishMatch end{id, "{}", {}, ended_ms, usual};
        std::int64_t best = scores.front().second;
        for (const auto& [who, score] : scores) best = std::max(best, score);
        for (const auto& [who, score] : scores) {
            end.scores.push_back(
                {static_cast<int>(row.players.size()), who, score == best ? 1 : 2, score, score == best});
            row.players.push_back(who);
            row.names.push_back(who.substr(2));
        }
        REQUIRE(database.post({storage::StartMatch{row}, storage::AppendEntry{entry(id, 1)}, end}) ==
                storage::Outcome::durable);
    }
    auto history() const { return database.history(); }
    std::vector<std::string> board(LeaderboardQuery::Ranking by, std::int64_t since_ms = 0,
                                   int least = 1) const {
        std::vector<std::string> ids;
        for (const auto& row : history().leaderboard({"yahtzee", by, since_ms, least}))
            ids.push_back(row.player);
        return ids;
    }
    std::vector<std::string> ids(const storage::MatchQuery& wanted) const {
        std::vector<std::string> ids;
        const auto matches = history().matches(wanted).value();
        for (const auto& match : matches) ids.push_back(match.id);
        return ids;
    }

    /// The analysis of a match, by version 1.1.
    void care(const std::string& id, std::vector<storage::Care> care, bool unaided = true) {
        REQUIRE(database.post({storage::PutAnalysis{id, "1.1", "{}", std::move(care), unaided}}) ==
                storage::Outcome::durable);
    }

    Database database;
};

using Ids = std::vector<std::string>;

}  // namespace

TEST_CASE_TEMPLATE("matches come newest first, and the next page begins where the last one ended", Database,
                   ALL_DATABASES) {
    Past<Database> past;
    for (int n = 0; n < 5; ++n)  // three of them end in the same millisecond
        past.play("m_" + std::to_string(n), n < 3 ? 7 : 7 + n, {{"p_ana", n}, {"p_ben", 2}});
    CHECK(past.ids({.game = {}, .player = {}, .before = {}, .most = 2}) == Ids{"m_4", "m_3"});
    CHECK(past.ids({.game = {}, .player = {}, .before = "m_3", .most = 2}) == Ids{"m_2", "m_1"});
    CHECK(past.ids({.game = "yahtzee", .player = "p_ben", .before = "m_1"}) == Ids{"m_0"});
    CHECK(past.ids({.game = "tres", .player = {}, .before = {}}).empty());
    CHECK(past.ids({.game = {}, .player = "p_robo", .before = {}}).empty());
    CHECK_FALSE(past.history().matches({.game = {}, .player = {}, .before = "m_9"}).has_value());
}

TEST_CASE_TEMPLATE("a private match is in no list but that of its players, and counts for totals and boards",
                   Database, ALL_DATABASES) {
    Past<Database> past;
    past.play("m_1", 1, {{"p_ana", 200}, {"p_ben", 100}});
    past.play("m_2", 2, {{"p_ana", 300}, {"p_ben", 250}}, true, false);
    past.play("m_3", 3, {{"p_ana", 100}, {"p_ben", 250}});
    CHECK(past.ids({.game = {}, .player = {}, .before = {}}) == Ids{"m_3", "m_1"});
    CHECK(past.ids({.game = "yahtzee", .player = {}, .before = {}}) == Ids{"m_3", "m_1"});
    CHECK(past.ids({.game = {}, .player = "p_ana", .before = {}}) == Ids{"m_3", "m_1"});
    CHECK(past.ids({.game = {}, .player = {}, .before = "m_2"}) == Ids{"m_1"});
    CHECK(past.ids({.game = {}, .player = "p_ana", .before = {}, .include_private = true}) ==
          Ids{"m_3", "m_2", "m_1"});
    const auto own =
        past.history().matches({.game = {}, .player = "p_ana", .before = "m_3", .include_private = true});
    CHECK_FALSE(own->front().is_public);
    CHECK(own->back().is_public);

    CHECK(past.history().totals("p_ana")[0].matches == 3);
    const auto all = past.history().leaderboard({"yahtzee", LeaderboardQuery::Ranking::best});
    REQUIRE(all.size() == 2);
    CHECK(all[0].best == 300);
    CHECK(all[0].best_match == std::nullopt);
    const auto shown = past.history().leaderboard(
        {.game = "yahtzee", .by = LeaderboardQuery::Ranking::best, .public_only = true});
    REQUIRE(shown.size() == 2);
    CHECK(shown[0].player == "p_ben");
    CHECK(shown[0].best_match == "m_3");
    CHECK(shown[1].best == 200);
}

TEST_CASE_TEMPLATE("a player who left the boards is on none until they come back", Database, ALL_DATABASES) {
    Past<Database> past;
    past.play("m_1", 1, {{"p_ana", 300}, {"p_ben", 100}});
    REQUIRE(past.database.post({storage::SetOnBoards{"p_ana", false}}) == storage::Outcome::durable);
    CHECK(past.board(LeaderboardQuery::Ranking::best) == Ids{"p_ben"});
    CHECK_FALSE(past.database.store().player("p_ana")->on_boards);
    CHECK_FALSE(past.history().people({"p_ana"}).front().on_boards);
    CHECK(past.history().totals("p_ana")[0].matches == 1);
    REQUIRE(past.database.post({storage::SetOnBoards{"p_ana", true}}) == storage::Outcome::durable);
    CHECK(past.board(LeaderboardQuery::Ranking::best) == Ids{"p_ana", "p_ben"});
}

TEST_CASE_TEMPLATE("a win counts where two people played, a best score also alone", Database, ALL_DATABASES) {
    Past<Database> past;
    past.play("m_1", 1, {{"p_ana", 300}});
    past.play("m_2", 2, {{"p_ana", 250}, {"p_robo", 100}});
    CHECK(past.board(LeaderboardQuery::Ranking::wins).empty());
    past.play("m_3", 3, {{"p_ana", 90}, {"p_ben", 100}});
    CHECK(past.board(LeaderboardQuery::Ranking::wins) == Ids{"p_ben"});
    CHECK(past.board(LeaderboardQuery::Ranking::best) == Ids{"p_ana", "p_ben"});

    const auto best = past.history().leaderboard({"yahtzee", LeaderboardQuery::Ranking::best}).front();
    CHECK(best.best == 300);
    CHECK(best.best_match == "m_1");
    CHECK(best.matches == 3);
    CHECK(best.contests == 1);
}

TEST_CASE_TEMPLATE("scores by unusual rules are not compared with others, and bots are on no board", Database,
                   ALL_DATABASES) {
    Past<Database> past;
    past.play("m_1", 1, {{"p_ana", 900}, {"p_ben", 100}}, false);
    CHECK(past.board(LeaderboardQuery::Ranking::best).empty());
    CHECK(past.board(LeaderboardQuery::Ranking::wins) == Ids{"p_ana"});
    past.play("m_2", 2, {{"p_robo", 375}, {"p_ben", 200}});
    CHECK(past.board(LeaderboardQuery::Ranking::best) == Ids{"p_ben"});
}

TEST_CASE_TEMPLATE("an average needs a number of matches, and a board of some days leaves out older ones",
                   Database, ALL_DATABASES) {
    Past<Database> past;
    past.play("m_1", 1 * day, {{"p_ana", 300}, {"p_ben", 100}});
    past.play("m_2", 5 * day, {{"p_ben", 280}});
    CHECK(past.board(LeaderboardQuery::Ranking::average) == Ids{"p_ana", "p_ben"});
    CHECK(past.board(LeaderboardQuery::Ranking::average, 0, 2) == Ids{"p_ben"});
    CHECK(past.board(LeaderboardQuery::Ranking::best, 3 * day) == Ids{"p_ben"});
    CHECK(past.history().leaderboard({"yahtzee", LeaderboardQuery::Ranking::average, 0, 2}).front().sum ==
          380);
}

TEST_CASE_TEMPLATE("care is summed by month for a player, and ranked by what a decision gave away", Database,
                   ALL_DATABASES) {
    Past<Database> past;
    past.play("m_1", 1 * day, {{"p_ana", 300}, {"p_ben", 100}});
    past.play("m_2", 40 * day, {{"p_ana", 300}, {"p_ben", 100}});
    past.play("m_3", 41 * day, {{"p_ana", 300}, {"p_ben", 100}});
    past.care("m_1", {{0, 30, 9'000'000}, {1, 30, 6'000'000}});
    past.care("m_2", {{0, 20, 1'000'000}});
    past.care("m_3", {{0, 10, 1}, {1, 10, 1}}, false);
    past.care("m_2", {{0, 20, 2'000'000}});  // analysed again
    using storage::CareOfMonth;
    CHECK(past.history().care("p_ana") ==
          std::vector<CareOfMonth>{{"yahtzee", "1.1", "1970-01", 1, 30, 9'000'000},
                                   {"yahtzee", "1.1", "1970-02", 2, 30, 2'000'001}});
    CHECK(past.history().care("p_nobody").empty());

    const LeaderboardQuery all{
        .game = "yahtzee", .by = LeaderboardQuery::Ranking::care, .least = 30, .version = "1.1"};
    const auto board = past.history().leaderboard(all);
    REQUIRE(board.size() == 2);
    CHECK(board[0].player == "p_ben");
    CHECK(board[0].given_away == 6'000'000);
    CHECK(board[1].player == "p_ana");
    CHECK(board[1].decisions == 50);
    CHECK(board[1].given_away == 11'000'000);
    CHECK(board[1].matches == 2);

    const auto old = [&](const std::string& version, const std::string& after, std::int64_t most) {
        return past.database.store().find_outdated_care({"1.", version, after, most});
    };
    CHECK(old("1.2", "", 9) == Ids{"m_1", "m_2", "m_3"});
    CHECK(old("1.2", "m_1", 1) == Ids{"m_2"});
    CHECK(old("1.1", "", 9).empty());
    CHECK(past.database.store().find_outdated_care({"2.", "2.1", "", 9}).empty());  // of other rules

    LeaderboardQuery some = all;
    some.least = 31;
    CHECK(past.history().leaderboard(some).size() == 1);
    some = all;
    some.version = "1.2";
    CHECK(past.history().leaderboard(some).empty());
    some = all;
    some.since_ms = 20 * day;
    some.least = 1;
    CHECK(past.history().leaderboard(some).size() == 1);
    REQUIRE(past.database.post({storage::SetOnBoards{"p_ben", false}}) == storage::Outcome::durable);
    CHECK(past.history().leaderboard(all).front().player == "p_ana");
}

TEST_CASE_TEMPLATE("a player's totals are by game", Database, ALL_DATABASES) {
    Past<Database> past;
    past.play("m_1", 1, {{"p_ana", 300}, {"p_ben", 100}});
    past.play("m_2", 2, {{"p_ana", 100}, {"p_ben", 200}});
    const auto totals = past.history().totals("p_ana");
    REQUIRE(totals.size() == 1);
    CHECK(totals[0].game == "yahtzee");
    CHECK(totals[0].matches == 2);
    CHECK(totals[0].wins == 1);
    CHECK(totals[0].sum == 400);
    CHECK(totals[0].best == 300);
    CHECK(totals[0].last_ms == 2);
    CHECK(past.history().totals("p_nobody").empty());
}

TEST_CASE_TEMPLATE("of a deleted player only the seat of a guest is left, also in what is written later",
                   Database, ALL_DATABASES) {
    Past<Database> past;
    past.play("m_1", 1, {{"p_ana", 300}, {"p_ben", 100}});
    REQUIRE(past.database.post({storage::PutRoom{room("K7QX2M"), {}},
                                storage::AddChatLine{"K7QX2M", {"p_ana", "ana", "hello", 5}}}) ==
            storage::Outcome::durable);
    REQUIRE(past.database.post({storage::ForgetPlayer{"p_ana"}}) == storage::Outcome::durable);
    REQUIRE(past.database.post({storage::RenamePlayer{"p_ana", "ana"}, storage::SetAvatar{"p_ana", 3},
                                storage::AddChatLine{"K7QX2M", {"p_ana", "ana", "again", 6}}}) ==
            storage::Outcome::durable);
    past.play("m_2", 2, {{"p_ana", 200}, {"p_ben", 100}});

    const storage::Store& store = past.database.store();
    const auto row = store.player("p_ana").value();
    CHECK(row.gone);
    CHECK(row.name == "guest");
    CHECK(row.agent.empty());
    CHECK_FALSE(row.avatar);
    CHECK(row.token_hash != player("p_ana").token_hash);
    for (const char* id : {"m_1", "m_2"}) CHECK(store.match(id)->names == Ids{"guest", "ben"});
    const auto stored = store.open_room("K7QX2M").value();
    for (const auto& line : stored.chat) CHECK(line.name == "guest");

    const storage::Person guest{{}, "guest", false};
    CHECK(past.history().matches({})->front().seats.front() == guest);
    CHECK(past.history().seats("m_1").front() == guest);
    CHECK(past.history().people({"p_ana", "p_ben"}).front() == guest);
    const storage::Person ben{"p_ben", "ben", false, 95};
    CHECK(past.history().matches({})->front().seats.back() == ben);
    CHECK(past.history().people({"p_ana", "p_ben"}).back() == ben);
}

TEST_CASE_TEMPLATE("all stored matches of a player can be read page by page", Database, ALL_DATABASES) {
    Past<Database> past;
    past.play("m_1", 1, {{"p_ana", 300}, {"p_ben", 100}});
    past.play("m_2", 2, {{"p_ben", 100}});
    past.play("m_3", 3, {{"p_ben", 100}, {"p_ana", 100}});
    past.care("m_1", {{0, 30, 9'000'000}, {1, 20, 1}});
    const storage::History& history = past.history();
    const auto first = history.own_matches("p_ana", "", 1);
    REQUIRE(first.size() == 1);
    CHECK(first[0].id == "m_1");
    CHECK(first[0].score == 300);
    CHECK(first[0].won);
    CHECK(first[0].decisions == 30);
    CHECK(first[0].given_away == 9'000'000);
    const auto rest = history.own_matches("p_ana", "m_1", 50);
    REQUIRE(rest.size() == 1);
    CHECK(rest[0].id == "m_3");
    CHECK(rest[0].seat == 1);
    CHECK_FALSE(rest[0].decisions);
}
