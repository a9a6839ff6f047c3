#include "tests/server/dice_people.hpp"

namespace cubilete::server {
namespace {

using namespace std::chrono_literals;

std::string stored_dice(const World& world, const std::string& room) {
    const auto stored = world.database.store().open_room(room);
    REQUIRE(stored);
    REQUIRE(stored->dice);
    return stored->dice->state;
}

TEST_CASE(
    "of several programs of a player those that take part get the pushes, and one of them contributes") {
    World world;
    Cups cups(world);
    Guest old(world, "Ana", cups.ana.token);
    Witness second(world, "Ana", cups.ana.token);
    cups.ask_to_start();
    CHECK(second.latest("dice") == cups.ana.latest("dice"));
    cups.ana.answer();
    world.settle();
    const Json tip = second.send(
        "dice.tip",
        {{"room", cups.room}, {"match", cups.match}, {"tip", second.notes(cups.match).chain.tip()}});
    world.settle();
    CHECK(refusal(second.answer_to(tip)) == "taken");
    second.ignore();
    second.tips = false;
    work(world, {&cups.ana, &cups.ben, &second});
    REQUIRE(refusal(cups.ana.answer_to(cups.start)) == "ok");
    CHECK(second.all("dice.reveal").empty());
    CHECK(old.latest("match") == cups.ana.latest("match"));
    for (const Json& frame : old.sink->frames) CHECK(frame.value("t", "").rfind("dice", 0) != 0);

    second.gives = false;
    cups.send_move();
    const Json ask = second.latest("dice.ask");
    CHECK(ask == cups.ana.latest("dice.ask"));
    CHECK(second.give(ask, second.notes(cups.match).chain.value(1)) == "bad_value");
    // With the notes of the first it can.
    second.send(
        "dice.give",
        {{"room", cups.room}, {"match", cups.match}, {"seq", 2}, {"value", cups.ana.value(cups.match, 2)}});
    work(world, {&cups.ben});
    CHECK(cups.extra(2)["fresh"]["0"] == cups.ana.value(cups.match, 2));

    // Only a program that takes part makes its player one who is asked.
    second.hang_up();
    cups.ana.hang_up();
    Witness& ben = cups.ben;
    cups.send_move(ben);
    CHECK(ben.latest("dice.ask")["seats"] == Json{1});
    work(world, {&ben});
    CHECK(ben.latest("match")["seq"] == 3);
}

TEST_CASE("a program that connects again goes on from each step with what it has kept") {
    for (int steps = 0; steps < 5; ++steps) {
        CAPTURE(steps);
        World world;
        Cups cups(world);
        cups.ask_to_start();
        const Json shown = cups.ana.latest("dice");
        if (steps >= 1) cups.ana.answer();
        world.settle();
        if (steps >= 2) cups.ben.answer();
        world.settle();
        if (steps >= 3) cups.ana.answer();
        world.settle();
        if (steps >= 4) {
            work(world, {&cups.ana, &cups.ben});
            cups.send_move();
        }
        cups.ana.hang_up();
        cups.ana.come_back();
        CHECK(cups.ana.latest("dice")["commit"] == shown["commit"]);
        CHECK(cups.ana.latest("dice")["you"] == shown["you"]);
        if (steps >= 4) CHECK(cups.ana.latest("dice.ask") == cups.ben.latest("dice.ask"));
        work(world, {&cups.ana, &cups.ben});
        code_of(cups.ana.ask({{"t", "room.join"}, {"room", cups.room}}));
        CHECK(cups.ana.latest("dice")["step"] == "play");
        const DiceVerdict verdict = cups.finish();
        CHECK(verdict.late.empty());
        CHECK(verdict.without == std::map<Seat, std::int64_t>{{Seat{0}, 0}, {Seat{1}, 0}});
    }
}

TEST_CASE("a player who comes during the tips with such a program still takes part") {
    World world;
    Cups cups(world);
    cups.ben.hang_up();
    cups.ana.tips = false;  // so that the tips last
    cups.ask_to_start();
    world.turn(1'900ms);
    cups.ben.come_back();
    CHECK(cups.ben.latest("dice")["you"]["seat"] == 1);
    work(world, {&cups.ben});
    world.turn(100ms);
    work(world, {&cups.ben});
    CHECK(cups.ana.latest("dice")["reveals"].contains("1"));
    CHECK_FALSE(cups.ana.latest("dice")["reveals"].contains("0"));
}

TEST_CASE("who is away is not asked, loses nothing by it, and is asked again when they are back") {
    World world;
    Cups cups(world);
    cups.begin();
    cups.ben.hang_up();
    cups.send_move();
    CHECK(cups.ana.latest("dice.ask")["seats"] == Json{0});
    work(world, {&cups.ana});
    CHECK(cups.seq() == 2);
    cups.ben.come_back();
    code_of(cups.ben.ask({{"t", "room.join"}, {"room", cups.room}}));
    CHECK(cups.ben.latest("dice")["out"].empty());
    cups.send_move();
    CHECK(cups.ben.latest("dice.ask")["seats"] == Json{0, 1});
    work(world, {&cups.ana, &cups.ben});
    const DiceVerdict verdict = cups.finish();
    CHECK(verdict.late.empty());
    CHECK(verdict.without.at(1) == 1);
    CHECK(verdict.without.at(0) == 0);
}

TEST_CASE(
    "who leaves during the start is played by a bot, and their tip counts as late if it is not opened") {
    for (const bool with_tip : {false, true}) {
        CAPTURE(with_tip);
        World world;
        Cups cups(world, {{"seats", 3}});
        Witness eva(world, "Eva");
        cups.sit(eva);
        cups.ask_to_start();
        if (with_tip) eva.answer();
        world.settle();
        CHECK(refusal(eva.ask({{"t", "room.leave"}, {"room", cups.room}})) == "ok");
        CHECK(refusal(eva.ask({{"t", "dice.tip"},
                               {"room", cups.room},
                               {"match", cups.match},
                               {"tip", eva.notes(cups.match).chain.tip()}})) == "not_in_room");
        work(world, {&cups.ana, &cups.ben});
        world.turn(2s);
        work(world, {&cups.ana, &cups.ben});
        CHECK(refusal(cups.ana.answer_to(cups.start)) == "ok");
        CHECK(cups.ana.latest("dice")["out"] == (with_tip ? Json{2} : Json::array()));
        for (int turn = 0; turn < 2; ++turn) {
            cups.send_move();
            work(world, {&cups.ana, &cups.ben});
        }
        world.turn(2s);
        work(world, {&cups.ana, &cups.ben});
        CHECK(cups.ana.latest("match")["by"] == Json{{"seat", 2}, {"house", true}});
        CHECK(cups.extra(4)["seats"] == Json{0, 1});
    }
}

TEST_CASE("if all people leave during the start the match is abandoned, and its proof opens the commitment") {
    for (int steps = 0; steps < 4; ++steps) {
        CAPTURE(steps);
        World world;
        Cups cups(world);
        cups.ask_to_start();
        const Json shown = cups.ana.latest("dice");
        for (int step = 0; step < steps; ++step) {
            cups.at(step % 2).answer();
            world.settle();
        }
        CHECK(refusal(cups.ana.ask({{"t", "room.leave"}, {"room", cups.room}})) == "ok");
        CHECK(cups.ben.latest("match").is_null());
        CHECK(refusal(cups.ben.ask({{"t", "room.leave"}, {"room", cups.room}})) == "ok");
        CHECK_MESSAGE(refusal(cups.ana.answer_to(cups.start)) == "ok", "it had begun");
        const Json record = cups.record();
        CHECK(record["result"]["reason"] == "abandoned");
        CHECK(record["proof"]["commit"] == shown["commit"]);
        const DiceVerdict verdict = check_dice(record);
        CAPTURE(verdict.text());
        CHECK((verdict.kind == DiceVerdict::Kind::fair || verdict.kind == DiceVerdict::Kind::servers_dice));
        world.turn(30s);
        CHECK(cups.record() == record);
        Guest eva(world, "Eva");
        code_of(eva.ask({{"t", "room.join"}, {"room", cups.room}}));
        CHECK(eva.latest("room")["phase"] == "finished");
    }
}

TEST_CASE(
    "if all people stay away after the commitment the match begins, and it is abandoned with its proof") {
    World world;
    world.limits.abandon_after = 60s;
    world.restart();
    Cups cups(world);
    cups.ask_to_start();
    const Json shown = cups.ana.latest("dice");
    cups.ana.hang_up();
    cups.ben.hang_up();
    for (int second = 0; second < 700; ++second) world.turn(1s);
    CHECK_FALSE(world.database.store().open_room(cups.room));
    CHECK(cups.record()["proof"]["commit"] == shown["commit"]);
    CHECK(cups.record()["result"]["reason"] == "abandoned");
}

TEST_CASE("if all people leave during an ask the entry is made first, then the match is abandoned") {
    World world;
    Cups cups(world);
    cups.begin();
    const Json moving = cups.send_move();
    const Json first = cups.ana.send("room.leave", {{"room", cups.room}});
    const Json second = cups.ben.send("room.leave", {{"room", cups.room}});
    world.settle();
    CHECK_FALSE(cups.ana.answered(first));
    SUBCASE("with their values") { work(world, {&cups.ana, &cups.ben}); }
    SUBCASE("without them") { world.turn(1'500ms); }
    CHECK(cups.ana.answer_to(moving)["seq"] == 2);
    CHECK(refusal(cups.ana.answer_to(first)) == "ok");
    CHECK(refusal(cups.ben.answer_to(second)) == "ok");
    const Json record = cups.record();
    CHECK(record["log"].size() == 2);
    CHECK(record["result"]["reason"] == "abandoned");
    CHECK(check_dice(record).kind == DiceVerdict::Kind::fair);
}

TEST_CASE("if the last account is deleted during an ask the match is abandoned at once with its proof") {
    World world;
    Cups cups(world);
    cups.begin();
    REQUIRE(refusal(cups.ben.ask({{"t", "room.leave"}, {"room", cups.room}})) == "ok");
    const Json moving = cups.send_move(cups.ana);
    REQUIRE_FALSE(cups.ana.latest("dice.ask").is_null());
    const Json given = cups.ana.send(
        "dice.give",
        {{"room", cups.room}, {"match", cups.match}, {"seq", 3}, {"value", cups.ana.value(cups.match, 2)}});
    Guest eva(world, "Eva");
    code_of(eva.ask({{"t", "room.join"}, {"room", cups.room}, {"as", "spectator"}}));
    CHECK(refusal(cups.ana.ask({{"t", "me.delete"}})) == "ok");
    CHECK(refusal(cups.ana.answer_to(moving)) == "match_over");
    CHECK(refusal(cups.ana.answer_to(given)) == "stale");
    CHECK(eva.latest("match")["result"]["reason"] == "abandoned");
    CHECK(check_dice(cups.record()).kind == DiceVerdict::Kind::fair);
    world.turn(10s);
    CHECK(cups.record()["log"].size() == 1);
}

TEST_CASE("the deletion of an account deletes the player's nonce on disk and goes on without them") {
    World world;
    Cups cups(world);
    cups.ask_to_start();
    const std::string nonce = cups.ben.latest("dice")["you"]["nonce"];
    const std::string other = cups.ana.latest("dice")["you"]["nonce"];
    int steps = 0;
    SUBCASE("during the tips") {}
    SUBCASE("during the reveals") { steps = 1; }
    SUBCASE("during the match") { steps = 2; }
    SUBCASE("during an ask") { steps = 3; }
    SUBCASE("while the values are given") { steps = 4; }
    if (steps >= 1) {
        cups.ana.answer();
        cups.ben.answer();
        world.settle();
    }
    if (steps >= 2) work(world, {&cups.ana, &cups.ben});
    if (steps >= 3) cups.send_move();
    if (steps >= 4) cups.ben.answer();
    REQUIRE(stored_dice(world, cups.room).find(nonce) != std::string::npos);
    const Json bye = cups.ben.send("me.delete", Json::object());
    world.settle();
    CHECK(refusal(cups.ben.answer_to(bye)) == "ok");
    CHECK(stored_dice(world, cups.room).find(nonce) == std::string::npos);
    CHECK(stored_dice(world, cups.room).find(other) != std::string::npos);
    for (int round = 0; round < 4; ++round) {
        work(world, {&cups.ana});
        world.turn(2s);
    }
    if (cups.turn() == 0) cups.send_move();
    for (int round = 0; round < 4; ++round) {
        work(world, {&cups.ana});
        world.turn(2s);
    }
    CHECK(cups.ana.latest("match")["by"] == Json{{"seat", 1}, {"house", true}});
    CHECK(cups.ana.latest("dice")["you"]["nonce"] == other);
}

TEST_CASE("a nonce that was on disk when its player was deleted goes with the next start of the server") {
    World world;
    Cups cups(world);
    cups.ask_to_start();
    const std::string nonce = cups.ben.latest("dice")["you"]["nonce"];
    SUBCASE("during the start") {}
    SUBCASE("during the match") { work(world, {&cups.ana, &cups.ben}); }
    world.database.post({storage::ForgetPlayer{cups.ben.id}});
    REQUIRE(stored_dice(world, cups.room).find(nonce) != std::string::npos);
    world.restart();
    CHECK(stored_dice(world, cups.room).find(nonce) == std::string::npos);
    world.restart();
    cups.ana.come_back();
    for (int round = 0; round < 4; ++round) {
        work(world, {&cups.ana});
        world.turn(7s);
    }
    CHECK(cups.ana.latest("dice")["step"] == "play");
}

TEST_CASE("whose account is deleted while their own throw is asked for is played by a bot from then on") {
    World world;
    Cups cups(world);
    cups.begin();
    cups.send_move();
    work(world, {&cups.ana, &cups.ben});
    REQUIRE(cups.turn() == 1);
    cups.send_move();
    REQUIRE(cups.ana.latest("dice.ask")["seq"] == 3);
    CHECK(refusal(cups.ben.ask({{"t", "me.delete"}})) == "ok");
    work(world, {&cups.ana});
    world.turn(1'500ms);
    CHECK(cups.ana.latest("match")["by"] == Json{{"seat", 1}});
    CHECK(cups.ana.latest("room")["seats"][1]["house"] == true);
    cups.send_move();
    work(world, {&cups.ana});
    REQUIRE(cups.turn() == 1);
    world.turn(2s);
    work(world, {&cups.ana});
    CHECK(cups.turn() == 0);
}

}  // namespace
}  // namespace cubilete::server
