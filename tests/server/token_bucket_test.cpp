#include "server/core/token_bucket.hpp"

#include <doctest/doctest.h>

#include "server/core/cost.hpp"
#include "tests/server/dice_people.hpp"
#include "tests/server/friends.hpp"

namespace cubilete::server {

namespace {

using std::chrono::milliseconds;
constexpr Rate five{5, milliseconds(2'500)};  // two per second
constexpr TokenBucket::Time noon{std::chrono::hours(12)};

int taken(TokenBucket& bucket, TokenBucket::Time now) {
    int times = 0;
    while (bucket.try_consume(now)) ++times;
    return times;
}

}  // namespace

TEST_CASE("a burst is allowed at once and not one more") {
    TokenBucket bucket(five);
    CHECK(taken(bucket, noon) == 5);
    CHECK_FALSE(bucket.try_consume(noon));
}

TEST_CASE("after a burst the bucket refills at its rate, for any number of requests") {
    TokenBucket bucket(five);
    taken(bucket, noon);
    int times = 0;
    for (int tick = 1; tick <= 1'000; ++tick)
        if (bucket.try_consume(noon + milliseconds(10 * tick))) ++times;
    CHECK(times == 10 * 2);  // 10 seconds
}

TEST_CASE("after a long pause the bucket has at most one burst") {
    TokenBucket bucket(five);
    taken(bucket, noon);
    CHECK(taken(bucket, noon + std::chrono::hours(1)) == 5);
}

TEST_CASE("a refusal has the exact time to wait") {
    TokenBucket bucket(five);
    taken(bucket, noon);
    CHECK(bucket.wait() == milliseconds(500));
    CHECK_FALSE(bucket.try_consume(noon + milliseconds(499)));
    CHECK(bucket.wait() == milliseconds(1));
    CHECK(bucket.try_consume(noon + milliseconds(500)));
}

TEST_CASE("after an expensive request the bucket must refill first, but never more than one burst") {
    TokenBucket bucket(five);
    CHECK(bucket.try_consume(noon));
    bucket.charge(7, noon);
    CHECK_FALSE(bucket.try_consume(noon));
    CHECK(bucket.wait() == milliseconds(2'000));
    CHECK(taken(bucket, noon + milliseconds(2'000)) == 1);
    bucket.charge(1'000'000, noon + milliseconds(2'000));
    CHECK_FALSE(bucket.try_consume(noon + milliseconds(4'999)));
    CHECK(bucket.try_consume(noon + milliseconds(5'000)));
}

TEST_CASE("each key has its own bucket, which is kept while it is used") {
    TokenBuckets<int> all(five, 100);
    CHECK(taken(all.bucket_for(0), noon) == 5);
    for (int other = 1; other < 10'000; ++other) {
        CHECK(all.bucket_for(other).try_consume(noon));
        CHECK_FALSE(all.bucket_for(0).try_consume(noon));
        CHECK(all.size() <= 200);
    }
}

// ---- what a request makes the server send and write is charged like requests

namespace {

using namespace std::chrono_literals;

const Json open_tables{{"t", "lobby.watch"}};

/// A world in which a player has as many requests as by default.
struct Charged : World {
    Charged() {
        limits.requests_of_player = Limits{}.requests_of_player;
        limits.rooms_of_player = limits.rooms_of_address = 1'000;
        restart();
    }
};

/// The number of requests until one is refused for its rate.
int until_limited(Guest& guest, const Json& request) {
    int accepted = 0;
    while (refusal(guest.ask(request)) != "rate_limited") REQUIRE(++accepted < 1'000);
    return accepted;
}

}  // namespace

TEST_CASE("who asks for long lists may ask for fewer of them") {
    Charged world;
    world.limits.requests_of_player.count = 1e6;
    world.restart();
    Guest host(world, "Ana");
    for (int room = 0; room < 200; ++room)
        code_of(host.ask({{"t", "room.create"}, {"game", "yahtzee"}, {"public", true}}));
    world.turn(1s);
    world.limits.requests_of_player = Limits{}.requests_of_player;
    world.restart();
    world.turn(1s);
    Guest eve(world, "Eve");
    const std::size_t bytes = eve.ask(open_tables).dump().size();
    const int price = 1 + Cost{.bytes = bytes}.requests();
    REQUIRE(price > 1);
    CHECK(until_limited(eve, open_tables) == 199 / price);
}

TEST_CASE("to many members a room is pushed at most ten times a second because of who they are") {
    World world;
    Friends friends(world);
    std::vector<std::unique_ptr<Guest>> watchers;
    for (int number = 0; number < 40; ++number) {
        Guest& watcher = *watchers.emplace_back(std::make_unique<Guest>(world, "Wil"));
        REQUIRE(refusal(watcher.ask({{"t", "room.join"}, {"room", friends.room}, {"as", "spectator"}})) ==
                "ok");
        CHECK_MESSAGE(watcher.count("room") >= 1, "who comes sees the room at once");
    }
    world.turn(1s);
    const std::size_t before = friends.ana.count("room");
    for (int number = 0; number < 20; ++number)
        REQUIRE(refusal(friends.ben.ask({{"t", "rename"}, {"name", "Ben " + std::to_string(number)}})) ==
                "ok");
    CHECK(friends.ana.count("room") == before + 1);
    world.turn(100ms);
    CHECK(friends.ana.count("room") == before + 2);
    CHECK(friends.ana.latest("room")["seats"][1]["player"]["name"] == "Ben 19");
    world.turn(1s);
    CHECK(friends.ana.count("room") == before + 2);
}

TEST_CASE("a line of chat costs more where many read it") {
    Charged world;
    Friends friends(world);
    std::vector<std::unique_ptr<Guest>> watchers;
    for (int number = 0; number < 130; ++number) {
        Guest& watcher = *watchers.emplace_back(std::make_unique<Guest>(world, "Wil"));
        REQUIRE(refusal(watcher.ask({{"t", "room.join"}, {"room", friends.room}, {"as", "spectator"}})) ==
                "ok");
    }
    world.turn(1min);
    const int price = 1 + Cost{.frames = 132}.requests();
    REQUIRE(price == 3);
    CHECK(until_limited(friends.ana, {{"t", "room.chat"}, {"room", friends.room}, {"text", "hi"}}) ==
          (200 + price - 1) / price);
}

TEST_CASE("a cup that is shaken costs more where many see it") {
    Charged world;
    Friends friends(world);
    std::vector<std::unique_ptr<Guest>> watchers;
    for (int number = 0; number < 130; ++number) {
        Guest& watcher =
            *watchers.emplace_back(std::make_unique<Guest>(world, "Wil", "", false, ClientNetwork{}, true));
        REQUIRE(refusal(watcher.ask({{"t", "room.join"}, {"room", friends.room}, {"as", "spectator"}})) ==
                "ok");
    }
    world.turn(1min);
    const int price = 1 + Cost{.frames = 130}.requests();
    REQUIRE(price == 3);
    CHECK(until_limited(friends.ana, {{"t", "dice.shake"}, {"room", friends.room}}) ==
          (200 + price - 1) / price);
    CHECK(watchers.back()->count("dice.shake") == 67);
}

TEST_CASE("a table takes so many spectators and no more") {
    World world;
    world.limits.most_watchers = 2;
    world.restart();
    Friends friends(world, Json::object(), {{"seats", 2}});
    const Json watch{{"t", "room.join"}, {"room", friends.room}, {"as", "spectator"}};
    std::vector<std::unique_ptr<Guest>> watchers;
    for (int number = 0; number < 3; ++number) watchers.push_back(std::make_unique<Guest>(world, "Wil"));
    CHECK(refusal(watchers[0]->ask(watch)) == "ok");
    CHECK(refusal(watchers[1]->ask(watch)) == "ok");
    CHECK(refusal(watchers[2]->ask(watch)) == "room_full");
    CHECK_MESSAGE(refusal(watchers[0]->ask(watch)) == "ok", "who is there stays there");
    watchers[0]->hang_up();
    CHECK(refusal(watchers[2]->ask(watch)) == "ok");
}

TEST_CASE("a value for the dice that is sent again is not written again, and counts as a request") {
    Charged world;
    Cups cups(world);
    cups.ask_to_start();
    const Json tip{
        {"t", "dice.tip"}, {"room", cups.room}, {"match", cups.match}, {"tip", std::string(64, 'a')}};
    CHECK(refusal(cups.ana.ask(tip)) == "ok");
    int writes = 0;
    world.disk_is_full_for = [&](const storage::Write&) {
        ++writes;
        return false;
    };
    for (int again = 0; again < 250; ++again) CHECK(refusal(cups.ana.ask(tip)) == "ok");
    CHECK(writes == 0);
    CHECK(refusal(cups.ana.ask(open_tables)) == "rate_limited");
}

}  // namespace cubilete::server
