// Provable dice: private while the match runs, a proof after it, and matches that have no entries yet.
#include <atomic>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "storage/backend.hpp"
#include "tests/storage/contract/databases.hpp"
#include "tests/storage/samples.hpp"
#include "tests/stored_match.hpp"

using namespace cubilete;
using namespace cubilete::tests;
using storage::OpenRoom;
using storage::Outcome;

namespace {

const std::string secret = R"({"seed": "00ff","step":"tips", "é":"\n"})";
const std::string later = R"({"seed":"00ff","step":"play"})";
const std::string proof = R"({"seed": "00ff","k":3})";

std::string ask(int seq) { return R"({"seq": )" + std::to_string(seq) + R"(,"move":{"do":"roll"}})"; }

std::vector<storage::Write> start(const std::string& match_id, const std::string& code) {
    return {storage::PutRoom{room(code, match_id), {seat(0, "p_ana")}},
            storage::StartMatch{match(match_id, code), secret}};
}

storage::FinishMatch finish_proven(const std::string& match_id) {
    storage::FinishMatch end = finish(match_id);
    end.proof = proof;
    return end;
}

storage::MatchRow finished(const std::string& match_id, const std::string& code) {
    storage::MatchRow match = tests::match(match_id, code);
    match.ended_ms = finish(match_id).ended_ms;
    match.result = finish(match_id).result;
    match.proof = proof;
    return match;
}

/// The dice of the room's match, read in both ways.
template <class Database>
std::optional<OpenRoom::Dice> dice_of(const Database& database, const std::string& code) {
    const std::optional<OpenRoom> open = database.store().open_room(code);
    REQUIRE(open);
    database.store().open_rooms([&](const OpenRoom& room) {
        if (room.room.code == code) CHECK(room.dice == open->dice);
    });
    return open->dice;
}

}  // namespace

TEST_CASE_TEMPLATE("the newest state of a running match's dice and the newest ask are there after a crash",
                   Database, ALL_DATABASES) {
    Database database;
    REQUIRE(database.post(start("m_1", "K7QX2M")) == Outcome::durable);
    REQUIRE(database.post(start("m_2", "ZZZZZZ")) == Outcome::durable);
    database.crash();
    CHECK(dice_of(database, "K7QX2M") == OpenRoom::Dice{secret, ""});

    REQUIRE(database.post({storage::PutDice{"m_1", later}}) == Outcome::durable);
    database.crash();
    CHECK(dice_of(database, "K7QX2M") == OpenRoom::Dice{later, ""});

    for (int seq = 2; seq < 5; ++seq) {
        REQUIRE(database.post({storage::PutDiceAsk{"m_1", ask(seq)}}) == Outcome::durable);
        database.crash();
        CHECK(dice_of(database, "K7QX2M") == OpenRoom::Dice{later, ask(seq)});
        REQUIRE(database.post({storage::AppendEntry{entry("m_1", seq - 1)}}) == Outcome::durable);
        CHECK(dice_of(database, "K7QX2M") == OpenRoom::Dice{later, ask(seq)});
    }
    REQUIRE(database.post({storage::PutDice{"m_1", secret}}) == Outcome::durable);
    database.reopen();
    CHECK(dice_of(database, "K7QX2M") == OpenRoom::Dice{secret, ask(4)});
    CHECK(dice_of(database, "ZZZZZZ") == OpenRoom::Dice{secret, ""});
}

TEST_CASE_TEMPLATE("a match that was started without dice has none", Database, ALL_DATABASES) {
    Database database;
    database.post({storage::PutRoom{room("K7QX2M", "m_1"), {}}, storage::StartMatch{match("m_1", "K7QX2M")},
                   storage::PutRoom{room("EMPTY1"), {}}, storage::PutRoom{room("LOST01", "m_none"), {}}});
    for (const char* code : {"K7QX2M", "EMPTY1", "LOST01"}) CHECK_FALSE(dice_of(database, code));
    database.post({finish("m_1")});
    CHECK_FALSE(dice_of(database, "K7QX2M"));
    CHECK(database.store().match("m_1")->proof.empty());
}

