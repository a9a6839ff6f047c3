#include "tests/server/friends.hpp"

namespace cubilete::server {
namespace {

using namespace std::chrono_literals;

TEST_CASE(
    "a turn that ran out while the server stood still gets more time once, for a move that waits in the "
    "socket") {
    World world;
    Friends friends(world);
    friends.start();
    const std::chrono::milliseconds turn(friends.ana.latest("room")["clock"]["turn_ms"].get<int>());
    const std::int64_t seq = friends.ana.latest("match")["seq"];
    SUBCASE("for less than a second: the turn is over as usual") {
        world.hands.stand_still(turn + 1s);
        world.settle();
        CHECK(friends.ana.latest("match")["by"] == Json{{"clock", true}});
    }
    SUBCASE("for longer") {
        world.hands.stand_still(turn + 1s + 1ms);
        world.settle();
        CHECK(friends.ana.latest("match")["seq"] == seq);
        CHECK(friends.ana.latest("match")["clock"]["left_ms"] == 15'000);
        SUBCASE("the move is played") { CHECK(friends.ana.move()["t"] == "ok"); }
        SUBCASE("no move comes") {
            world.turn(15s);
            CHECK(friends.ana.latest("match")["by"] == Json{{"clock", true}});
        }
        SUBCASE("a second standstill gives no more time") {
            world.hands.stand_still(1h);
            world.settle();
            CHECK(friends.ana.latest("match")["by"] == Json{{"clock", true}});
        }
    }
}

TEST_CASE("each turn has its whole time, although the timer of an earlier turn rings during it") {
    World world;
    Friends friends(world);
    friends.start();
    const std::chrono::milliseconds turn(friends.ana.latest("room")["clock"]["turn_ms"].get<int>());
    world.turn(turn - 1s);
    const int set = world.hands.set();
    const Json first = friends.ana.latest("match")["to_act"];
    while (friends.ana.latest("match")["to_act"] == first)
        REQUIRE(friends.at(first.at(0).get<int>()).move()["t"] == "ok");
    CHECK(world.hands.set() == set);
    const std::int64_t seq = friends.ana.latest("match")["seq"];
    world.turn(turn - 1ms);
    CHECK(friends.ana.latest("match")["seq"] == seq);
    CHECK(world.hands.set() == set + 1);
    world.turn(1ms);
    CHECK(friends.ana.latest("match")["seq"] == seq + 1);
    CHECK(friends.ana.latest("match")["by"] == Json{{"clock", true}});
}

}  // namespace
}  // namespace cubilete::server
