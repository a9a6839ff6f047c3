#include <algorithm>
#include <string>

#include "tests/server/friends.hpp"

namespace cubilete::server {
namespace {

using namespace std::chrono_literals;

std::string quick(Guest& guest, bool bots) {
    return code_of(guest.ask({{"t", "quick.match"}, {"game", "yahtzee"}, {"bots", bots}}));
}

/// How many players of the house sit at the table, as the guest has been shown it.
std::ptrdiff_t company(const Guest& guest) {
    const Json room = guest.latest("room");
    return std::ranges::count_if(room["seats"], [](const Json& seat) { return seat.contains("level"); });
}

std::string leave(Guest& guest, const std::string& room) {
    return refusal(guest.ask({{"t", "room.leave"}, {"room", room}}));
}

TEST_CASE("who is alone after a quick match gets company of the house, if that was agreed") {
    for (const bool agreed : {true, false}) {
        World world;
        Guest ana(world, "Ana");
        CHECK(refusal(ana.ask({{"t", "quick.match"}, {"game", "yahtzee"}, {"bots", agreed}})) == "ok");
        world.turn(world.limits.lonely - 1ms);
        CHECK(ana.latest("room")["seats"][1]["player"].is_null());
        world.turn(1ms);
        CHECK(ana.latest("room")["seats"][1]["player"].is_null() == !agreed);
    }
}

TEST_CASE("nobody comes by himself to a table that has found a second player") {
    World world;
    Guest ana(world, "Ana");
    Guest ben(world, "Ben");
    CHECK(refusal(ana.ask({{"t", "quick.match"}, {"game", "yahtzee"}, {"bots", true}})) == "ok");
    CHECK(refusal(ben.ask({{"t", "quick.match"}, {"game", "yahtzee"}, {"bots", true}})) == "ok");
    world.turn(world.limits.lonely);
    CHECK(ana.latest("room")["seats"][1]["player"]["name"] == "Ben");
    CHECK(ana.latest("room")["seats"][2]["player"].is_null());
}

TEST_CASE("who has waited in vain may still agree to company, and the last word counts") {
    World world;
    Guest ana(world, "Ana");
    const std::string room = quick(ana, false);
    world.turn(world.limits.lonely * 3);
    CHECK(company(ana) == 0);
    CHECK(quick(ana, true) == room);
    world.turn(world.limits.lonely - 1ms);
    CHECK(company(ana) == 0);
    SUBCASE("it comes 20 seconds later") {
        world.turn(1ms);
        CHECK(company(ana) == 1);
    }
    SUBCASE("asking again does not put it off") {
        CHECK(quick(ana, true) == room);
        world.turn(1ms);
        CHECK(company(ana) == 1);
    }
    SUBCASE("asking again without it keeps it away") {
        CHECK(quick(ana, false) == room);
        world.turn(world.limits.lonely * 2);
        CHECK(company(ana) == 0);
    }
}

TEST_CASE("who is left alone at a quick table gets the company that he himself agreed to") {
    for (const bool agreed : {true, false}) {
        World world;
        Guest ana(world, "Ana");
        Guest ben(world, "Ben");
        const std::string room = quick(ana, !agreed);
        REQUIRE(quick(ben, agreed) == room);
        world.turn(world.limits.lonely);
        CHECK(company(ben) == 0);
        REQUIRE(leave(ana, room) == "ok");
        world.turn(world.limits.lonely - 1ms);
        CHECK(company(ben) == 0);
        world.turn(1ms);
        CHECK(company(ben) == (agreed ? 1 : 0));
    }
}

TEST_CASE("who is away when company would come gets it once he has been back for as long") {
    World world;
    Guest ana(world, "Ana");
    quick(ana, true);
    world.turn(world.limits.lonely - 1ms);
    ana.hang_up();
    world.turn(world.limits.lonely);
    Guest back(world, "Ana", ana.token);
    CHECK(company(back) == 0);
    world.turn(world.limits.lonely - 1ms);
    CHECK(company(back) == 0);
    world.turn(1ms);
    CHECK(company(back) == 1);
}

TEST_CASE("a seat whose player is away is no company") {
    World world;
    Guest ana(world, "Ana");
    Guest ben(world, "Ben");
    REQUIRE(quick(ana, false) == quick(ben, true));
    ana.hang_up();
    world.turn(world.limits.lonely);
    CHECK(company(ben) == 1);
}

TEST_CASE("a restart of the server does not forget that company was agreed to") {
    for (const bool agreed : {true, false}) {
        World world;
        Guest ana(world, "Ana");
        quick(ana, agreed);
        world.turn(world.limits.lonely / 2);
        world.restart();
        Guest back(world, "Ana", ana.token);
        world.turn(world.limits.lonely);
        CHECK(company(back) == (agreed ? 1 : 0));
    }
}

TEST_CASE("company that the host sends away stays away until he agrees to it again") {
    World world;
    Guest ana(world, "Ana");
    const std::string room = quick(ana, true);
    world.turn(world.limits.lonely);
    REQUIRE(company(ana) == 1);
    REQUIRE(refusal(ana.ask({{"t", "room.bot"}, {"room", room}, {"seat", 1}, {"level", nullptr}})) == "ok");
    world.turn(world.limits.lonely * 2);
    CHECK(company(ana) == 0);
    REQUIRE(quick(ana, true) == room);
    world.turn(world.limits.lonely);
    CHECK(company(ana) == 1);
}

TEST_CASE("no company comes to a table that is closed to strangers, nor to who has left and come back") {
    World world;
    Guest ana(world, "Ana");
    Guest ben(world, "Ben");
    const std::string room = quick(ana, true);
    SUBCASE("not public any more") {
        REQUIRE(refusal(ana.ask({{"t", "room.set"}, {"room", room}, {"public", false}})) == "ok");
    }
    SUBCASE("with a password") {
        REQUIRE(refusal(ana.ask({{"t", "room.set"}, {"room", room}, {"password", "x"}})) == "ok");
    }
    SUBCASE("left and come back by the code") {
        code_of(ben.ask({{"t", "room.join"}, {"room", room}, {"as", "spectator"}}));
        REQUIRE(leave(ana, room) == "ok");
        code_of(ana.ask({{"t", "room.join"}, {"room", room}}));
    }
    world.turn(world.limits.lonely * 2);
    CHECK(company(ana) == 0);
}

TEST_CASE("who changes his seat while he waits still gets company") {
    World world;
    Guest ana(world, "Ana");
    const std::string room = quick(ana, true);
    REQUIRE(refusal(ana.ask({{"t", "room.seat"}, {"room", room}, {"seat", 2}})) == "ok");
    world.turn(world.limits.lonely);
    CHECK(company(ana) == 1);
}

}  // namespace
}  // namespace cubilete::server
