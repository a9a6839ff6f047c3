// Several nodes on one database: each room has one owner, who alone can write to it.
#include "storage/cluster.hpp"

#include <chrono>
#include <future>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "tests/storage/postgres/test_node.hpp"
#include "tests/storage/samples.hpp"
#include "tests/stored_match.hpp"

using namespace cubilete;
using namespace cubilete::tests;
using storage::DatabaseError;
using storage::EpochEndedError;
using storage::ExitReason;
using storage::NodeRow;
using storage::OpenRoom;
using storage::Outcome;
using storage::Write;

namespace {

std::string code(int number) { return "ROOM" + std::to_string(10 + number); }
std::string match_id(int number) { return "m_" + std::to_string(number); }

/// A room with a running match of two entries.
std::vector<Write> new_room(int number) {
    std::vector<Write> writes = {storage::StartMatch{match(match_id(number), code(number))},
                                 storage::PutRoom{room(code(number), match_id(number)), {seat(0, "p_ana")}}};
    for (Write& append : appends(match_id(number), 1, 2)) writes.push_back(std::move(append));
    return writes;
}

std::string owner(const PostgresPlace& place, const std::string& room) {
    return place.text("SELECT owner::text FROM rooms WHERE code = '" + room + "'");
}

/// Carries it out again while its connection was ended.
template <class Action>
void insist(Action action) {
    for (;;) try {
            return action();
        } catch (const storage::DatabaseUnavailable&) {
        }
}

std::vector<storage::LogRow> stored_log(const PostgresPlace& place, const std::string& match) {
    return log_of(*storage::make_backend(place.path())->open_store(), match);
}

std::unique_ptr<storage::Journal> open_alone(const PostgresPlace& place) {
    return storage::make_backend(place.path())->open_journal({});
}

}  // namespace

TEST_CASE("two nodes write to their own rooms at the same time, and each knows whose a room is") {
    const PostgresPlace place;
    TestNode one(place);
    TestNode two(place);
    CHECK(one.epoch() != two.epoch());
    auto first = one.post_later(new_room(1));
    auto second = two.post_later(new_room(2));
    CHECK(first.get() == Outcome::durable);
    CHECK(second.get() == Outcome::durable);
    CHECK(one.post(appends(match_id(1), 3, 4)) == Outcome::durable);
    CHECK(two.post(appends(match_id(2), 3, 4)) == Outcome::durable);
    CHECK(one.cluster().owner(code(2)) == two.epoch());
    CHECK(two.cluster().owner(code(1)) == one.epoch());
    CHECK(one.cluster().owner("NOROOM") == std::nullopt);
    CHECK(one.cluster().rooms_of("p_ana") == std::vector<std::string>{code(1), code(2)});
    REQUIRE(seat(1, "p_ben").left);
    one.post({storage::PutRoom{room(code(1), match_id(1)), {seat(0, "p_ana"), seat(1, "p_ben")}}});
    CHECK(two.cluster().rooms_of("p_ben").empty());
    CHECK(one.cluster().ownerless_epochs().empty());
}

TEST_CASE("no write to another node's room gets through") {
    const PostgresPlace place;
    TestNode one(place);
    TestNode two(place);
    two.post(new_room(2));
    const std::string rows =
        "SELECT md5(string_agg(t, '')) FROM (SELECT rooms::text AS t FROM rooms UNION ALL SELECT seats::text "
        "FROM"
        " seats UNION ALL SELECT chat::text FROM chat UNION ALL SELECT bans::text FROM bans) AS all_of_it";
    const std::string before = place.text(rows);
    const std::vector<Write> writes = {storage::PutRoom{room(code(2)), {}},
                                       storage::BanFromRoom{code(2), "p_ben"},
                                       storage::LeaveSeat{code(2), "p_ana"},
                                       storage::AddChatLine{code(2), chat_line(1)},
                                       storage::DropRoom{code(2)},
                                       storage::HandOverRoom{code(2), one.epoch(), {}},
                                       storage::StartMatch{match("m_9", code(2))}};
    for (std::size_t each = 0; each < writes.size(); ++each) {
        CAPTURE(each);
        TestNode wrong(place);
        wrong.post_later({writes[each]});
        CHECK(wrong.end() == ExitReason::unknown);
        CHECK(wrong.failure().find("another epoch owns room " + code(2)) != std::string::npos);
    }
    CHECK(place.text(rows) == before);
    CHECK(two.post(appends(match_id(2), 3, 3)) == Outcome::durable);
}

