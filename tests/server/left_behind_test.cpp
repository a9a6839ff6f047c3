#include <memory>
#include <vector>

#include "server/commands/commands.hpp"
#include "server/match/chain.hpp"
#include "server/match/dice_replay.hpp"
#include "server/room/stored_room.hpp"
#include "tests/server/dice_people.hpp"
#include "tests/server/friends.hpp"
#include "tests/server/said.hpp"
#include "tests/stored_match.hpp"

namespace cubilete::server {
namespace {

using namespace std::chrono_literals;

bool is_open(World& world, const std::string& room) {
    return world.database.store().open_room(room).has_value();
}

std::string reason_of(World& world, const Json& match) {
    const auto stored = world.database.store().match(match);
    return stored && stored->result ? Json::parse(*stored->result)["reason"] : Json("running");
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

TEST_CASE("a room that cannot be closed because the disk is full stays, and closes when there is room") {
    bool plays = false;
    bool comes_back = false;
    SUBCASE("without a match") {}
    SUBCASE("in a match") { plays = true; }
    SUBCASE("without a match, when somebody comes back") { comes_back = true; }
    SUBCASE("in a match, when somebody comes back") { plays = comes_back = true; }
    World world;
    world.disk_is_full_for = [](const storage::Write& write) {
        return std::holds_alternative<storage::DropRoom>(write);
    };
    Guest ana(world, "Ana");
    const std::string room =
        plays ? left_alone(ana) : code_of(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}}));
    const Json match = ana.latest("match");
    ana.hang_up();
    world.turn(plays ? world.limits.abandon_alone : world.limits.empty_room);
    CHECK(is_open(world, room));
    if (comes_back) {
        ana.come_back();
        CHECK(ana.rooms == Json::array({room}));
        CHECK(ana.latest("room")["room"] == room);
        code_of(ana.ask({{"t", "room.join"}, {"room", room}}));
        if (plays) CHECK(refusal(ana.move()) == "ok");
        world.restart();
        ana.come_back();
        CHECK(ana.rooms == Json::array({room}));
        return;
    }
    world.disk_is_full_for = {};
    world.turn(world.limits.empty_room);
    CHECK_FALSE(is_open(world, room));
    if (plays) CHECK(reason_of(world, match["match"]) == "abandoned");
    ana.come_back();
    CHECK(ana.rooms.empty());
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

TEST_CASE("when strangers of many addresses have left all rooms behind, honest people find a place at once") {
    World world;
    world.limits.most_rooms = 5;
    world.restart();
    Friends friends(world, {{"starter", "first"}}, {{"clock", {{"turn_ms", 0}}}});
    friends.start();
    friends.ana.hang_up();
    friends.ben.hang_up();
    std::vector<std::string> rooms;
    for (std::uint8_t address = 1; address <= 4; ++address) {
        Guest stranger(world, "Eve", {}, false, ClientNetwork{{address}});
        rooms.push_back(left_alone(stranger));
        stranger.hang_up();
        world.turn(1ms);
    }
    SUBCASE("also after a restart") { world.restart(); }
    Guest cleo(world, "Cleo");
    const std::string honest = code_of(cleo.ask({{"t", "room.create"}, {"game", "yahtzee"}}));
    CHECK_FALSE(is_open(world, rooms[0]));
    CHECK(is_open(world, rooms[1]));
    CHECK(is_open(world, friends.room));
    for (int more = 0; more < 3; ++more) code_of(cleo.ask({{"t", "room.create"}, {"game", "yahtzee"}}));
    CHECK_FALSE(is_open(world, rooms[3]));
    CHECK_MESSAGE(is_open(world, friends.room), "two people have seats there");
    CHECK(is_open(world, honest));
}

// ---- rooms that a fault has stopped

/// A match of Cups with provable dice whose room the next server cannot open.
struct FrozenCups : Cups {
    using Cups::Cups;

