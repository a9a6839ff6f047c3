#include "tests/server/dice_people.hpp"
#include "tests/stored_match.hpp"

namespace cubilete::server {
namespace {

using namespace std::chrono_literals;

/// Whether a write is of this type.
template <class Type>
bool is(const storage::Write& write) {
    return std::holds_alternative<Type>(write);
}

/// The disk is full for the next post with a write of this type, and takes all others.
template <class Type>
void full_once(World& world) {
    world.disk_is_full_for = [&world](const storage::Write& write) {
        if (!is<Type>(write)) return false;
        net::post(world.executor(), [&world] { world.disk_is_full_for = {}; });
        return true;
    };
}

TEST_CASE("without room on the disk for the commitment the start is refused, and nothing of it was shown") {
    World world;
    Cups cups(world);
    full_once<storage::StartMatch>(world);
    const Json start = cups.ana.send("room.start", {{"room", cups.room}});
    world.settle();
    CHECK(refusal(cups.ana.answer_to(start)) == "storage");
    CHECK(cups.ana.latest("dice").is_null());
    CHECK(cups.ana.latest("room")["phase"] == "waiting");
    world.turn(10s);
    CHECK(cups.ana.latest("match").is_null());
    CHECK(refusal(cups.ana.ask({{"t", "room.set"}, {"room", cups.room}, {"public", true}})) == "ok");
    cups.begin();
    CHECK(cups.finish().early == 0);
}

TEST_CASE(
    "without room for a step of the start the requester is refused, and it goes on with the same secret") {
    World world;
    Cups cups(world);
    cups.ask_to_start();
    const Json shown = cups.ana.latest("dice");
    const auto goes_on = [&] {
        CHECK(refusal(cups.ana.answer_to(cups.start)) == "storage");
        CHECK(cups.ana.latest("dice")["commit"] == shown["commit"]);
        CHECK(cups.ana.latest("dice")["players"] == shown["players"]);
        work(world, {&cups.ana, &cups.ben});
        CHECK(cups.ana.latest("dice")["step"] == "play");
        CHECK(cups.ana.latest("room")["phase"] == "playing");
        const DiceVerdict verdict = cups.finish();
        CHECK(verdict.early == 0);
        CHECK(verdict.late.empty());
        CHECK(cups.ana.latest("match")["proof"]["commit"] == shown["commit"]);
    };
    const Json tip{
        {"room", cups.room}, {"match", cups.match}, {"tip", cups.ana.notes(cups.match).chain.tip()}};
    SUBCASE("a tip") {
        full_once<storage::PutDice>(world);
        const Json id = cups.ana.send("dice.tip", tip);
        world.settle();
        CHECK(refusal(cups.ana.answer_to(id)) == "storage");
        CHECK(cups.ana.latest("dice")["tips"].empty());
        CHECK(cups.ana.latest("room")["phase"] == "waiting");
        goes_on();
    }
    SUBCASE("the roster") {
        cups.ana.answer();
        world.settle();
        full_once<storage::PutDice>(world);
        cups.ben.answer();
        world.settle();
        CHECK(cups.ana.latest("dice")["step"] == "tips");
        CHECK(cups.ana.latest("dice")["tips"].size() == 1);
        goes_on();
    }
    SUBCASE("a reveal") {
        cups.ana.answer();
        cups.ben.answer();
        world.settle();
        REQUIRE(cups.ana.latest("dice")["step"] == "reveals");
        full_once<storage::PutDice>(world);
        cups.ana.answer();
        world.settle();
        CHECK(cups.ana.latest("dice")["step"] == "reveals");
        goes_on();
    }
    SUBCASE("the first entry") {
        full_once<storage::AppendEntry>(world);
        work(world, {&cups.ana, &cups.ben});
        goes_on();
    }
    SUBCASE("each of them once, and the last time nobody answers any more") {
        full_once<storage::PutDice>(world);
        work(world, {&cups.ana, &cups.ben});
        full_once<storage::AppendEntry>(world);
        cups.ana.gives = cups.ana.reveals = cups.ana.tips = false;
        work(world, {&cups.ana, &cups.ben});
        world.turn(7s);
        world.turn(7s);
        CHECK(cups.ana.latest("match")["seq"] == 1);
        CHECK(cups.ana.latest("dice")["commit"] == shown["commit"]);
    }
}

TEST_CASE("without room for the ask the move is refused, and the same move asks for the same later") {
    World world;
    Cups cups(world);
    cups.begin();
    full_once<storage::PutDiceAsk>(world);
    const Json push = cups.ana.latest("match");
    const Json refused = cups.send_move();
    CHECK(refusal(cups.ana.answer_to(refused)) == "storage");
    CHECK(cups.ana.latest("dice.ask").is_null());
    world.turn(10s);
    CHECK(cups.ana.latest("dice.ask").is_null());
    CHECK(cups.seq() == 1);
    const Json again = cups.send_move();
    const Json ask = cups.ana.latest("dice.ask");
    CHECK(ask["seq"] == 2);
    CHECK(ask["hash"] == push["hash"]);
    work(world, {&cups.ana, &cups.ben});
    CHECK(refusal(cups.ana.answer_to(again)) == "ok");
    CHECK(cups.finish().late.empty());
}

TEST_CASE(
    "without room for the asked entry all are refused and asked the same again, and the values are the "
    "same") {
    World world;
    Cups cups(world);
    cups.begin();
    const Json moving = cups.send_move();
    const Json ask = cups.ana.latest("dice.ask");
    const Json waiting = cups.ben.send("room.ready", {{"room", cups.room}, {"ready", true}});
    world.settle();
    full_once<storage::AppendEntry>(world);
    const Json given = cups.ana.send(
        "dice.give",
        {{"room", cups.room}, {"match", cups.match}, {"seq", 2}, {"value", cups.ana.value(cups.match, 2)}});
    work(world, {&cups.ben});
    CHECK(refusal(cups.ana.answer_to(moving)) == "storage");
    CHECK_MESSAGE(refusal(cups.ana.answer_to(given)) == "storage", "the value is not in the record");
    CHECK(cups.seq() == 1);
    const std::string value = cups.ana.value(cups.match, 2);
    CHECK_MESSAGE(cups.ana.give(ask, value) == "stale", "not asked yet: the disk gets a moment");
    CHECK_MESSAGE(cups.ben.answered(waiting), "it was judged after the entry that was discarded");

    world.turn(1s);
    CHECK(cups.ana.all("dice.ask").size() == 2);
    CHECK(cups.ana.latest("dice.ask") == ask);
    Json resent{{"room", cups.room},   {"match", cups.match}, {"n", ask["n"]},
                {"move", ask["move"]}, {"t", "move"},         {"id", moving}};
    cups.ana.say(resent);
    world.settle();
    SUBCASE("with their values") {
        cups.ana.ignore();
        cups.ana.send("dice.give",
                      {{"room", cups.room}, {"match", cups.match}, {"seq", 2}, {"value", value}});
        work(world, {&cups.ben});
        CHECK(cups.extra(2)["fresh"] == Json{{"0", value}, {"1", cups.ben.value(cups.match, 2)}});
    }
    SUBCASE("without them: they have five seconds more") {
        world.turn(6'499ms);
        CHECK(cups.seq() == 1);
        world.turn(1ms);
        CHECK(cups.extra(2)["fresh"] == Json{{"0", nullptr}, {"1", nullptr}});
    }
    CHECK(cups.seq() == 2);
    std::vector<Json> answers;
    for (const Json& frame : cups.ana.sink->frames)
        if (frame.value("re", Json()) == moving) answers.push_back(frame);
    REQUIRE(answers.size() == 2);
    CHECK_MESSAGE(answers[1]["seq"] == 2, "the resent request gets its entry");
}

TEST_CASE("a disk that stays full makes nobody late: the same is asked until there is room") {
    World world;
    Cups cups(world);
    cups.begin();
    cups.send_move();
    world.disk_is_full_for = is<storage::AppendEntry>;
    for (int round = 0; round < 5; ++round) {
        work(world, {&cups.ana, &cups.ben});
        world.turn(1s);
    }
    CHECK(cups.seq() == 1);
    CHECK(cups.ana.all("dice.ask").size() == 6);
    for (const Json& ask : cups.ana.all("dice.ask")) CHECK(ask == cups.ana.latest("dice.ask"));
    world.disk_is_full_for = {};
    work(world, {&cups.ana, &cups.ben});
    CHECK(cups.seq() == 2);
    CHECK(cups.finish().late.empty());
}

TEST_CASE("without room for the end of a match everything is as before, and its secret is not shown") {
    World world;
    Cups cups(world);
    cups.begin();
    cups.ben.hang_up();
    const std::size_t frames = cups.ana.sink->frames.size();
    world.disk_is_full_for = is<storage::FinishMatch>;
    const Json leave = cups.ana.send("room.leave", {{"room", cups.room}});
    const std::string code = cups.room;
    world.settle();
    REQUIRE(refusal(cups.ana.answer_to(leave)) == "ok");
    cups.ben.come_back();
    REQUIRE(refusal(cups.ben.ask({{"t", "room.leave"}, {"room", code}})) == "storage");
    const auto stored = world.database.store().open_room(code);
    REQUIRE(stored->dice);
    const std::string seed = Json::parse(stored->dice->state)["seed"];
    for (Witness* player : {&cups.ana, &cups.ben})
        for (const Json& frame : player->sink->frames) CHECK(frame.dump().find(seed) == std::string::npos);
    CHECK(cups.ana.sink->frames.size() > frames);
    world.disk_is_full_for = {};
    REQUIRE(refusal(cups.ben.ask({{"t", "room.leave"}, {"room", code}})) == "ok");
    CHECK(cups.record()["proof"]["seed"] == seed);
}

/// Ana and Ben start a match; after so many steps the server restarts, and Ben comes back in time or too late.
void restart_start(int steps, bool in_time) {
    World world;
    Cups cups(world);
    cups.ask_to_start();
    const Json shown = cups.ana.latest("dice");
    for (int step = 0; step < steps; ++step) {
        cups.at(step % 2).answer();
        world.settle();
    }
    const Json last = cups.ana.latest("dice");
    CHECK(last["step"] == (steps >= 2 ? "reveals" : "tips"));

    world.restart();
    cups.ana.come_back();
    const Json back = cups.ana.latest("dice");
    CHECK(back["step"] == last["step"]);
    for (const char* fixed : {"commit", "settings", "players", "you", "roster", "witness"})
        CHECK(back[fixed] == last[fixed]);
    CHECK(cups.ana.latest("room")["phase"] == "waiting");
    cups.ana.answer();
    world.turn(6'999ms);
    CHECK(cups.ana.latest("dice")["step"] == last["step"]);
    if (!in_time) {
        world.turn(1ms);
        work(world, {&cups.ana});
        world.turn(2s);
        CHECK(cups.ana.latest("dice")["step"] == "play");
        CHECK(cups.ana.latest("match")["seq"] == 1);
    }
    cups.ben.come_back();
    work(world, {&cups.ana, &cups.ben});
    for (Witness* player : {&cups.ana, &cups.ben})
        code_of(player->ask({{"t", "room.join"}, {"room", cups.room}}));
    const DiceVerdict verdict = cups.finish();
    CHECK(verdict.early == 0);
    CHECK_MESSAGE(verdict.late.size() == (!in_time && steps >= 2 ? 1 : 0), "late only where a tip binds Ben");
    CHECK(cups.record()["proof"]["commit"] == shown["commit"]);
}

TEST_CASE("a restart between any two steps of a start goes on with the same commitment") {
    for (int steps = 0; steps < 4; ++steps)
        for (const bool in_time : {true, false}) {
            CAPTURE(steps);
            CAPTURE(in_time);
            restart_start(steps, in_time);
        }
}

TEST_CASE("a restart during an ask asks the same, and its entry is made with the same results") {
    World world;
    Cups cups(world);
    cups.begin();
    const Json moving = cups.send_move();
    const Json ask = cups.ana.latest("dice.ask");
    SUBCASE("before any value") {}
    SUBCASE("after one") {
        cups.ana.answer();
        world.settle();
    }
    // The state that fixes the entry, which only the server knows.
    const Json state = Json::parse(world.database.store().open_room(cups.room)->dice->state);
    for (int restarts = 0; restarts < 3; ++restarts) {
        world.restart();
        cups.come_back();
        CHECK(cups.ana.latest("dice.ask").is_null());
        world.turn(1s);
        CHECK(cups.ana.latest("dice.ask") == ask);
    }
    Guest late(world, "Late");
    code_of(late.ask({{"t", "room.join"}, {"room", cups.room}}));
    CHECK(late.latest("match")["seq"] == 1);
    work(world, {&cups.ana, &cups.ben});
    const Json entry = cups.extra(2);
    CHECK(entry["fresh"] == Json{{"0", cups.ana.value(cups.match, 2)}, {"1", cups.ben.value(cups.match, 2)}});
    for (Witness* player : {&cups.ana, &cups.ben})
        code_of(player->ask({{"t", "room.join"}, {"room", cups.room}}));
    CHECK(cups.ana.latest("match")["dice"]["fresh"] == entry["fresh"]);
    Json resent{{"room", cups.room}, {"match", cups.match}, {"n", ask["n"]}, {"move", ask["move"]}};
    resent["t"] = "move";
    resent["id"] = moving;
    CHECK_MESSAGE(cups.ana.ask(resent)["seq"] == 2, "the mover's request is known");
    CHECK(Json::parse(world.database.store().open_room(cups.room)->dice->state) == state);
    CHECK(cups.finish().late.empty());
}

TEST_CASE(
    "a restart right after an asked entry does not make it again, and the next one continues the numbers") {
    World world;
    Cups cups(world);
    cups.begin();
    cups.send_move();
    work(world, {&cups.ana, &cups.ben});
    REQUIRE(cups.seq() == 2);
    const std::string hash = cups.ana.latest("match")["hash"];
    world.restart();
    cups.come_back();
    world.turn(10s);
    CHECK(cups.ana.latest("dice.ask").is_null());
    for (Witness* player : {&cups.ana, &cups.ben})
        code_of(player->ask({{"t", "room.join"}, {"room", cups.room}}));
    CHECK(cups.ana.latest("match")["hash"] == hash);
    CHECK_MESSAGE(cups.ana.latest("match")["dice"]["k"] == 0,
                  "the push has the dice of the newest entry again");
    cups.send_move();
    CHECK(cups.ana.latest("dice.ask")["k"] == 1);
    work(world, {&cups.ana, &cups.ben});
    CHECK(cups.finish().late.empty());
}

TEST_CASE("a fault stops a start or an ask, all who wait are told, and the data stay for the next start") {
    World world;
    Cups cups(world);
    SUBCASE("before the first entry") {
        world.services->chance = []() -> std::unique_ptr<Chance> { throw std::runtime_error("no chance"); };
        Guest old(world, "Old");
        const std::string room = code_of(old.ask({{"t", "room.create"}, {"game", "escalera"}, {"seats", 1}}));
        CHECK_MESSAGE(refusal(old.ask({{"t", "room.start"}, {"room", room}})) == "busy", "answered once");
        return;
    }
    SUBCASE("with stored dice that cannot be read") {
        cups.ask_to_start();
        cups.ana.answer();
        world.settle();
        const auto stored = world.database.store().open_room(cups.room);
        const std::string state = stored->dice->state;
        world.database.post({storage::PutDice{cups.match, state.substr(0, state.size() / 2)}});
        world.restart();
        Guest ana(world, "Ana", cups.ana.token);
        CHECK(refusal(ana.ask({{"t", "room.join"}, {"room", cups.room}})) == "busy");
        CHECK(refusal(ana.ask({{"t", "dice.tip"},
                               {"room", cups.room},
                               {"match", cups.match},
                               {"tip", cups.ana.notes(cups.match).chain.tip()}})) == "busy");
        world.database.post({storage::PutDice{cups.match, state}});
        world.restart();
        cups.come_back();
        work(world, {&cups.ana, &cups.ben});
        CHECK_MESSAGE(cups.ana.latest("dice")["step"] == "play", "repaired");
    }
    SUBCASE("with a stored ask that cannot be") {
        cups.begin();
        cups.send_move();
        const std::string ask = world.database.store().open_room(cups.room)->dice->ask;
        Json wrong = Json::parse(ask);
        wrong["k"] = 17;
        world.database.post({storage::PutDiceAsk{cups.match, wrong.dump()}});
        world.restart();
        Guest ana(world, "Ana", cups.ana.token);
        CHECK(refusal(ana.ask({{"t", "room.join"}, {"room", cups.room}})) == "busy");
        world.database.post({storage::PutDiceAsk{cups.match, ask}});
        world.restart();
        cups.come_back();
        world.turn(1s);
        work(world, {&cups.ana, &cups.ben});
        CHECK(log_of(world.database.store(), cups.match).size() == 2);
    }
    SUBCASE("with the dice of another step than its log") {
        cups.ask_to_start();
        const std::string early = world.database.store().open_room(cups.room)->dice->state;
        work(world, {&cups.ana, &cups.ben});
        world.database.post({storage::PutDice{cups.match, early}});
        world.restart();
        Guest ana(world, "Ana", cups.ana.token);
        CHECK(refusal(ana.ask({{"t", "room.join"}, {"room", cups.room}})) == "busy");
    }
}

}  // namespace
}  // namespace cubilete::server
