#include "server/lobby/waiting_rooms.hpp"

#include <string>

#include <doctest/doctest.h>

namespace cubilete::server {
namespace {

const protocol::PlayerInfo ana{"p_ana", "Ana", false};
const protocol::PlayerInfo program{"p_program", "Program", true};

WaitingRoom room(const std::string& code, int taken, int seats, std::vector<std::string> seated = {}) {
    return {code, "yahtzee", taken, seats, true, true, std::move(seated)};
}
std::string found(const WaitingRooms& rooms, const protocol::PlayerInfo& player,
                  const std::set<std::string>& tried = {}) {
    const auto one = rooms.find(player, "yahtzee", tried);
    return one ? one->room : "";
}

TEST_CASE("a stranger gets a seat in the fullest waiting room, and in the oldest of these") {
    WaitingRooms rooms;
    CHECK(found(rooms, ana).empty());
    rooms.put(room("EMPTY", 0, 4));
    rooms.put(room("OLD", 2, 4));
    rooms.put(room("NEW", 2, 4));
    rooms.put(room("FULL", 4, 4));
    CHECK(found(rooms, ana) == "OLD");
    CHECK(found(rooms, ana, {"OLD"}) == "NEW");
    CHECK(found(rooms, ana, {"OLD", "NEW"}) == "EMPTY");
    CHECK(found(rooms, ana, {"OLD", "NEW", "EMPTY"}).empty());
    CHECK_FALSE(rooms.find(ana, "tres", {}));
    rooms.put(room("OLD", 1, 4));
    CHECK(found(rooms, ana) == "NEW");
    rooms.put(room("OLD", 2, 4));
    CHECK_MESSAGE(found(rooms, ana) == "OLD", "its age has not changed");
    rooms.remove("OLD");
    rooms.remove("NOBODY");
    CHECK(found(rooms, ana) == "NEW");
}

TEST_CASE("a stranger who has a seat in a waiting room finds it again, also when it is full") {
    WaitingRooms rooms;
    rooms.put(room("LIVELY", 3, 4));
    rooms.put(room("OWN", 2, 2, {"p_eva", ana.id}));
    CHECK(found(rooms, ana) == "OWN");
    CHECK(found(rooms, ana, {"OWN"}) == "LIVELY");
    rooms.put(room("OWN", 1, 2, {"p_eva"}));
    CHECK(found(rooms, ana) == "LIVELY");
}

TEST_CASE("a person does not get a room that waits for programs only") {
    WaitingRooms rooms;
    WaitingRoom programs = room("BOTS", 2, 4);
    programs.welcomes_people = false;
    rooms.put(programs);
    CHECK(found(rooms, ana).empty());
    CHECK(found(rooms, program) == "BOTS");
}

}  // namespace
}  // namespace cubilete::server