    storage::OpenRoom stored() const { return world.database.store().open_room(room).value(); }
    std::string seed() const { return Json::parse(stored().dice->state)["seed"]; }
    /// The next server does not know the game of the room.
    void lose_the_game() const { lose_the_game(world, room); }
    static void lose_the_game(World& world, const std::string& room) {
        const auto open = world.database.store().open_room(room).value();
        storage::PutRoom put{open.room, open.seats};
        Json settings = Json::parse(put.room.settings);
        settings["game"] = "foo";
        put.room.settings = settings.dump();
        world.database.post({put});
        world.restart();
    }
    /// The log gets an entry that the rules do not allow.
    void spoil_the_log() const {
        storage::LogRow entry = log_of(world.database.store(), match).back();
        ++entry.seq;
        entry.by = R"({"seat":0})";
        entry.message_id.clear();
        entry.move = R"({"do":"nothing"})";
        entry.draws = "[]";
        entry.extra.clear();
        entry.hash = chain_hash(newest_chain, log_of(world.database.store(), match).back().hash, entry);
        world.database.post({storage::AppendEntry{entry}});
    }
    void leaves(Witness& player) const {
        player.come_back();
        CHECK(refusal(player.ask({{"t", "room.join"}, {"room", room}})) == "busy");
        CHECK(refusal(player.ask({{"t", "room.leave"}, {"room", room}})) == "ok");
    }
    /// The match has ended as `void`, without scores, and its secret is published.
    void require_void(const std::string& seed) const {
        CHECK_FALSE(is_open(world, room));
        const storage::Record stored = world.database.store().record(match).value();
        REQUIRE(stored.match.ended_ms);
        CHECK(stored.match.result == R"({"places":[],"scores":[],"winners":[],"left":[],"reason":"void"})");
        CHECK(stored.scores.empty());
        CHECK(record()["proof"]["seed"] == seed);
    }
};

TEST_CASE(
    "when all have left a room that this server cannot open, its match is void and its dice are proven") {
    World world;
    FrozenCups cups(world);
    cups.begin();
    for (int moves = 0; moves < 3; ++moves) {
        cups.send_move();
        work(world, {&cups.ana, &cups.ben});
    }
    const std::string seed = cups.seed();
    cups.lose_the_game();
    const auto before = cups.stored();
    cups.leaves(cups.ana);
    CHECK(reason_of(world, cups.match) == "running");
    CHECK(cups.stored().dice == before.dice);
    CHECK(cups.stored().log == before.log);
    CHECK_MESSAGE(cups.record()["proof"].is_null(), "the secret of a match that may go on");
    CHECK(cups.record()["log"].is_null());
    SUBCASE("and both leave") { cups.leaves(cups.ben); }
    SUBCASE("and the last one deletes their account") {
        cups.ben.come_back();
        CHECK(refusal(cups.ben.ask({{"t", "me.delete"}})) == "ok");
    }
    cups.require_void(seed);
    CHECK(check_dice(cups.record()).text().starts_with("fair: "));
    CHECK(replay_dice(cups.record()).text().ends_with("; replayed by the rules"));
    CHECK(said_by(run_check, {world.database.directory()}).code == 0);
    const Json open = cups.ana.ask({{"t", "room.join"}, {"room", cups.room}});
    CHECK(refusal(open) == "no_room");
}

TEST_CASE("a match whose log does not replay is void when all have left, and its secret is published") {
    World world;
    FrozenCups cups(world);
    cups.begin();
    const std::string seed = cups.seed();
    cups.spoil_the_log();
    world.restart();
    cups.leaves(cups.ana);
    CHECK(reason_of(world, cups.match) == "running");
    cups.leaves(cups.ben);
    cups.require_void(seed);
    CHECK(check_dice(cups.record()).text().starts_with("fair: "));
    CHECK(replay_dice(cups.record()).text().starts_with("FALSE at entry 2: it is not by the rules"));
}

TEST_CASE("a match that becomes void before its first entry has a proof without draws") {
    World world;
    FrozenCups cups(world);
    cups.ask_to_start();
    SUBCASE("at the tips") { cups.ana.answer(); }
    SUBCASE("at the reveals") {
        cups.ana.answer();
        cups.ben.answer();
        world.settle();
        cups.ana.answer();
    }
    world.settle();
    const std::string seed = cups.seed();
    cups.lose_the_game();
    cups.leaves(cups.ana);
    cups.leaves(cups.ben);
    cups.require_void(seed);
    const DiceVerdict verdict = replay_dice(cups.record());
    CAPTURE(verdict.text());
    CHECK((verdict.kind == DiceVerdict::Kind::fair || verdict.kind == DiceVerdict::Kind::servers_dice));
    CHECK(verdict.draws == 0);
    CHECK(said_by(run_check, {world.database.directory()}).code == 0);
}

TEST_CASE("a match without provable dice in a room that this server cannot open is void without a proof") {
    World world;
    Friends friends(world);
    friends.start();
    const Json match = friends.ana.latest("match")["match"];
    FrozenCups::lose_the_game(world, friends.room);
    for (Guest* player : {&friends.ana, &friends.ben}) {
        CHECK(reason_of(world, match) == "running");
        player->come_back();
        CHECK(refusal(player->ask({{"t", "room.leave"}, {"room", friends.room}})) == "ok");
    }
    CHECK(reason_of(world, match) == "void");
    CHECK(world.database.store().match(match)->proof.empty());
    CHECK_FALSE(is_open(world, friends.room));
    CHECK(said_by(run_check, {world.database.directory()}).code == 0);
}

TEST_CASE("a stopped room ends when nobody was connected for a week, which each restart begins anew") {
    World world;
    FrozenCups cups(world);
    cups.begin();
    const std::string seed = cups.seed();
    cups.lose_the_game();
    world.turn(world.limits.abandon_after - 1ms);
    CHECK(reason_of(world, cups.match) == "running");
    world.restart();
    world.turn(world.limits.abandon_after - 1ms);
    CHECK(reason_of(world, cups.match) == "running");
    world.turn(1ms);
    cups.require_void(seed);
}

TEST_CASE("a stopped room stays as it is on disk while a player is connected to it") {
    World world;
    FrozenCups cups(world);
    cups.begin();
    const std::string seed = cups.seed();
    cups.spoil_the_log();
    const auto before = cups.stored();
    world.archive_is_full = true;  // the room is read only when Ana comes
    world.restart();
    cups.ana.come_back();
    world.turn(30 * 24h);
    const auto unchanged = [&] {
        const auto now = cups.stored();
        CHECK(now.room == before.room);
        CHECK(now.seats == before.seats);
        CHECK(now.dice == before.dice);
        CHECK(now.log == before.log);
        CHECK(reason_of(world, cups.match) == "running");
    };
    unchanged();
    cups.ana.hang_up();
    world.turn(world.limits.abandon_after - 1ms);
    unchanged();
    world.turn(1ms);
    cups.require_void(seed);
}

TEST_CASE("a stopped room does not keep the address of its maker, who is deleted") {
    World world;
    FrozenCups cups(world);
    cups.begin();
    cups.spoil_the_log();
    world.restart();
    const auto has_maker = [&] { return Json::parse(cups.stored().room.settings).contains("maker"); };
    CHECK(has_maker());
    cups.ana.come_back();
    CHECK(refusal(cups.ana.ask({{"t", "me.delete"}})) == "ok");
    CHECK_FALSE(has_maker());
}

TEST_CASE("a full disk keeps a stopped room until there is room for its end") {
    World world;
    FrozenCups cups(world);
    cups.begin();
    const std::string seed = cups.seed();
    cups.lose_the_game();
    world.disk_is_full_for = [](const storage::Write& write) {
        return std::holds_alternative<storage::LeaveSeat>(write) ||
               std::holds_alternative<storage::FinishMatch>(write);
    };
    cups.ana.come_back();
    const Json leave{{"t", "room.leave"}, {"room", cups.room}};
    CHECK(refusal(cups.ana.ask(leave)) == "storage");
    cups.ana.hang_up();
    world.turn(world.limits.abandon_after);
    CHECK(reason_of(world, cups.match) == "running");
    world.disk_is_full_for = [](const storage::Write& write) {
        return std::holds_alternative<storage::DropRoom>(write);
    };
    world.turn(world.limits.empty_room);
    CHECK(reason_of(world, cups.match) == "void");
    CHECK(is_open(world, cups.room));
    world.disk_is_full_for = {};
    world.turn(world.limits.empty_room);
    cups.require_void(seed);
}

TEST_CASE("a stopped room that the operator closes twice at once ends once") {
    World world;
    FrozenCups cups(world);
    cups.begin();
    const std::string seed = cups.seed();
    cups.lose_the_game();
    for (int times = 0; times < 2; ++times)
        world.lobby->directory().post(cups.room,
                                      [](Room& room) { room.close_for(Room::ClosingReason::by_operator); });
    world.settle();
    cups.require_void(seed);
}

TEST_CASE("an operator hears that a stopped room is closed once it is, or why it stays") {
    World world;
    FrozenCups cups(world);
    cups.begin();
    const std::string state = cups.stored().dice->state;
    cups.lose_the_game();
    std::vector<Verdict> answers;
    const auto close = [&] {
        world.lobby->directory().post(cups.room, [&](Room& room) {
            room.close_for(Room::ClosingReason::by_operator, "",
                           [&](const Verdict& stays) { answers.push_back(stays); });
        });
        world.settle();
        return answers.size();
    };
    world.disk_is_full_for = [](const storage::Write& write) {
        return std::holds_alternative<storage::FinishMatch>(write);
    };
    REQUIRE(close() == 1);
    CHECK(answers[0]->code == protocol::Code::storage);
    world.disk_is_full_for = {};
    world.database.post({storage::PutDice{cups.match, state.substr(0, state.size() / 2)}});
    REQUIRE(close() == 2);
    CHECK(answers[1]->code == protocol::Code::busy);
    CHECK(is_open(world, cups.room));
    world.database.post({storage::PutDice{cups.match, state}});
    REQUIRE(close() == 3);
    CHECK_FALSE(answers[2]);
    CHECK_FALSE(is_open(world, cups.room));
}

TEST_CASE(
    "players of a stopped room that the operator closes do not wait for its secret, which is in the record") {
    World world;
    FrozenCups cups(world);
    cups.begin();
    const std::string seed = cups.seed();
    cups.spoil_the_log();
    world.archive_is_full = true;  // the room is read, and stops, only when Ana is there
    world.restart();
    cups.ana.come_back();
    world.settle();
    world.lobby->directory().post(
        cups.room, [](Room& room) { room.close_for(Room::ClosingReason::by_operator, "enough"); });
    world.settle();
    CHECK(cups.ana.latest("gone") ==
          Json{{"t", "gone"}, {"room", cups.room}, {"reason", "stopped"}, {"text", "enough"}});
    cups.require_void(seed);
}

TEST_CASE("a stopped room whose dice cannot be read stays, because its secret would be lost") {
    World world;
    FrozenCups cups(world);
    cups.begin();
    const std::string state = cups.stored().dice->state;
    world.database.post({storage::PutDice{cups.match, state.substr(0, state.size() / 2)}});
    world.restart();
    cups.leaves(cups.ana);
    cups.leaves(cups.ben);
    world.turn(world.limits.abandon_after);
    CHECK(reason_of(world, cups.match) == "running");
    const std::string seed = Json::parse(state)["seed"];
    world.database.post({storage::PutDice{cups.match, state}});
    cups.lose_the_game();
    cups.require_void(seed);
}

TEST_CASE("a stopped room whose match is over by its log gets its result") {
    World world;
    Friends friends(world);
    friends.start();
    const std::string match = friends.ana.latest("match")["match"];
    friends.play_to_the_end();
    // As if the fault had struck between the last entry and the end.
    const storage::Record stored = world.database.store().record(match).value();
    storage::OpenRoom open = world.database.store().open_room(friends.room).value();
    open.match = stored.match;
    open.match->ended_ms.reset();
    open.match->result.reset();
    open.log = stored.log;
    const storage::FinishMatch end = make_frozen_match_finish(*world.services, open, *stored.match.ended_ms);
    CHECK(end.result == stored.match.result);
    CHECK(end.scores == stored.scores);
}
}  // namespace
}  // namespace cubilete::server
