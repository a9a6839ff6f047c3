#include <memory>
#include <vector>

#include "tests/server/friends.hpp"

namespace cubilete::server {
namespace {

using namespace std::chrono_literals;

bool is_open(World& world, const std::string& room) {
    return world.database.store().open_room(room).has_value();
}

std::string reason_of(World& world, const Json& match) {
    const auto kept = world.database.store().match(match);
    return kept && kept->result ? Json::parse(*kept->result)["reason"] : Json("running");
}

/// A match whose only player has started it and disconnected.
std::string left_alone(Guest& guest) {
    const std::string room = code_of(
        guest.ask({{"t", "room.create"}, {"game", "yahtzee"}, {"seats", 1}, {"clock", {{"turn_ms", 0}}}}));
    REQUIRE(refusal(guest.ask({{"t", "room.start"}, {"room", room}})) == "ok");
    return room;
}

TEST_CASE("a match without a clock and without connections for a week is abandoned, and its room closes") {
    World world;
    Friends friends(world, {{"starter", "first"}}, {{"clock", {{"turn_ms", 0}}}});
    friends.start();
    const Json match = friends.ana.latest("match")["match"];
    friends.ana.hang_up();
    world.turn(30 * 24h);
    CHECK_MESSAGE(is_open(world, friends.room), "Ben is connected");
    friends.ben.hang_up();
    world.turn(7 * 24h - 1ms);
    CHECK(reason_of(world, match) == "running");

    SUBCASE("a connection restarts the wait") {
        Guest ana(world, "Ana", friends.ana.token);
        world.turn(1s);
        ana.hang_up();
        world.turn(7 * 24h - 1ms);
        CHECK(is_open(world, friends.room));
    }
    world.turn(1ms);
    CHECK_FALSE(is_open(world, friends.room));
    CHECK(reason_of(world, match) == "abandoned");
    CHECK(Guest(world, "Ana", friends.ana.token).rooms.empty());
}

TEST_CASE("with one seated person it takes a day, and with turns of a day two days") {
    World world;
    Guest ana(world, "Ana");
    const std::string alone = left_alone(ana);
    const std::string slow = code_of(ana.ask(
        {{"t", "room.create"}, {"game", "yahtzee"}, {"seats", 1}, {"clock", {{"turn_ms", 86'400'000}}}}));
    REQUIRE(refusal(ana.ask({{"t", "room.start"}, {"room", slow}})) == "ok");
    ana.hang_up();
    world.turn(24h - 1ms);
    CHECK(is_open(world, alone));
    world.turn(1ms);
    CHECK_FALSE(is_open(world, alone));
    CHECK(is_open(world, slow));
    world.turn(24h);
    CHECK_FALSE(is_open(world, slow));
}

TEST_CASE("a restart neither restarts the wait nor ends it before people could reconnect") {
    World world;
    Guest ana(world, "Ana");
    const std::string room = left_alone(ana);
    ana.hang_up();
    world.turn(23h);
    world.restart();
    world.turn(1h - 1ms);
    CHECK(is_open(world, room));
    SUBCASE("then the match is abandoned") { world.turn(1ms); }
    SUBCASE("after a long downtime it is abandoned ten minutes after the start") {
        world.restart();
        world.hands.set_wall(24h * 365);
        world.restart();
        world.turn(world.limits.empty_room - 1ms);
        CHECK(is_open(world, room));
        world.turn(1ms);
    }
    CHECK_FALSE(is_open(world, room));
}

TEST_CASE("empty rooms count for their creator, also after a restart, and not for others at the address") {
    World world;
    world.limits.rooms_of_address = 2;
    world.limits.rooms_of_player = 2;
    world.restart();
    std::vector<std::unique_ptr<Guest>> school;
    for (int child = 0; child < 5; ++child) {
        Guest& guest = *school.emplace_back(std::make_unique<Guest>(world));
        left_alone(guest);
        left_alone(guest);
        CHECK(refusal(guest.ask({{"t", "room.create"}, {"game", "yahtzee"}})) == "rate_limited");
        guest.hang_up();
    }
    world.restart();
    Guest again(world, "Again", school.front()->token);
    CHECK(refusal(again.ask({{"t", "room.create"}, {"game", "yahtzee"}})) == "rate_limited");
    again.hang_up();
    Guest teacher(world, "Teacher");
    code_of(teacher.ask({{"t", "room.create"}, {"game", "yahtzee"}}));
}

TEST_CASE(
    "with too many empty rooms of an address its least used room is closed, and no other address loses one") {
    World world;
    world.limits.rooms_left_of_address = 4;
    world.restart();
    Friends friends(world, {{"starter", "first"}}, {{"clock", {{"turn_ms", 0}}}});
    friends.start();
    friends.ana.hang_up();
    friends.ben.hang_up();
    std::vector<std::string> rooms;
    for (int guest = 0; guest < 6; ++guest) {
        Guest stranger(world);
        rooms.push_back(left_alone(stranger));
        stranger.hang_up();
    }
    Guest teacher(world, "Teacher");
    code_of(teacher.ask({{"t", "room.create"}, {"game", "yahtzee"}}));
    CHECK_MESSAGE(is_open(world, rooms[0]), "a player who was just disconnected may come back");
    world.turn(world.limits.empty_room);
    code_of(teacher.ask({{"t", "room.create"}, {"game", "yahtzee"}}));
    CHECK(is_open(world, friends.room));
    CHECK_FALSE(is_open(world, rooms[0]));
    CHECK(is_open(world, rooms[5]));
}

}  // namespace
}  // namespace cubilete::server
