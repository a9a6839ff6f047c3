#include "tests/server/world.hpp"

// Changes of the wall clock, by hand or by daylight saving time, do not affect a match.
namespace cubilete::server {
namespace {

using namespace std::chrono_literals;

constexpr Clock::Duration jumps[]{2h, -1h, -24h * 365};

TEST_CASE("a change of the wall clock does not change the length of a turn") {
    for (const Clock::Duration jump : jumps) {
        CAPTURE(jump.count());
        World world;
        Guest ana(world);
        const std::string room =
            code_of(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}, {"clock", {{"turn_ms", 30'000}}}}));
        ana.ask({{"t", "room.start"}, {"room", room}});
        world.turn(10s);
        world.hands.set_wall(jump);
        world.turn(20s - 1ms);
        CHECK(ana.latest("match")["seq"] == 1);
        world.turn(1ms);
        CHECK(ana.latest("match")["by"] == Json{{"clock", true}});
    }
}

TEST_CASE("after a restart a match continues with the remaining time, for any change of the wall clock") {
    for (const Clock::Duration jump : jumps) {
        CAPTURE(jump.count());
        World world;
        Guest before(world);
        const std::string room = code_of(
            before.ask({{"t", "room.create"}, {"game", "yahtzee"}, {"clock", {{"turn_ms", 30'000}}}}));
        before.ask({{"t", "room.start"}, {"room", room}});
        world.turn(10s);
        REQUIRE(before.move()["t"] == "ok");
        world.hands.set_wall(jump);
        world.restart();
        Guest ana(world, "Ana", before.token);
        code_of(ana.ask({{"t", "room.join"}, {"room", room}}));
        CHECK(ana.latest("match")["clock"]["left_ms"] == 35'000);
    }
}

TEST_CASE("a change of the wall clock does not change when an empty room closes") {
    for (const Clock::Duration jump : jumps) {
        CAPTURE(jump.count());
        World world;
        Guest ana(world);
        Guest watcher(world);
        code_of(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}, {"public", true}}));
        ana.hang_up();
        world.hands.set_wall(jump);
        world.turn(world.limits.empty_room - 1ms);
        CHECK(watcher.ask({{"t", "lobby.watch"}})["rooms"].size() == 1);
        world.turn(1s);
        CHECK(watcher.ask({{"t", "lobby.watch"}})["rooms"].empty());
    }
}

TEST_CASE("the next host is the longest seated player, also if the wall clock was set back meanwhile") {
    World world;
    Guest ana(world, "Ana");
    Guest ben(world, "Ben");
    Guest cleo(world, "Cleo");
    const std::string room = code_of(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}, {"seats", 3}}));
    code_of(ben.ask({{"t", "room.join"}, {"room", room}, {"seat", 2}}));
    world.hands.set_wall(-1h);
    code_of(cleo.ask({{"t", "room.join"}, {"room", room}, {"seat", 1}}));
    REQUIRE(refusal(ana.ask({{"t", "room.leave"}, {"room", room}})) == "ok");
    CHECK(ben.latest("room")["host"] == ben.id);
}

}  // namespace
}  // namespace cubilete::server