TEST_CASE_TEMPLATE("the end of a match deletes its dice and its ask, and keeps its proof", Database,
                   ALL_DATABASES) {
    Database database;
    database.post(start("m_1", "K7QX2M"));
    database.post(start("m_2", "ZZZZZZ"));
    database.post({storage::AppendEntry{entry("m_1", 1)}, storage::PutDiceAsk{"m_1", ask(2)},
                   storage::PutDiceAsk{"m_2", ask(7)}, finish_proven("m_1")});
    database.crash();

    CHECK_FALSE(dice_of(database, "K7QX2M"));
    CHECK(database.store().open_room("K7QX2M")->match == finished("m_1", "K7QX2M"));
    CHECK(database.store().match("m_1") == finished("m_1", "K7QX2M"));
    CHECK(database.store().record("m_1")->match == finished("m_1", "K7QX2M"));
    CHECK(dice_of(database, "ZZZZZZ") == OpenRoom::Dice{secret, ask(7)});
    CHECK(database.store().match("m_2")->proof.empty());
}

TEST_CASE_TEMPLATE("a match that starts and ends within one post has its proof and no dice", Database,
                   ALL_DATABASES) {
    Database database;
    std::vector<storage::Write> writes = start("m_1", "K7QX2M");
    writes.push_back(storage::PutDice{"m_1", later});
    writes.push_back(storage::PutDiceAsk{"m_1", ask(2)});
    for (storage::Write& write : appends("m_1", 1, 3)) writes.push_back(std::move(write));
    writes.push_back(finish_proven("m_1"));
    REQUIRE(database.post(std::move(writes)) == Outcome::durable);
    CHECK_FALSE(dice_of(database, "K7QX2M"));
    CHECK(database.store().record("m_1")->match == finished("m_1", "K7QX2M"));
    CHECK(log_of(database.store(), "m_1") == entries("m_1", 1, 3));
}

TEST_CASE_TEMPLATE("a match may wait for its first entry, over restarts, and go on then", Database,
                   ALL_DATABASES) {
    Database database;
    database.post(start("m_1", "K7QX2M"));
    database.crash();
    const OpenRoom open = database.store().open_room("K7QX2M").value();
    CHECK(open.match == match("m_1", "K7QX2M"));
    CHECK(open.log.empty());
    const storage::Matches all = database.store().matches();
    REQUIRE(all.running.size() == 1);
    CHECK(all.running[0].match == match("m_1", "K7QX2M"));
    CHECK(all.running[0].log.empty());
    CHECK(database.store().record("m_1")->log.empty());
    CHECK(database.history().matches({.include_private = true})->empty());
    CHECK(database.history().own_matches("p_ana", "", 10).size() == 1);

    REQUIRE(database.post(appends("m_1", 1, 3)) == Outcome::durable);
    database.reopen();
    REQUIRE(database.post({storage::AppendEntry{entry("m_1", 4)}, finish_proven("m_1")}) == Outcome::durable);
    CHECK(log_of(database.store(), "m_1") == entries("m_1", 1, 4));
}

TEST_CASE_TEMPLATE("a match may end without entries, beside others that go on", Database, ALL_DATABASES) {
    Database database;
    database.post({storage::StartMatch{match("m_2", "ZZZZZZ")}});
    database.post(appends("m_2", 1, 5));
    database.post(start("m_1", "K7QX2M"));
    storage::FinishMatch end = finish_proven("m_1");
    end.scores.clear();
    SUBCASE("at once") {}
    SUBCASE("after a crash") { database.crash(); }
    REQUIRE(database.post({end}) == Outcome::durable);
    database.crash();

    CHECK(database.store().record("m_1")->match == finished("m_1", "K7QX2M"));
    CHECK(log_of(database.store(), "m_1").empty());
    CHECK(database.store().finished_log("m_1", 10).empty());
    CHECK_FALSE(database.store().finished_entry(*database.store().match("m_1"), "p_ana", "7"));
    const OpenRoom open = database.store().open_room("K7QX2M").value();
    CHECK(open.match == finished("m_1", "K7QX2M"));
    CHECK(open.log.empty());
    CHECK_FALSE(open.dice);
    REQUIRE(database.post({storage::AppendEntry{entry("m_2", 6)}, finish("m_2")}) == Outcome::durable);
    CHECK(log_of(database.store(), "m_2") == entries("m_2", 1, 6));
}