TEST_CASE("every node sees the others with what they tell, until they leave") {
    const PostgresPlace place;
    TestNode one(place, "one");
    auto two = std::make_unique<TestNode>(place, "two");
    const std::int64_t epoch = two->epoch();
    two->post(new_room(2));
    two->cluster().beat({.state = NodeRow::State::draining, .rooms = 7, .sockets = 70});
    const storage::NodeList roll = one.cluster().beat({.rooms = 1});
    REQUIRE(roll.nodes.size() == 2);
    CHECK(roll.nodes[0].epoch == one.epoch());
    CHECK(roll.nodes[0].rooms == 1);
    NodeRow expected{.epoch = epoch,
                     .name = "two",
                     .address = "two.internal:7000",
                     .program = "1.0",
                     .rules = R"({"tres":2})",
                     .mesh = 3,
                     .state = NodeRow::State::draining,
                     .beat = roll.nodes[1].beat,
                     .rooms = 7,
                     .sockets = 70};
    CHECK(roll.nodes[1] == expected);
    CHECK(roll.database_ms > 1'700'000'000'000);
    two->cluster().beat({});
    CHECK(one.cluster().beat({}).nodes[1].beat == expected.beat + 1);
    two.reset();
    CHECK(one.cluster().beat({}).nodes.size() == 1);
    CHECK(one.cluster().ownerless_epochs() == std::vector{epoch});
    CHECK(one.adopt_all(epoch, 10).size() == 1);
    CHECK(one.cluster().ownerless_epochs().empty());
}

TEST_CASE("a server that shares nothing and a cluster refuse each other, and follow each other") {
    const PostgresPlace place;
    {
        TestNode node(place);
        node.post(new_room(1));
        CHECK(node.reserve("KEPT01"));
        CHECK_THROWS_WITH_AS(open_alone(place),
                             doctest::Contains("which shares it with the nodes of a cluster"), DatabaseError);
        CHECK(node.post(appends(match_id(1), 3, 3)) == Outcome::durable);
    }
    {
        const auto alone = open_alone(place);
        CHECK(place.text("SELECT string_agg(code, ' ') FROM rooms") == code(1));
        std::promise<Outcome> answer;
        alone->post(appends(match_id(1), 4, 4), [&](Outcome what) { answer.set_value(what); });
        CHECK(answer.get_future().get() == Outcome::durable);
        CHECK_THROWS_WITH_AS(TestNode(place, "late"), doctest::Contains("which shares it with nobody"),
                             DatabaseError);
    }
    TestNode node(place);
    REQUIRE(node.cluster().ownerless_epochs().size() == 1);
    const std::vector<OpenRoom> rooms = node.cluster().adopt(node.cluster().ownerless_epochs()[0], 10);
    REQUIRE(rooms.size() == 1);
    CHECK(stored_log(place, match_id(1)) == entries(match_id(1), 1, 4));
}

TEST_CASE("a node that has beaten since is not fenced; one that was fenced can write nothing more") {
    const PostgresPlace place;
    TestNode one(place);
    TestNode two(place);
    one.post(new_room(1));
    const std::int64_t old_beat = one.stop_heartbeat();
    const std::int64_t beat = one.stop_heartbeat();
    CHECK_FALSE(two.cluster().fence(one.epoch(), old_beat));
    CHECK(one.post(appends(match_id(1), 3, 3)) == Outcome::durable);
    CHECK(two.cluster().adopt(one.epoch(), 10).empty());
    CHECK(two.cluster().adopt_room(code(1), one.epoch()).empty());
    CHECK(two.cluster().fence(one.epoch(), beat));
    CHECK_FALSE(two.cluster().fence(one.epoch(), beat));
    one.post_later(appends(match_id(1), 4, 4));
    CHECK(one.end() == ExitReason::fenced);
    CHECK_THROWS_AS(insist([&] { one.cluster().beat({}); }), EpochEndedError);
    CHECK_THROWS_AS(insist([&] { one.cluster().adopt(two.epoch(), 1); }), EpochEndedError);
    const std::int64_t living = two.stop_heartbeat();
    CHECK_THROWS_AS(insist([&] { one.cluster().fence(two.epoch(), living); }), EpochEndedError);
    CHECK(place.text("SELECT max(seq)::text FROM log") == "3");
    const std::vector<OpenRoom> adopted = two.cluster().adopt_room(code(1), one.epoch());
    REQUIRE(adopted.size() == 1);
    CHECK(stored_log(place, match_id(1)) == entries(match_id(1), 1, 3));
    CHECK(adopted[0].seats == std::vector{seat(0, "p_ana")});
    CHECK(two.post(appends(match_id(1), 4, 4)) == Outcome::durable);
}

