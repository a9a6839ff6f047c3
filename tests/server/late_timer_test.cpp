#include "tests/server/friends.hpp"

namespace cubilete::server {
namespace {

using namespace std::chrono_literals;

TEST_CASE(
    "a turn that ran out while the server stood still gets time for the move that waits in the socket, "
    "once") {
    World world;
    Friends friends(world);
    friends.start();
    const std::chrono::milliseconds turn(friends.ana.latest("room")["clock"]["turn_ms"].get<int>());
    const std::int64_t seq = friends.ana.latest("match")["seq"];
    SUBCASE("for less than a second it is up as ever") {
        world.hands.stand_still(turn + 1s);
        world.settle();
        CHECK(friends.ana.latest("match")["by"] == Json{{"clock", true}});
    }
    SUBCASE("for longer") {
        world.hands.stand_still(turn + 1s + 1ms);
        world.settle();
        CHECK(friends.ana.latest("match")["seq"] == seq);
        CHECK(friends.ana.latest("match")["clock"]["left_ms"] == 15'000);
        SUBCASE("the move counts") { CHECK(friends.ana.move()["t"] == "ok"); }
        SUBCASE("no move comes") {
            world.turn(15s);
            CHECK(friends.ana.latest("match")["by"] == Json{{"clock", true}});
        }
        SUBCASE("it stands still again: once is enough") {
            world.hands.stand_still(1h);
            world.settle();
            CHECK(friends.ana.latest("match")["by"] == Json{{"clock", true}});
        }
    }
}

}  // namespace
}  // namespace cubilete::server
