// The few facts that must hold on all nodes together: room codes, device codes, limits, and who was deleted.
#include <chrono>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "tests/storage/postgres/test_node.hpp"
#include "tests/storage/samples.hpp"

using namespace cubilete;
using namespace cubilete::tests;
using namespace std::chrono_literals;
using storage::Outcome;

namespace {

const std::string hash_a(32, 'a');
const std::string hash_b(32, 'b');

/// Runs both at the same time.
void at_once(const std::function<void()>& one, const std::function<void()>& two) {
    std::thread other(one);
    two();
    other.join();
}

}  // namespace

TEST_CASE("a room code that two nodes want at the same time goes to one of them") {
    const PostgresPlace place;
    TestNode one(place);
    TestNode two(place);
    for (int number = 0; number < 20; ++number) {
        const std::string code = "CODE" + std::to_string(10 + number);
        bool to_one = false;
        bool to_two = false;
        at_once([&] { to_one = one.reserve(code); }, [&] { to_two = two.reserve(code); });
        CHECK(to_one != to_two);
        TestNode& owner = to_one ? one : two;
        CHECK(owner.post({storage::PutRoom{room(code), {}}}) == Outcome::durable);
        CHECK_FALSE(one.reserve(code));
        CHECK_FALSE(two.reserve(code));
    }
}

TEST_CASE("a code that is only kept is no room, and becomes free with its node or by DropRoom") {
    const PostgresPlace place;
    TestNode one(place);
    auto two = std::make_unique<TestNode>(place);
    const std::int64_t epoch = two->epoch();
    CHECK(one.reserve("KEPT01"));
    CHECK(two->reserve("KEPT02"));
    CHECK(one.cluster().reserve({"KEPT01", "KEPT02", "KEPT03"}) == std::vector<std::string>{"KEPT03"});
    CHECK(one.post({storage::DropRoom{"KEPT03"}}) == Outcome::durable);
    CHECK(one.cluster().owner("KEPT01") == std::nullopt);
    const auto store = storage::make_backend(place.path())->open_store();
    int rooms = 0;
    store->open_rooms([&](storage::OpenRoom) { ++rooms; });
    CHECK(rooms == 0);
    CHECK(store->open_rooms(std::vector<std::string>{"KEPT01"}).empty());
    CHECK(one.post({storage::DropRoom{"KEPT01"}}) == Outcome::durable);
    CHECK(two->reserve("KEPT01"));
    two.reset();
    CHECK(one.cluster().ownerless_epochs() == std::vector{epoch});
    CHECK(one.cluster().adopt(epoch, 10).empty());
    CHECK(one.cluster().ownerless_epochs().empty());
    CHECK(one.reserve("KEPT02"));
}

TEST_CASE("a device code logs in one device, whichever nodes are asked") {
    const PostgresPlace place;
    TestNode one(place);
    TestNode two(place);
    for (int number = 0; number < 20; ++number) {
        one.cluster().offers().make(hash_a, "p_ana", 5min);
        std::optional<std::string> by_one;
        std::optional<std::string> by_two;
        at_once([&] { by_one = one.cluster().offers().redeem(hash_a); },
                [&] { by_two = two.cluster().offers().redeem(hash_a); });
        CHECK(by_one.has_value() != by_two.has_value());
        CHECK((by_one ? by_one : by_two) == "p_ana");
    }
    one.cluster().offers().make(hash_a, "p_ana", 5min);
    two.cluster().offers().make(hash_b, "p_ana", 5min);
    CHECK(one.cluster().offers().redeem(hash_a) == std::nullopt);  // the newer one counts
    CHECK(one.cluster().offers().redeem(hash_b) == "p_ana");
    one.cluster().offers().make(hash_a, "p_ana", 0ms);
    CHECK(two.cluster().offers().redeem(hash_a) == std::nullopt);
}

TEST_CASE("a limit counts what happens on all nodes, and gives back evenly") {
    const PostgresPlace place;
    TestNode one(place);
    TestNode two(place);
    int taken_by_one = 0;
    int taken_by_two = 0;
    const auto consume = [](TestNode& node) {
        return node.cluster().quotas().try_consume("guests of a", 6, 1h);
    };
    at_once(
        [&] {
            for (int n = 0; n < 10; ++n) taken_by_one += consume(one);
        },
        [&] {
            for (int n = 0; n < 10; ++n) taken_by_two += consume(two);
        });
    CHECK(taken_by_one + taken_by_two == 6);
    CHECK(one.cluster().quotas().try_consume("guests of b", 6, 1h));
    // An hour gives back six, so half an hour gives three.
    place.query("UPDATE tallies SET full_at = full_at - interval '30 min'");
    int taken = 0;
    for (int n = 0; n < 10; ++n) taken += consume(one);
    CHECK(taken == 3);
    // The database's clock was a day ahead for a moment, which lasts no longer than that.
    place.query("UPDATE tallies SET full_at = full_at + interval '1 day'");
    CHECK(consume(one));
    CHECK_FALSE(consume(one));
    one.cluster().quotas().refill("guests of a");
    taken = 0;
    for (int n = 0; n < 10; ++n) taken += consume(two);
    CHECK(taken == 6);
}

TEST_CASE("every node is told once of a player who was deleted on any of them") {
    const PostgresPlace place;
    TestNode one(place);
    TestNode two(place);
    one.post({storage::PutPlayer{player("p_ana", 'a')}, storage::PutPlayer{player("p_ben", 'b')}});
    CHECK(two.cluster().beat({}).forgotten.empty());
    one.post({storage::ForgetPlayer{"p_ana"}});
    CHECK(two.cluster().beat({}).forgotten == std::vector<std::string>{"p_ana"});
    CHECK(two.cluster().beat({}).forgotten.empty());
    // Another process took its number earlier and commits later.
    place.query("INSERT INTO forgotten (player, no) VALUES ('p_cid', 0)");
    CHECK(two.cluster().beat({}).forgotten == std::vector<std::string>{"p_cid"});
    two.post({storage::ForgetPlayer{"p_ben"}});
    CHECK(two.cluster().beat({}).forgotten == std::vector<std::string>{"p_ben"});
    CHECK(one.cluster().beat({}).forgotten.size() == 3);
}

TEST_CASE("a node that cannot tell that it lives is away from 1.2 s on, and back with the next beat") {
    const PostgresPlace place;
    TestNode node(place);
    node.stop_heartbeat();
    CHECK_FALSE(node.journal().away());
    while (!node.journal().away()) std::this_thread::sleep_for(20ms);
    CHECK_FALSE(node.journal().accepts());
    node.cluster().beat({});
    CHECK_FALSE(node.journal().away());
    CHECK(node.journal().accepts());
}
