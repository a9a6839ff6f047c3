#include <algorithm>
#include <string>

#include "tests/server/bot_entries.hpp"

namespace cubilete::server {
namespace {

using namespace std::chrono_literals;

std::string quick(Guest& guest, bool bots) {
    return code_of(guest.ask({{"t", "quick.match"}, {"game", "yahtzee"}, {"bots", bots}}));
}

/// The number of bots in the room that the guest sees.
std::ptrdiff_t auto_bots(const Guest& guest) {
    const Json room = guest.latest("room");
    return std::ranges::count_if(room["seats"], [](const Json& seat) { return seat.contains("level"); });
}

std::string leave(Guest& guest, const std::string& room) {
    return refusal(guest.ask({{"t", "room.leave"}, {"room", room}}));
}

TEST_CASE("a player alone after quick.match gets a built-in bot if they agreed to one") {
    for (const bool agreed : {true, false}) {
        World world;
        Guest ana(world, "Ana");
        CHECK(refusal(ana.ask({{"t", "quick.match"}, {"game", "yahtzee"}, {"bots", agreed}})) == "ok");
        world.turn(world.limits.auto_bot_after - 1ms);
        CHECK(ana.latest("room")["seats"][1]["player"].is_null());
        world.turn(1ms);
        CHECK(ana.latest("room")["seats"][1]["player"].is_null() == !agreed);
    }
}

TEST_CASE("no bot joins a room with a second player") {
    World world;
    Guest ana(world, "Ana");
    Guest ben(world, "Ben");
    CHECK(refusal(ana.ask({{"t", "quick.match"}, {"game", "yahtzee"}, {"bots", true}})) == "ok");
    CHECK(refusal(ben.ask({{"t", "quick.match"}, {"game", "yahtzee"}, {"bots", true}})) == "ok");
    world.turn(world.limits.auto_bot_after);
    CHECK(ana.latest("room")["seats"][1]["player"]["name"] == "Ben");
    CHECK(ana.latest("room")["seats"][2]["player"].is_null());
}

TEST_CASE("a player alone for fifteen seconds is offered a bot, which joins when that is accepted") {
    World world;
    Guest ana(world, "Ana");
    const std::string room = quick(ana, false);
    world.turn(15s - 1ms);
    CHECK(ana.latest("room")["quick"]["offer"] == false);
    world.turn(1ms);
    CHECK(ana.latest("room")["quick"] ==
          Json{{"here", 1}, {"needed", 2}, {"starts_ms", nullptr}, {"offer", true}});
    CHECK(auto_bots(ana) == 0);
    SUBCASE("accepted") {
        world.turn(1h / 10);
        CHECK(quick(ana, true) == room);
        CHECK(auto_bots(ana) == 1);
        CHECK(ana.latest("room")["quick"] ==
              Json{{"here", 2}, {"needed", 2}, {"starts_ms", 10'000}, {"offer", false}});
        world.turn(10s);
        CHECK(ana.latest("room")["phase"] == "playing");
    }
    SUBCASE("requested again without a bot") {
        CHECK(quick(ana, false) == room);
        CHECK(auto_bots(ana) == 0);
        CHECK(ana.latest("room")["quick"]["offer"] == true);
    }
    SUBCASE("another player joins first") {
        Guest ben(world, "Ben");
        CHECK(quick(ben, true) == room);
        CHECK(ana.latest("room")["quick"]["offer"] == false);
        CHECK(auto_bots(ana) == 0);
    }
}

TEST_CASE("the latest quick.match decides whether a player accepts a bot") {
    World world;
    Guest ana(world, "Ana");
    const std::string room = quick(ana, true);
    world.turn(1s);
    CHECK(quick(ana, false) == room);
    world.turn(1s);
    CHECK(quick(ana, true) == room);
    world.turn(world.limits.auto_bot_after - 2s - 1ms);
    CHECK(auto_bots(ana) == 0);
    world.turn(1ms);
    CHECK_MESSAGE(auto_bots(ana) == 1, "a repeated request does not delay it");
}

TEST_CASE("a player left alone in a quick match gets a bot only if they accepted one themselves") {
    for (const bool agreed : {true, false}) {
        World world;
        Guest ana(world, "Ana");
        Guest ben(world, "Ben");
        const std::string room = quick(ana, !agreed);
        REQUIRE(quick(ben, agreed) == room);
        world.turn(world.limits.quick_start - 1ms);
        CHECK(auto_bots(ben) == 0);
        REQUIRE(leave(ana, room) == "ok");
        world.turn(world.limits.auto_bot_after - 1ms);
        CHECK(auto_bots(ben) == 0);
        world.turn(1ms);
        CHECK(auto_bots(ben) == (agreed ? 1 : 0));
    }
}

TEST_CASE("a player away when the bot would come gets it after the full wait once they are back") {
    World world;
    Guest ana(world, "Ana");
    quick(ana, true);
    world.turn(world.limits.auto_bot_after - 1ms);
    ana.hang_up();
    world.turn(world.limits.auto_bot_after);
    Guest back(world, "Ana", ana.token);
    CHECK(auto_bots(back) == 0);
    world.turn(world.limits.auto_bot_after - 1ms);
    CHECK(auto_bots(back) == 0);
    world.turn(1ms);
    CHECK(auto_bots(back) == 1);
}

TEST_CASE("a player who is away does not count as present") {
    World world;
    Guest ana(world, "Ana");
    Guest ben(world, "Ben");
    REQUIRE(quick(ana, false) == quick(ben, true));
    ana.hang_up();
    world.turn(world.limits.auto_bot_after);
    CHECK(auto_bots(ben) == 1);
}

TEST_CASE("after a restart the server still knows who accepts a bot") {
    for (const bool agreed : {true, false}) {
        World world;
        Guest ana(world, "Ana");
        quick(ana, agreed);
        world.turn(world.limits.auto_bot_after / 2);
        world.restart();
        Guest back(world, "Ana", ana.token);
        world.turn(world.limits.auto_bot_after);
        CHECK(auto_bots(back) == (agreed ? 1 : 0));
    }
}

TEST_CASE("no bot joins for a player who left and came back with the room code") {
    World world;
    Guest ana(world, "Ana");
    Guest ben(world, "Ben");
    const std::string room = quick(ana, true);
    code_of(ben.ask({{"t", "room.join"}, {"room", room}, {"as", "spectator"}}));
    REQUIRE(leave(ana, room) == "ok");
    code_of(ana.ask({{"t", "room.join"}, {"room", room}}));
    world.turn(world.limits.auto_bot_after * 2);
    CHECK(auto_bots(ana) == 0);
    CHECK(ana.latest("room")["quick"]["offer"] == true);
}

TEST_CASE("the bots of each quick match have the quota of a player who sits there") {
    World world;
    world.limits.bots_of_player = {entries_a_report * 3 / 2, 24h};  // used up by two reports
    world.restart();
    for (const char* name : {"Ana", "Ben"}) {
        CAPTURE(name);
        Guest guest(world, name);
        quick(guest, true);
        world.turn(world.limits.auto_bot_after);
        world.turn(world.limits.quick_start);
        REQUIRE(guest.latest("room")["phase"] == "playing");
        CHECK(bot_entries_until_limit(world, guest) >= 2 * entries_a_report);
    }
}

TEST_CASE("a player who changes seats while waiting still gets a bot") {
    World world;
    Guest ana(world, "Ana");
    const std::string room = quick(ana, true);
    REQUIRE(refusal(ana.ask({{"t", "room.seat"}, {"room", room}, {"seat", 2}})) == "ok");
    world.turn(world.limits.auto_bot_after);
    CHECK(auto_bots(ana) == 1);
}

}  // namespace
}  // namespace cubilete::server