TEST_CASE("a node whose batch stands half-sent at the database is fenced at once, and the batch is gone") {
    const PostgresPlace place;
    TestNode one(place);
    TestNode two(place);
    one.post(new_room(1));
    const std::int64_t beat = one.stop_heartbeat();
    const std::string epoch = std::to_string(one.epoch());
    // As a process that was stopped leaves it: the row of a lane is locked, and nothing more comes.
    storage::postgres::Connection half(place.url(), "cubilete:" + epoch + ":7");
    half.execute("BEGIN; UPDATE lanes SET batch = batch + 1 WHERE epoch = " + epoch +
                 "; UPDATE rooms SET host = 'p_zombie'");
    CHECK(two.cluster().fence(one.epoch(), beat));
    CHECK_THROWS_AS(half.query("SELECT 1"), storage::DatabaseUnavailable);
    const std::vector<OpenRoom> rooms = two.adopt_all(one.epoch(), 10);
    REQUIRE(rooms.size() == 1);
    CHECK(rooms[0].room.host == "p_ana");
}

TEST_CASE("a node that stands still in the middle of a beat or of an adoption is fenced at once") {
    const PostgresPlace place;
    TestNode one(place);
    TestNode two(place);
    const std::int64_t beat = one.stop_heartbeat();
    const std::string epoch = std::to_string(one.epoch());
    storage::postgres::Connection half(place.url(), "cubilete:" + epoch + ":beat");
    SUBCASE("of a beat") { half.execute("BEGIN; UPDATE nodes SET beat = beat + 1 WHERE epoch = " + epoch); }
    SUBCASE("of an adoption") {
        half.execute("BEGIN; SELECT FROM nodes WHERE epoch = " + epoch + " FOR KEY SHARE");
    }
    CHECK(two.cluster().fence(one.epoch(), beat));
    CHECK_THROWS_AS(half.query("SELECT 1"), storage::DatabaseUnavailable);
}

TEST_CASE("a match goes to a node that plays by its rules, and to another one only if there is none") {
    const PostgresPlace place;
    TestNode failed(place, "dead", R"({"yahtzee":3})");
    failed.post(new_room(1));
    failed.post({storage::PutRoom{room("NOGAME"), {seat(0, "p_ana")}}});
    std::vector<Write> over = new_room(2);
    over.push_back(storage::FinishMatch{match_id(2), "{}", {}, 1'700'000'000'999});
    failed.post(over);
    const std::int64_t beat = failed.stop_heartbeat();
    TestNode other(place, "other", R"({"yahtzee":4})");
    auto same = std::make_unique<TestNode>(place, "same", R"({"tres":1,"yahtzee":3})");
    CHECK(other.cluster().fence(failed.epoch(), beat));
    CHECK(other.cluster().adopt_room(code(1), failed.epoch()).empty());
    CHECK(other.adopt_all(failed.epoch(), 10).size() == 2);
    CHECK(owner(place, code(1)) == std::to_string(failed.epoch()));
    SUBCASE("that one takes it") { CHECK(same->cluster().adopt_room(code(1), failed.epoch()).size() == 1); }
    SUBCASE("that one takes it with all others") { CHECK(same->adopt_all(failed.epoch(), 10).size() == 1); }
    SUBCASE("that one stops") {
        same->cluster().beat({.state = NodeRow::State::draining});
        CHECK(other.adopt_all(failed.epoch(), 10).size() == 1);
    }
    SUBCASE("that one ends") {
        same.reset();
        CHECK(other.cluster().adopt_room(code(1), failed.epoch()).size() == 1);
    }
}

TEST_CASE("of two nodes that take over at the same time each room goes to one, which plays on") {
    constexpr int all = 60;
    const PostgresPlace place;
    TestNode failed(place);
    for (int number = 0; number < all; ++number) failed.post(new_room(number));
    const std::int64_t beat = failed.stop_heartbeat();
    TestNode one(place);
    TestNode two(place);
    bool fenced_by_one = false;
    std::vector<OpenRoom> to_one;
    std::thread other([&] {
        fenced_by_one = one.cluster().fence(failed.epoch(), beat);
        to_one = one.adopt_all(failed.epoch(), 7);
    });
    const bool fenced_by_two = two.cluster().fence(failed.epoch(), beat);
    const std::vector<OpenRoom> to_two = two.adopt_all(failed.epoch(), 7);
    other.join();
    CHECK(fenced_by_one != fenced_by_two);
    std::set<std::string> seen;
    const auto play_on = [&](TestNode& node, const std::vector<OpenRoom>& rooms) {
        for (const OpenRoom& open : rooms) {
            CHECK(seen.insert(open.room.code).second);
            CHECK(owner(place, open.room.code) == std::to_string(node.epoch()));
            REQUIRE(open.match.has_value());
            CHECK(node.post(appends(open.match->id, 3, 3)) == Outcome::durable);
        }
    };
    play_on(one, to_one);
    play_on(two, to_two);
    CHECK(seen.size() == all);
}

