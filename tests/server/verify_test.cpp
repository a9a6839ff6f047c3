#include <algorithm>

#include "server/commands/commands.hpp"
#include "server/history/record.hpp"
#include "server/match/chain.hpp"
#include "server/match/dice_replay.hpp"
#include "tests/server/proven_match.hpp"
#include "tests/server/said.hpp"
#include "tests/temp_database.hpp"

namespace cubilete::server {
namespace {

using dice::MatchSetup;
using dice::ProvenMatch;
using protocol::Json;

const GameInfo& game_of(const char* id) { return *protocol::find_game(id); }

/// Stores a record as the match of a server. The result and the scores are those of its log.
void store_match(tests::TempDatabase& database, const Json& record, const std::string& proof) {
    const std::string id = record["id"].get<std::string>();
    storage::MatchRow row{.id = id,
                          .room = "K7QX2M",
                          .game = record["game"].get<std::string>(),
                          .version = record["settings"]["version"].get<int>(),
                          .chain = newest_chain,
                          .settings = record["settings"].dump(),
                          .players = {},
                          .names = {},
                          .is_public = false,
                          .log_dropped = false,
                          .started_ms = 1,
                          .ended_ms = {},
                          .result = {},
                          .proof = {}};
    std::vector<storage::Write> writes;
    for (const Json& person : record["seats"]) {
        row.players.push_back(person["id"].get<std::string>());
        row.names.push_back(person["name"].get<std::string>());
    }
    writes.push_back(storage::StartMatch{row, {}});
    std::vector<storage::LogRow> log;
    for (const Json& entry : record["log"]) {
        log.push_back(dice_record::row_of(id, entry));
        writes.push_back(storage::AppendEntry{log.back()});
    }
    row.ended_ms = record["ended_ms"].get<std::int64_t>();
    storage::FinishMatch finish = Table(row, log, nullptr).finish(*row.ended_ms);
    finish.proof = proof;
    writes.push_back(std::move(finish));
    REQUIRE(database.post(std::move(writes)) == storage::Outcome::durable);
}

void store_match(tests::TempDatabase& database, const Json& record) {
    store_match(database, record, record["proof"].dump());
}

Json played_record(const char* id, std::uint64_t choices) {
    return ProvenMatch(game_of(id), {.choices = choices, .most_entries = 12}).record();
}

std::string verdict_in(const tests::TempDatabase& database, const Json& record) {
    return said_by(run_verify, {"--data", database.directory(), "--match", record["id"].get<std::string>()})
        .out;
}

TEST_CASE("the data of a server verify as the record of the API does, while the server runs") {
    tests::TempDatabase database;
    const Json tres = played_record("tres", 1), yahtzee = played_record("yahtzee", 2);
    for (const Json* each : {&tres, &yahtzee}) store_match(database, *each);
    for (const Json* each : {&tres, &yahtzee})
        CHECK(verdict_in(database, *each) == replay_dice(*each).text() + '\n');
    const Said all = said_by(run_verify, {"--data", database.directory()});
    CHECK(all.code == 0);
    CHECK(all.out.ends_with("2 matches: 2 fair, 0 with server's dice, 0 not verifiable, 0 FALSE\n"));
    const Said check = said_by(run_check, {database.directory()});
    CHECK(check.code == 0);
    CHECK(check.out.starts_with("dice of finished matches: 2 fair, 0 the server's, 0 without a proof\n"));

    const auto stored = database.store().record(tres["id"].get<std::string>()).value();
    Json whole = complete_record(stored);
    for (const char* name : {"game", "settings", "chain", "next", "kept", "proof", "ended_ms", "result"})
        CHECK(whole[name] == tres[name]);
    Json log = tres["log"];
    for (Json* each : {&whole["log"], &log})
        for (Json& entry : *each) entry.erase("events");
    CHECK(whole["log"] == log);
}

TEST_CASE("a false match is named by verify and by check, and the others are counted") {
    tests::TempDatabase database;
    store_match(database, played_record("yahtzee", 1));
    Json forged = played_record("tres", 2);
    SUBCASE("with another secret") {
        Json proof = forged["proof"];
        proof["seed"] = std::string(64, '0');
        store_match(database, forged, proof.dump());
        CHECK(verdict_in(database, forged) == "FALSE: the server's secret does not fit its commitment\n");
    }
    SUBCASE("with cards in an order that was not drawn") {
        Json& pile = forged["log"][0]["draws"].back()["cards"];
        // The deck has equal cards.
        std::swap(pile.front(),
                  *std::ranges::find_if(pile, [&](const Json& card) { return card != pile.front(); }));
        // The moves of a match with other cards would differ, so it ends after the deal.
        forged["log"] = Json::array({forged["log"][0]});
        forged["proof"]["seq"] = 1;
        forged["proof"]["k"] = forged["log"][0]["draws"].size();
        dice::chain_again(forged);
        store_match(database, forged);
        CHECK(verdict_in(database, forged).ends_with(" was played with another result\n"));
    }
    SUBCASE("without a proof, though it began with a commitment") {
        store_match(database, forged, "");
        CHECK(verdict_in(database, forged) == "FALSE: never opened\n");
    }
    const Said all = said_by(run_verify, {"--data", database.directory()});
    CHECK(all.code == 1);
    CHECK(all.out.ends_with("2 matches: 1 fair, 0 with server's dice, 0 not verifiable, 1 FALSE\n"));
    const Said check = said_by(run_check, {database.directory()});
    CHECK(check.code == 1);
    CHECK(check.out.find("FAIL m_proven2 (tres, room K7QX2M, finished): FALSE") != std::string::npos);
    CHECK(check.out.find("dice of finished matches: 1 fair, 0 the server's, 0 without a proof\n") !=
          std::string::npos);
}

TEST_CASE("matches without a proof are counted by the reason") {
    tests::TempDatabase database;
    for (std::uint64_t choices = 1; choices <= 3; ++choices) {
        Json before = played_record("escalera", choices);
        for (Json& entry : before["log"]) entry["extra"] = nullptr;
        if (choices == 3) before["log"][0]["extra"] = protocol::object({{"dice", "server"}});
        dice::chain_again(before);
        store_match(database, before, "");
    }
    const Said all = said_by(run_verify, {"--data", database.directory()});
    CHECK(all.code == 2);
    CHECK(all.out ==
          "m_proven1: not verifiable: no proof: played before\n"
          "m_proven2: not verifiable: no proof: played before\n"
          "m_proven3: server's dice: no player's program took part\n"
          "3 matches: 0 fair, 1 with server's dice, 2 not verifiable, 0 FALSE\n");
    CHECK(said_by(run_check, {database.directory()})
              .out.starts_with("dice of finished matches: 0 fair, 1 the server's, 2 without a proof\n"));
}

TEST_CASE("a match that is not there, or still runs, cannot be verified") {
    tests::TempDatabase database;
    storage::MatchRow running;
    running.id = "m_running";
    running.room = "K7QX2M";
    running.game = "yahtzee";
    running.settings = "{}";
    REQUIRE(database.post({storage::StartMatch{running, R"({"seed":"secret"})"}}) ==
            storage::Outcome::durable);
    const auto said = [&](const char* id) {
        return said_by(run_verify, {"--data", database.directory(), "--match", id});
    };
    CHECK(said("m_running").out == "not verifiable: the match is still running\n");
    CHECK(said("m_nowhere").out == "not verifiable: there is no match m_nowhere\n");
    CHECK(said("m_nowhere").code == 2);
    CHECK(said_by(run_verify, {"--data", database.directory()}).code == 2);
}

}  // namespace
}  // namespace cubilete::server