TEST_CASE_TEMPLATE("the data with a match that starts are sound, and a copy of them has its dice", Database,
                   ALL_DATABASES) {
    const typename Database::Place place;
    const TempDirectory copies;
    const auto backend = storage::make_backend(place.path());
    const auto journal = backend->open_journal({});
    std::vector<storage::Write> writes = start("m_1", "K7QX2M");
    writes.push_back(storage::PutDiceAsk{"m_1", ask(2)});
    std::atomic<bool> durable = false;
    journal->post(std::move(writes), [&](Outcome outcome) { durable = outcome == Outcome::durable; });
    journal->stop();
    REQUIRE(durable);

    CHECK(backend->inspect().findings.empty());
    const auto file = copies.path() / "copy.db";
    backend->back_up(file, std::atomic<bool>(false));
    const auto copy = storage::make_backend(file);
    CHECK(copy->inspect().findings.empty());
    CHECK(copy->open_store()->open_room("K7QX2M")->dice == OpenRoom::Dice{secret, ask(2)});
}

TEST_CASE_TEMPLATE("a post that a full disk refuses leaves the dice as they were", Database, ALL_DATABASES) {
    Database database;
    database.post(start("m_1", "K7QX2M"));
    database.post({storage::PutDiceAsk{"m_1", ask(2)}});
    database.fill_up();
    const std::string long_state = R"({"tips":")" + std::string(200'000, 'a') + R"("})";
    CHECK(database.post({storage::PutDiceAsk{"m_1", ask(3)}, storage::PutDice{"m_1", long_state}}) ==
          Outcome::full);
    CHECK(dice_of(database, "K7QX2M") == OpenRoom::Dice{secret, ask(2)});
    database.make_room();
    CHECK(database.post({storage::PutDiceAsk{"m_1", ask(3)}, storage::PutDice{"m_1", long_state}}) ==
          Outcome::durable);
    CHECK(dice_of(database, "K7QX2M") == OpenRoom::Dice{long_state, ask(3)});
}

TEST_CASE_TEMPLATE("a write about dice that a match does not have stops the journal", Database,
                   ALL_DATABASES) {
    Database database;
    database.post(start("m_1", "K7QX2M"));
    database.post({storage::StartMatch{match("m_plain", "ZZZZZZ")}});
    std::vector<storage::Write> contradiction;
    SUBCASE("the dice of an unknown match") { contradiction = {storage::PutDice{"m_none", later}}; }
    SUBCASE("the dice of a match that has none") { contradiction = {storage::PutDice{"m_plain", later}}; }
    SUBCASE("no dice for a match that has some") { contradiction = {storage::PutDice{"m_1", ""}}; }
    SUBCASE("the dice of a match that is over") {
        contradiction = {finish_proven("m_1"), storage::PutDice{"m_1", later}};
    }
    SUBCASE("an ask in an unknown match") { contradiction = {storage::PutDiceAsk{"m_none", ask(2)}}; }
    SUBCASE("an ask in a match without dice") { contradiction = {storage::PutDiceAsk{"m_plain", ask(2)}}; }
    SUBCASE("an ask in a match that is over") {
        contradiction = {finish_proven("m_1"), storage::PutDiceAsk{"m_1", ask(2)}};
    }
    SUBCASE("a proof before the match") {
        storage::MatchRow proven = match("m_2", "ZZZZZZ");
        proven.proof = proof;
        contradiction = {storage::StartMatch{proven}};
    }
    bool answered = false;
    database.journal().post(contradiction, [&](Outcome) { answered = true; });
    database.journal().stop();
    CHECK_FALSE(database.failure().empty());
    CHECK_FALSE(answered);
    database.reopen();
    CHECK(dice_of(database, "K7QX2M") == OpenRoom::Dice{secret, ""});
}
