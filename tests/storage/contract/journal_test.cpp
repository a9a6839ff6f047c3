#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "tests/storage/contract/databases.hpp"
#include "tests/storage/samples.hpp"
#include "tests/stored_match.hpp"

using namespace cubilete;
using namespace cubilete::tests;
using storage::Outcome;

TEST_CASE_TEMPLATE("what was answered durable survives a crash, and the match goes on", Database,
                   ALL_DATABASES) {
    Database database;
    REQUIRE(database.post(start("m_1")) == Outcome::durable);
    for (std::int64_t seq = 1; seq <= 10; ++seq) {
        REQUIRE(database.post({storage::AppendEntry{entry("m_1", seq)}}) == Outcome::durable);
        if (seq % 3 == 0) database.crash();
        CHECK(log_of(database.store(), "m_1") == entries("m_1", 1, seq));
    }
    REQUIRE(database.post({finish("m_1")}) == Outcome::durable);
    database.crash();
    CHECK(log_of(database.store(), "m_1") == entries("m_1", 1, 10));
    CHECK(database.store().match("m_1")->result == finish("m_1").result);
}

TEST_CASE_TEMPLATE("what was answered durable is there after a restart", Database, ALL_DATABASES) {
    Database database;
    REQUIRE(database.post(start("m_1")) == Outcome::durable);
    REQUIRE(database.post(appends("m_1", 1, 7)) == Outcome::durable);
    database.reopen();
    CHECK(log_of(database.store(), "m_1") == entries("m_1", 1, 7));
    REQUIRE(database.post(appends("m_1", 8, 9)) == Outcome::durable);
    CHECK(log_of(database.store(), "m_1") == entries("m_1", 1, 9));
}

TEST_CASE_TEMPLATE("every reader sees a post from its answer on", Database, ALL_DATABASES) {
    Database database;
    const storage::Store& store = database.store();
    const storage::History& history = database.history();
    database.post(start("m_1"));
    std::size_t readable = 0;
    for (std::int64_t seq = 1; seq <= 5; ++seq) {
        database.journal().post({storage::AppendEntry{entry("m_1", seq)}},
                                [&](Outcome) { readable = log_of(store, "m_1").size(); });
        database.settle();
        CHECK(readable == static_cast<std::size_t>(seq));
    }
    database.post({finish("m_1")});
    CHECK(history.matches({.include_private = true})->size() == 1);
}

TEST_CASE_TEMPLATE("the posts of an owner that waits for each answer are durable in order", Database,
                   ALL_DATABASES) {
    Database database;
    const std::int64_t each = 20;
    std::vector<std::thread> owners;
    std::atomic<int> refused = 0;
    for (const std::string id : {"m_1", "m_2", "m_3", "m_4"})
        owners.emplace_back([&, id] {
            if (database.post(start(id)) != Outcome::durable) ++refused;
            for (std::int64_t seq = 1; seq <= each; ++seq)
                if (database.post({storage::AppendEntry{entry(id, seq)}}) != Outcome::durable) ++refused;
        });
    for (std::thread& owner : owners) owner.join();

    CHECK(refused == 0);
    CHECK(database.failure().empty());
    CHECK(database.journal().backlog() == 0);
    for (const char* id : {"m_1", "m_2", "m_3", "m_4"})
        CHECK(log_of(database.store(), id) == entries(id, 1, each));
}

TEST_CASE_TEMPLATE("the writes of a post are carried out in order", Database, ALL_DATABASES) {
    Database database;
    auto first = player("p_ana");
    auto renamed = first;
    renamed.name = "Third";
    CHECK(database.post({storage::PutPlayer{first}, storage::RenamePlayer{"p_ana", "Second"},
                         storage::RenamePlayer{"p_ana", "Third"}}) == Outcome::durable);
    CHECK(database.store().player("p_ana") == renamed);
}

TEST_CASE_TEMPLATE("an empty post is answered after everything before it is durable", Database,
                   ALL_DATABASES) {
    Database database;
    std::atomic<bool> before = false;
    std::atomic<bool> then = false;
    database.journal().post(start("m_1"), [&](Outcome) { before = true; });
    database.journal().post({}, [&](Outcome outcome) { then = before && outcome == Outcome::durable; });
    database.settle();
    CHECK(then);
    CHECK(database.store().match("m_1"));
}

TEST_CASE_TEMPLATE("readers see whole posts only, and never an older state after a newer one", Database,
                   ALL_DATABASES) {
    Database database;
    database.post(start("m_1"));
    const std::int64_t last = 300;
    std::atomic<bool> torn = false;
    std::thread reader([&] {
        const storage::Store& store = database.store();
        for (std::size_t seen = 0; seen < last && !torn && database.failure().empty();) {
            const std::size_t now = log_of(store, "m_1").size();
            if (now % 2 != 0 || now < seen) torn = true;
            seen = now;
        }
    });
    for (std::int64_t seq = 1; seq < last; seq += 2) database.post(appends("m_1", seq, seq + 1));
    reader.join();
    CHECK_FALSE(torn);
}