TEST_CASE("what is visible but on no standby is not shown by the next owner") {
    PostgresServer server;
    const PostgresPlace place(server);
    TestNode one(place);
    TestNode two(place);
    one.post(new_room(1));
    one.post(new_room(2));
    const auto set_standby = [&](const std::string& name) {
        place.query("ALTER SYSTEM SET synchronous_standby_names = '" + name + "'");
        place.query("SELECT pg_reload_conf()");
    };
    const auto await_standby = [&](const std::string& connections) {
        while (place
                   .text("SELECT pid::text FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND " +
                         connections)
                   .empty()) {
        }
    };
    set_standby("nobody");
    await_standby("true");  // a beat waits: all processes of PostgreSQL know the setting now
    one.post_later(appends(match_id(1), 3, 3));  // never answered
    const std::string name = "'cubilete:" + std::to_string(one.epoch());
    await_standby("application_name IN (" + name + ":0', " + name + ":1')");
    server.kill();
    server.start();
    // Its owner is over, by a transaction that needs no standby.
    storage::postgres::Connection other(place.url(), "tests");
    other.execute("SET synchronous_commit = local; UPDATE nodes SET state = 'fenced' WHERE epoch = " +
                  std::to_string(one.epoch()) +
                  "; DELETE FROM lanes WHERE epoch = " + std::to_string(one.epoch()));
    CHECK(place.text("SELECT max(seq)::text FROM log") == "3");
    std::vector<OpenRoom> rooms;
    SUBCASE("who takes all") {
        CHECK_THROWS_AS(two.cluster().adopt(one.epoch(), 10), storage::DatabaseUnavailable);
        set_standby("");
        rooms = two.cluster().adopt(one.epoch(), 10);
    }
    SUBCASE("who takes one after the other") {
        CHECK_THROWS_AS(two.cluster().adopt_room(code(1), one.epoch()), storage::DatabaseUnavailable);
        set_standby("");
        rooms = two.cluster().adopt_room(code(2), one.epoch());
    }
    REQUIRE(rooms.size() == 2);  // also if the claim that was not confirmed had happened
    CHECK(stored_log(place, match_id(1)) == entries(match_id(1), 1, 3));
    CHECK(stored_log(place, match_id(2)) == entries(match_id(2), 1, 2));
}

TEST_CASE("a room that was handed over is the new owner's, and the old one can write to it no more") {
    const PostgresPlace place;
    TestNode one(place);
    TestNode two(place);
    one.post(new_room(1));
    one.post(new_room(2));
    CHECK(two.cluster().receive(code(1)) == std::nullopt);
    CHECK(one.post({storage::HandOverRoom{code(1), two.epoch(), match_id(1)}}) == Outcome::durable);
    const std::optional<OpenRoom> received = two.cluster().receive(code(1));
    REQUIRE(received.has_value());
    CHECK(received->match.value().id == match_id(1));
    CHECK(two.post(appends(match_id(1), 3, 3)) == Outcome::durable);
    CHECK(one.post(appends(match_id(2), 3, 3)) == Outcome::durable);
    SUBCASE("not to its match") {
        one.post_later(appends(match_id(1), 4, 4));
        CHECK(one.end() == ExitReason::unknown);
    }
    SUBCASE("nor to anything else of it") {
        one.post_later({storage::AddChatLine{code(1), chat_line(1)}});
        CHECK(one.end() == ExitReason::unknown);
        CHECK(one.failure().find("another epoch owns room " + code(1)) != std::string::npos);
    }
    CHECK(place.text("SELECT max(seq)::text FROM log JOIN matches ON no = match_no WHERE id = 'm_1'") == "3");
}

TEST_CASE("a room that is read slowly plays on, though its owner has written more meanwhile") {
    const PostgresPlace place;
    TestNode one(place);
    TestNode two(place);
    one.post(new_room(1));
    CHECK(one.post({storage::HandOverRoom{code(1), two.epoch(), match_id(1)}}) == Outcome::durable);
    CHECK(two.cluster().receive(code(1)).has_value());
    storage::postgres::Connection other(place.url(), "tests");
    other.execute("BEGIN; LOCK TABLE match_dice IN ACCESS EXCLUSIVE MODE");
    std::thread slow([&] { CHECK(two.cluster().receive(code(1)).has_value()); });
    while (place.text("SELECT pid::text FROM pg_stat_activity WHERE wait_event_type = 'Lock'").empty()) {
    }
    CHECK(two.post(appends(match_id(1), 3, 3)) == Outcome::durable);
    other.execute("ROLLBACK");
    slow.join();
    std::future<Outcome> next = two.post_later(appends(match_id(1), 4, 4));
    REQUIRE(next.wait_for(std::chrono::minutes(1)) == std::future_status::ready);
    CHECK(next.get() == Outcome::durable);
}
