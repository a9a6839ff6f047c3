#include "tests/server/dice_people.hpp"
#include "tests/stored_match.hpp"

namespace cubilete::server {
namespace {

using namespace std::chrono_literals;
using Steps = std::vector<std::string>;

TEST_CASE("a match begins when all tips and reveals are there, and its end opens the server's secret") {
    World world;
    Cups cups(world);
    cups.ask_to_start();
    CHECK(cups.ana.steps() == Steps{"tips"});
    CHECK(cups.ana.latest("dice")["witness"] == true);
    const Json first = cups.ben.latest("dice");
    CHECK(first["you"]["seat"] == 1);
    CHECK(first["settings"] == world.database.store().match(cups.match)->settings);
    CHECK(first["tips"].empty());
    work(world, {&cups.ana, &cups.ben});
    CHECK(cups.ana.answer_to(cups.start)["match"] == cups.match);
    CHECK(cups.ben.steps() == Steps{"tips", "reveals", "play"});
    for (const Json& push : cups.ben.all("dice"))
        for (const char* fixed : {"commit", "settings", "players", "you"}) CHECK(push[fixed] == first[fixed]);
    CHECK(cups.seq() == 1);
    CHECK_FALSE(cups.ana.latest("match").contains("proof"));

    const DiceVerdict verdict = cups.finish();
    CHECK(verdict.draws > 0);
    CHECK(verdict.early == 0);
    CHECK(verdict.late.empty());
    CHECK(cups.ana.all("dice.ask").size() == static_cast<std::size_t>(verdict.draws));
    const Json proof = cups.ana.latest("match")["proof"];
    CHECK(proof == cups.record()["proof"]);
    CHECK(proof["commit"] == first["commit"]);
    CHECK(first["commit"] ==
          hex(dice_commitment(cups.match, Secret(*parse_digest(proof["seed"].get<std::string>())))));
}

TEST_CASE(
    "the last push of a match that comes again after a restart has the dice of the last entry and the "
    "proof") {
    World world;
    Cups cups(world);  // Escalera ends with a throw
    cups.begin();
    cups.play_to_the_end();
    const Json before = cups.ana.latest("match");
    REQUIRE(before.contains("dice"));
    world.restart();
    cups.ana.come_back();
    code_of(cups.ana.ask({{"t", "room.join"},
                          {"room", cups.room},
                          {"seen", {{"match", cups.match}, {"seq", before["seq"].get<int>() - 1}}}}));
    const Json after = cups.ana.latest("match");
    for (const char* part : {"seq", "events", "result", "hash", "dice", "proof"}) {
        CAPTURE(part);
        CHECK(after[part] == before[part]);
    }
}

TEST_CASE("the server waits two seconds for tips, two for reveals, and no longer") {
    World world;
    Cups cups(world);
    SUBCASE("without any tip the match begins with the server's secret alone") {
        cups.ana.tips = cups.ben.tips = false;
        cups.ask_to_start();
        world.turn(2s - 1ms);
        CHECK(cups.ana.steps() == Steps{"tips"});
        CHECK_FALSE(cups.ana.answered(cups.start));
        world.turn(1ms);
        CHECK(cups.ana.steps() == Steps{"tips", "play"});
        CHECK(refusal(cups.ana.answer_to(cups.start)) == "ok");
        cups.play_to_the_end();
        CHECK(check_dice(cups.record()).kind == DiceVerdict::Kind::servers_dice);
    }
    SUBCASE("who sends no tip is not in the roster") {
        cups.ben.tips = false;
        cups.ask_to_start();
        work(world, {&cups.ana, &cups.ben});
        CHECK(cups.ana.steps() == Steps{"tips"});
        world.turn(2s - 1ms);
        CHECK(cups.ana.steps() == Steps{"tips"});
        world.turn(1ms);
        CHECK(cups.ana.steps() == Steps{"tips", "reveals"});
        CHECK_MESSAGE(refusal(cups.ben.ask({{"t", "dice.tip"},
                                            {"room", cups.room},
                                            {"match", cups.match},
                                            {"tip", cups.ben.notes(cups.match).chain.tip()}})) == "stale",
                      "too late");
        work(world, {&cups.ana, &cups.ben});
        CHECK(cups.ana.steps() == Steps{"tips", "reveals", "play"});
        const DiceVerdict verdict = cups.finish();
        CHECK(verdict.without.size() == 1);
        CHECK(verdict.without.at(0) == 0);
    }
    SUBCASE("who does not reveal is out, which the record says") {
        cups.ben.reveals = false;
        cups.ask_to_start();
        work(world, {&cups.ana, &cups.ben});
        CHECK(cups.ana.steps() == Steps{"tips", "reveals"});
        world.turn(2s - 1ms);
        CHECK_FALSE(cups.ana.answered(cups.start));
        world.turn(1ms);
        CHECK(refusal(cups.ana.answer_to(cups.start)) == "ok");
        CHECK(cups.ana.latest("dice")["out"] == Json{1});
        const DiceVerdict verdict = cups.finish();
        CHECK(verdict.late == std::vector<std::pair<Seat, std::int64_t>>{{Seat{1}, 0}});
        for (const Json& ask : cups.ana.all("dice.ask")) CHECK(ask["seats"] == Json{0});
    }
    SUBCASE("both times begin anew with each step") {
        cups.ask_to_start();
        world.turn(1'999ms);
        work(world, {&cups.ana, &cups.ben});
        CHECK(cups.ana.latest("dice")["step"] == "play");
    }
}

TEST_CASE("during the start the phase is waiting, and settings, seats and another start are refused") {
    World world;
    Cups cups(world);
    cups.ask_to_start();
    CHECK(cups.ana.latest("room")["phase"] == "waiting");
    CHECK(cups.ana.latest("match").is_null());
    const std::string room = cups.room;
    for (const Json& request :
         std::initializer_list<Json>{{{"t", "room.set"}, {"public", true}},
                                     {{"t", "room.set"}, {"witness", false}},
                                     {{"t", "room.seat"}, {"seat", nullptr}},
                                     {{"t", "room.ready"}, {"ready", false}},
                                     {{"t", "room.bot"}, {"seat", 2}, {"level", "easy"}},
                                     {{"t", "room.kick"}, {"player", cups.ben.id}},
                                     {{"t", "room.ban"}, {"player", cups.ben.id}},
                                     {{"t", "room.vote_out"}, {"player", cups.ben.id}},
                                     {{"t", "room.start"}}}) {
        Json sent = request;
        sent["room"] = room;
        CAPTURE(sent.dump());
        CHECK(refusal(cups.ana.ask(sent)) == "already_started");
    }
    CHECK(refusal(cups.ana.ask({{"t", "hint"}, {"room", room}})) == "not_started");
    CHECK(refusal(cups.ben.ask({{"t", "room.rematch"}, {"room", room}})) == "already_started");
    CHECK(
        refusal(cups.ben.ask(
            {{"t", "move"}, {"room", room}, {"match", cups.match}, {"n", 1}, {"move", {{"do", "roll"}}}})) ==
        "not_started");
    CHECK(refusal(cups.ben.ask({{"t", "room.chat"}, {"room", room}, {"text", "hello"}})) == "ok");
    CHECK(cups.ana.latest("chat")["text"] == "hello");
    CHECK(cups.ana.latest("room")["phase"] == "waiting");
    work(world, {&cups.ana, &cups.ben});
    CHECK(cups.ana.latest("room")["phase"] == "playing");
}

TEST_CASE("nothing of a start is shown before it is on disk") {
    World world;
    Cups cups(world);
    {
        const tests::HeldDisk held(world.database.journal());
        cups.start = cups.ana.send("room.start", {{"room", cups.room}});
        for (int round = 0; round < 100; ++round) world.run();
        CHECK(cups.ana.latest("dice").is_null());
    }
    world.settle();
    REQUIRE_FALSE(cups.ana.latest("dice").is_null());
    const std::size_t frames = cups.ana.sink->frames.size();
    {
        const tests::HeldDisk held(world.database.journal());
        cups.ana.answer();
        cups.ben.answer();
        for (int round = 0; round < 100; ++round) world.run();
        CHECK_MESSAGE(cups.ana.sink->frames.size() == frames, "neither the answer nor the roster");
    }
    work(world, {&cups.ana, &cups.ben});
    CHECK(refusal(cups.ana.answer_to(cups.start)) == "ok");
}

TEST_CASE("a rematch is a new match with a secret of its own") {
    World world;
    Cups cups(world);
    cups.begin();
    cups.finish();
    const Json first = cups.ana.latest("match")["proof"];
    const std::string old = cups.match;
    for (Witness* player : {&cups.ana, &cups.ben})
        CHECK(refusal(player->ask({{"t", "room.rematch"}, {"room", cups.room}})) == "ok");
    cups.match = cups.ana.latest("dice")["match"];
    CHECK(cups.match != old);
    CHECK(cups.ana.latest("dice")["commit"] != first["commit"]);
    CHECK(cups.ana.latest("room")["phase"] == "waiting");
    CHECK_MESSAGE(refusal(cups.ana.ask({{"t", "dice.tip"},
                                        {"room", cups.room},
                                        {"match", old},
                                        {"tip", cups.ana.notes(old).chain.tip()}})) == "stale",
                  "that match is over");
    work(world, {&cups.ana, &cups.ben});
    const DiceVerdict verdict = cups.finish();
    CHECK(verdict.early == 0);
    CHECK(cups.ana.latest("match")["proof"]["seed"] != first["seed"]);
    CHECK_MESSAGE(cups.record_of(old)["proof"] == first, "the old record stays");
}

TEST_CASE("tips and reveals of people without a seat, of strangers and for other matches are refused") {
    World world;
    Cups cups(world);
    Witness eva(world, "Eva");
    cups.ask_to_start();
    const Json tip{
        {"t", "dice.tip"}, {"room", cups.room}, {"match", cups.match}, {"tip", eva.notes("any").chain.tip()}};
    const Json reveal{
        {"t", "dice.reveal"}, {"room", cups.room}, {"match", cups.match}, {"value", std::string(64, '0')}};
    CHECK(refusal(eva.ask(tip)) == "not_in_room");
    CHECK(refusal(eva.ask(reveal)) == "not_in_room");
    code_of(eva.ask({{"t", "room.join"}, {"room", cups.room}, {"as", "spectator"}}));
    CHECK_FALSE(eva.latest("dice").contains("you"));
    CHECK(refusal(eva.ask(tip)) == "not_seated");
    CHECK(refusal(eva.ask(reveal)) == "not_seated");
    Json other = tip;
    other["match"] = "m_other";
    CHECK(refusal(cups.ana.ask(other)) == "stale");
    other = tip;
    other["room"] = "AAAAAA";
    CHECK(refusal(cups.ana.ask(other)) == "no_room");
    for (const char* text : {"", "12", "G"}) {
        Json request = tip;
        request["tip"] = text + std::string(text[0] == 'G' ? 63 : 0, 'a');
        CHECK(std::holds_alternative<protocol::BadMessage>(protocol::parse(request.dump())));
    }
    work(world, {&cups.ana, &cups.ben, &eva});
    CHECK(cups.finish().without.size() == 2);
    CHECK_MESSAGE(eva.all("dice.ask").size() == cups.ana.all("dice.ask").size(), "who watches sees the asks");
}

TEST_CASE("where no player's program takes part nothing is new, and a spectator's does not count") {
    World world;
    Guest ana(world, "Ana"), ben(world, "Ben");
    Witness eva(world, "Eva");
    const std::string room = code_of(ana.ask({{"t", "room.create"}, {"game", "escalera"}, {"seats", 2}}));
    code_of(ben.ask({{"t", "room.join"}, {"room", room}}));
    ben.ask({{"t", "room.ready"}, {"room", room}, {"ready", true}});
    code_of(eva.ask({{"t", "room.join"}, {"room", room}, {"as", "spectator"}}));
    const Json started = ana.ask({{"t", "room.start"}, {"room", room}});
    REQUIRE(refusal(started) == "ok");
    const std::string match = started["match"];
    CHECK(eva.latest("dice").is_null());
    CHECK(log_of(world.database.store(), match).front().extra == R"({"dice":"server"})");
    CHECK_FALSE(world.database.store().open_room(room)->dice);
    while (ana.latest("match")["result"].is_null())
        REQUIRE(refusal((ana.latest("match")["to_act"] == Json{0} ? ana : ben).move()) == "ok");
    CHECK_FALSE(ana.latest("match").contains("proof"));
    CHECK_FALSE(ana.latest("match").contains("dice"));
}

TEST_CASE("people without such a program see the match begin as before and nothing new") {
    World world;
    Cups cups(world, {{"seats", 3}});
    Guest old(world, "Old");
    cups.sit(old);
    cups.ask_to_start();
    work(world, {&cups.ana, &cups.ben});
    CHECK_MESSAGE(refusal(cups.ana.answer_to(cups.start)) == "ok", "nobody waits for their tip");
    for (const Json& frame : old.sink->frames) CHECK(frame.value("t", "").rfind("dice", 0) != 0);
    CHECK(old.latest("match")["seq"] == 1);
    CHECK_MESSAGE(refusal(old.ask({{"t", "dice.give"},
                                   {"room", cups.room},
                                   {"match", cups.match},
                                   {"seq", 2},
                                   {"value", std::string(64, '0')}})) == "stale",
                  "they may ask, and nothing comes of it");
}

TEST_CASE("seats are asked before throws where two people sit, or where the room says so") {
    World world;
    const auto asks = [&](const Json& witness, bool with_bot) {
        Witness ana(world, "Ana");
        Witness robot(world, "Robot", {}, std::make_shared<StoredNotes>(), true);
        Json create{
            {"t", "room.create"}, {"game", "escalera"}, {"options", {{"starter", "first"}}}, {"seats", 2}};
        if (!witness.is_discarded()) create["witness"] = witness;
        const std::string room = code_of(ana.ask(create));
        CHECK(ana.latest("room")["witness"] == (witness.is_discarded() ? Json() : witness));
        if (with_bot) {
            code_of(robot.ask({{"t", "room.join"}, {"room", room}}));
            robot.ask({{"t", "room.ready"}, {"room", room}, {"ready", true}});
        }
        ana.send("room.start", {{"room", room}});
        work(world, {&ana, &robot});
        CHECK(ana.latest("dice")["step"] == "play");
        return ana.latest("dice")["witness"].get<bool>();
    };
    const Json absent(Json::value_t::discarded);
    CHECK_FALSE(asks(absent, false));
    CHECK_FALSE(asks(nullptr, true));
    CHECK_FALSE(asks(false, true));
    CHECK(asks(true, false));
    CHECK(asks(true, true));
    Cups never(world, {{"witness", false}});
    never.begin();
    CHECK(never.ana.latest("dice")["witness"] == false);
    never.play_to_the_end();
    const DiceVerdict verdict = check_dice(never.record());
    CHECK(verdict.early == verdict.draws);
    CHECK(never.ana.all("dice.ask").empty());
    CHECK(refusal(never.ana.ask({{"t", "room.set"}, {"room", never.room}, {"witness", nullptr}})) == "ok");
    CHECK(never.ana.latest("room")["witness"].is_null());
}

TEST_CASE("shaking the cup is shown to the other programs before a match, and only of people who sit there") {
    World world;
    Cups cups(world, {{"seats", 4}});
    Guest old(world, "Old");
    code_of(old.ask({{"t", "room.join"}, {"room", cups.room}}));
    Witness eva(world, "Eva");
    const Json shake{{"t", "dice.shake"}, {"room", cups.room}};
    CHECK(refusal(eva.ask(shake)) == "not_in_room");
    code_of(eva.ask({{"t", "room.join"}, {"room", cups.room}, {"as", "spectator"}}));
    CHECK(refusal(eva.ask(shake)) == "not_seated");
    CHECK(refusal(cups.ben.ask(shake)) == "ok");
    const Json push{{"t", "dice.shake"}, {"room", cups.room}, {"seat", 1}};
    CHECK(cups.ana.latest("dice.shake") == push);
    CHECK(eva.latest("dice.shake") == push);
    CHECK(cups.ben.latest("dice.shake").is_null());
    CHECK(old.latest("dice.shake").is_null());
    old.ask({{"t", "room.leave"}, {"room", cups.room}});
    cups.ask_to_start();
    CHECK(refusal(cups.ana.ask(shake)) == "ok");
    CHECK(cups.ben.latest("dice.shake")["seat"] == 0);
    CHECK(refusal(cups.ben.ask({{"t", "room.leave"}, {"room", cups.room}})) == "ok");
    CHECK_MESSAGE(refusal(cups.ben.ask(shake)) == "not_in_room", "Ben has left");
    work(world, {&cups.ana, &cups.ben});
    world.turn(2s);
    world.turn(2s);
    CHECK(refusal(cups.ana.ask(shake)) == "already_started");
}

}  // namespace
}  // namespace cubilete::server