TEST_CASE_TEMPLATE("stopping finishes and answers everything posted, and ends the posting", Database,
                   ALL_DATABASES) {
    Database database;
    database.post(start("m_1"));
    std::atomic<int> answered = 0;
    database.journal().post(appends("m_1", 1, 100), [&](Outcome) { ++answered; });
    for (int n = 0; n < 100; ++n)
        database.journal().post({storage::PutRoom{room("K7QX2M"), {}}}, [&](Outcome) { ++answered; });
    database.journal().stop();
    CHECK(answered == 101);
    CHECK_THROWS_AS(database.journal().post({}, {}), std::logic_error);
    database.reopen();
    CHECK(log_of(database.store(), "m_1") == entries("m_1", 1, 100));
}

TEST_CASE_TEMPLATE("a full disk refuses whole posts, keeps what is durable, and recovers", Database,
                   ALL_DATABASES) {
    Database database;
    database.post(start("m_1"));
    database.fill_up();
    std::int64_t stored = 0;
    while (database.post(appends("m_1", stored + 1, stored + 10)) == Outcome::durable)
        REQUIRE((stored += 10) < 10'000);
    CHECK(log_of(database.store(), "m_1") == entries("m_1", 1, stored));

    database.make_room();
    CHECK(database.post(appends("m_1", stored + 1, stored + 20)) == Outcome::durable);
    CHECK(database.post({finish("m_1")}) == Outcome::durable);
    CHECK(log_of(database.store(), "m_1") == entries("m_1", 1, stored + 20));
    CHECK(database.failure().empty());
}

TEST_CASE_TEMPLATE("repeated writes that say the same change nothing more", Database, ALL_DATABASES) {
    Database database;
    const std::vector<storage::Write> writes = {
        storage::PutRoom{room("K7QX2M"), {seat(0, "p_ana")}}, storage::BanFromRoom{"K7QX2M", "p_eve"},
        storage::LeaveSeat{"K7QX2M", "p_ana"}, storage::DropRoom{"NOROOM"}};
    CHECK(database.post({storage::PutPlayer{player("p_ana")}}) == Outcome::durable);
    CHECK(database.post(writes) == Outcome::durable);
    const auto once = database.store().open_room("K7QX2M").value();
    CHECK(database.post(writes) == Outcome::durable);
    const auto twice = database.store().open_room("K7QX2M").value();
    CHECK(once.room == twice.room);
    CHECK(once.seats == twice.seats);
    CHECK(once.bans == twice.bans);
    for (int n = 0; n < 2; ++n)
        CHECK(database.post({storage::ForgetPlayer{"p_ana"}, storage::SetOnBoards{"p_ana", false}}) ==
              Outcome::durable);
    CHECK(database.store().player("p_ana")->gone);
}

TEST_CASE_TEMPLATE("a write that contradicts the stored data stops the journal for good", Database,
                   ALL_DATABASES) {
    Database database;
    database.post({storage::PutPlayer{player("p_ana", 'a')}, storage::PutRoom{room("K7QX2M"), {}}});
    database.post(start("m_1"));
    database.post({storage::AppendEntry{entry("m_1", 1)}});
    std::vector<storage::Write> contradiction;

    SUBCASE("a token of another player") { contradiction = {storage::PutPlayer{player("p_ben", 'a')}}; }
    SUBCASE("a token that is not hashed") {
        auto careless = player("p_ben");
        careless.token_hash = "the token itself";
        contradiction = {storage::PutPlayer{careless}};
    }
    SUBCASE("the same device token twice") {
        contradiction = {storage::PutDeviceToken{"p_ana", std::string(32, 'd'), 1},
                         storage::PutDeviceToken{"p_ana", std::string(32, 'd'), 2}};
    }
    SUBCASE("a device token of an unknown player") {
        contradiction = {storage::PutDeviceToken{"p_ben", std::string(32, 'd'), 1}};
    }
    SUBCASE("a ban from an unknown room") { contradiction = {storage::BanFromRoom{"NOROOM", "p_ana"}}; }
    SUBCASE("a new name for an unknown player") { contradiction = {storage::RenamePlayer{"p_ben", "Ben"}}; }
    SUBCASE("an avatar for an unknown player") { contradiction = {storage::SetAvatar{"p_ben", 1}}; }
    SUBCASE("two players in one seat") {
        contradiction = {storage::PutRoom{room("K7QX2M"), {seat(0, "p_ana"), seat(0, "p_ben")}}};
    }
    SUBCASE("chat in an unknown room") { contradiction = {storage::AddChatLine{"NOROOM", chat_line(1)}}; }
    SUBCASE("a match that has been started") { contradiction = start("m_1"); }
    SUBCASE("an entry twice") { contradiction = appends("m_1", 1, 1); }
    SUBCASE("an entry left out") { contradiction = appends("m_1", 3, 3); }
    SUBCASE("an entry of a match that is over") {
        contradiction = {finish("m_1"), storage::AppendEntry{entry("m_1", 2)}};
    }
    SUBCASE("the end of an unknown match") { contradiction = {finish("m_2")}; }

    bool answered = false;
    const auto note = [&](Outcome) { answered = true; };
    database.journal().post(contradiction, note);
    database.wait_for_failure();
    database.journal().post({storage::PutPlayer{player("p_late", 'l')}}, note);
    database.journal().stop();
    CHECK_FALSE(database.failure().empty());
    CHECK_FALSE(answered);

    database.reopen();
    CHECK(log_of(database.store(), "m_1") == entries("m_1", 1, 1));
    CHECK_FALSE(database.store().player("p_ben"));
    CHECK_FALSE(database.store().player("p_late"));
}
