#include "tests/server/friends.hpp"

namespace cubilete::server {
namespace {

using namespace std::chrono_literals;

const Json half_a_minute{{"clock", {{"turn_ms", 30'000}}}};

/// Rooms with a match each, after a restart whose background reads are refused for now.
struct Restarted {
    Restarted() {
        for (Friends* one : {&first, &second}) one->start();
        world.archive_is_full = true;
        world.restart();
    }
    /// The player comes with a new socket and enters the room again.
    static void enter(Guest& guest, const std::string& room) {
        guest.come_back();
        REQUIRE(refusal(guest.ask({{"t", "room.join"}, {"room", room}})) == "ok");
    }
    std::size_t entries(const Friends& of) {
        return world.database.store().open_room(of.room).value().log.size();
    }
    /// From now on the history reader takes queries.
    void read_the_others() {
        world.archive_is_full = false;
        world.turn(100ms);
    }

    World world;
    Friends first{world, {{"starter", "first"}}, half_a_minute};
    Friends second{world, {{"starter", "first"}}, half_a_minute};
};

TEST_CASE("after a restart a match goes on as soon as a player comes, before the others have been read") {
    Restarted it;
    Restarted::enter(it.first.ana, it.first.room);
    CHECK(it.first.ana.latest("match")["seq"] == 1);
    CHECK(it.first.ana.latest("room")["phase"] == "playing");
    CHECK(it.first.ana.move()["t"] == "ok");
    it.world.turn(10min);
    CHECK_MESSAGE(it.entries(it.first) > 2, "its clock runs");
    CHECK_MESSAGE(it.entries(it.second) == 1, "nobody has read it");
    it.read_the_others();
    it.world.turn(1ms);
    CHECK_MESSAGE(it.entries(it.second) > 1, "its time ran out long ago");
}

TEST_CASE("the clock of a match runs from the restart, whenever the match is read") {
    Restarted it;
    const auto grace = it.world.limits.restart_grace;
    it.world.turn(20s);
    it.read_the_others();
    Restarted::enter(it.second.ben, it.second.room);
    CHECK(it.second.ben.latest("match")["clock"]["left_ms"] == (30s + grace - 20s - 100ms) / 1ms);
}

TEST_CASE(
    "a room whose match has not been read yet has its seats in the list of own tables and in invitations") {
    Restarted it;
    const auto found = it.world.invitations.find(it.second.room, {}, Invitations::Time(it.world.hands.now()));
    REQUIRE(std::holds_alternative<std::shared_ptr<const Invitation>>(found));
    const auto invitation = std::get<std::shared_ptr<const Invitation>>(found);
    CHECK(invitation->phase == protocol::RoomPhase::playing);
    CHECK(invitation->seated == std::vector<std::string>{"Ana", "Ben"});
    it.second.ben.come_back();
    const Json tables = it.second.ben.ask({{"t", "me.tables"}})["tables"];
    REQUIRE(tables.size() == 1);
    CHECK(tables[0]["room"] == it.second.room);
}

TEST_CASE("a server stops without reading the matches that nobody needed") {
    Restarted it;
    Restarted::enter(it.first.ana, it.first.room);
    bool done = false;
    it.world.lobby->drain([&] { done = true; });
    it.world.settle();
    CHECK(done);
    it.world.archive_is_full = false;
    it.world.restart();
    Restarted::enter(it.second.ana, it.second.room);
    CHECK(it.second.ana.latest("match")["seq"] == 1);
}

}  // namespace
}  // namespace cubilete::server
