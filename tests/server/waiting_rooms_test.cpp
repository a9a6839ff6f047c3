#include "server/lobby/waiting_rooms.hpp"

#include <string>

#include <doctest/doctest.h>

namespace cubilete::server {
namespace {

const protocol::PlayerInfo a_person{"p_ana", "Ana", false};

WaitingRoom waiting_at(const std::string& code, int taken, int seats, std::vector<std::string> seated = {}) {
    return {code, "yahtzee", taken, seats, true, true, std::move(seated)};
}
std::string first_for(const WaitingRooms& rooms, const protocol::PlayerInfo& player,
                      const std::set<std::string>& tried = {}) {
    const auto one = rooms.find(player, "yahtzee", tried);
    return one ? one->room : "";
}

TEST_CASE("a stranger gets a seat in the fullest waiting room, and in the oldest of these") {
    WaitingRooms rooms;
    CHECK(first_for(rooms, a_person).empty());
    rooms.put(waiting_at("EMPTY", 0, 4));
    rooms.put(waiting_at("OLD", 2, 4));
    rooms.put(waiting_at("NEW", 2, 4));
    rooms.put(waiting_at("FULL", 4, 4));
    CHECK(first_for(rooms, a_person) == "OLD");
    CHECK(first_for(rooms, a_person, {"OLD"}) == "NEW");
    CHECK(first_for(rooms, a_person, {"OLD", "NEW"}) == "EMPTY");
    CHECK(first_for(rooms, a_person, {"OLD", "NEW", "EMPTY"}).empty());
    CHECK_FALSE(rooms.find(a_person, "tres", {}));
    rooms.put(waiting_at("OLD", 1, 4));
    CHECK(first_for(rooms, a_person) == "NEW");
    rooms.put(waiting_at("OLD", 2, 4));
    CHECK_MESSAGE(first_for(rooms, a_person) == "OLD", "its age has not changed");
    rooms.remove("OLD");
    rooms.remove("NOBODY");
    CHECK(first_for(rooms, a_person) == "NEW");
}

TEST_CASE("a stranger who has a seat in a waiting room finds it again, also when it is full") {
    WaitingRooms rooms;
    rooms.put(waiting_at("LIVELY", 3, 4));
    rooms.put(waiting_at("OWN", 2, 2, {"p_eva", a_person.id}));
    CHECK(first_for(rooms, a_person) == "OWN");
    CHECK(first_for(rooms, a_person, {"OWN"}) == "LIVELY");
    rooms.put(waiting_at("OWN", 1, 2, {"p_eva"}));
    CHECK(first_for(rooms, a_person) == "LIVELY");
}

}  // namespace
}  // namespace cubilete::server
