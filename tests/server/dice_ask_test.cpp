#include "tests/server/dice_people.hpp"

namespace cubilete::server {
namespace {

using namespace std::chrono_literals;

TEST_CASE("a throw waits for the values of the seats, and its entry has them") {
    World world;
    Cups cups(world);
    cups.begin();
    const Json before = cups.ana.latest("match");
    const Json moving = cups.send_move();
    const Json ask = cups.ben.latest("dice.ask");
    CHECK(ask == cups.ana.latest("dice.ask"));
    CHECK(ask["match"] == cups.match);
    CHECK(ask["seq"] == 2);
    CHECK(ask["hash"] == before["hash"]);
    CHECK(ask["by"] == Json{{"seat", 0}});
    CHECK(ask["n"] == before["you"]["n"]);
    CHECK(ask["move"] == before["you"]["moves"][0]);
    CHECK(ask["k"] == cups.extra(1).value("drawn", Json::array()).size());
    CHECK(ask["seats"] == Json{0, 1});
    CHECK_FALSE(cups.ana.answered(moving));
    CHECK(cups.seq() == 1);
    cups.ana.answer();
    world.settle();
    CHECK_FALSE(cups.ana.answered(moving));
    work(world, {&cups.ana, &cups.ben});
    CHECK(cups.ana.answer_to(moving)["seq"] == 2);
    const Json dice = cups.ana.latest("match")["dice"];
    CHECK(dice["k"] == ask["k"]);
    CHECK(dice["seats"] == Json{0, 1});
    CHECK(dice["fresh"] == Json{{"0", cups.ana.value(cups.match, 2)}, {"1", cups.ben.value(cups.match, 2)}});
    CHECK(cups.extra(2)["fresh"] == dice["fresh"]);
    CHECK(cups.finish().early == 0);
}

TEST_CASE("a slow connection misses no entry between the questions of a match with witnesses") {
    World world;
    Cups cups(world);
    cups.begin();
    cups.send_move();
    work(world, {&cups.ana, &cups.ben});
    const auto& sink = *cups.ana.sink;
    int entries = 0;
    for (std::size_t at = 0; at < sink.frames.size(); ++at) {
        if (sink.frames[at].value("t", "") != "match") continue;
        ++entries;
        CHECK_MESSAGE(sink.subjects[at].empty(), "a later push would replace it");
    }
    CHECK(entries > 1);
}

TEST_CASE("a throw waits a second and a half for a value, and who gives none is asked no more") {
    World world;
    Cups cups(world);
    cups.begin();
    cups.ben.gives = false;
    const Json moving = cups.send_move();
    work(world, {&cups.ana, &cups.ben});
    world.turn(1'500ms - 1ms);
    CHECK_FALSE(cups.ana.answered(moving));
    world.turn(1ms);
    CHECK(refusal(cups.ana.answer_to(moving)) == "ok");
    CHECK(cups.ana.latest("match")["dice"]["fresh"] ==
          Json{{"0", cups.ana.value(cups.match, 2)}, {"1", nullptr}});
    const Json ask = cups.ben.latest("dice.ask");
    CHECK_MESSAGE(cups.ben.give(ask, cups.ben.value(cups.match, 2)) == "stale", "too late");
    const Json next = cups.send_move();
    CHECK(cups.ana.latest("dice.ask")["seats"] == Json{0});
    work(world, {&cups.ana, &cups.ben});
    CHECK_MESSAGE(refusal(cups.ben.answer_to(next)) == "ok", "nobody waits for Ben now");
    const DiceVerdict verdict = cups.finish();
    CHECK(verdict.late == std::vector<std::pair<Seat, std::int64_t>>{{Seat{1}, 2}});
    CHECK(verdict.without.at(1) == verdict.draws);
}

TEST_CASE("only the next link of an asked seat counts, and its value is answered when it is in the record") {
    World world;
    Cups cups(world);
    cups.begin();
    Witness eva(world, "Eva"), stranger(world, "Stranger");
    cups.send_move();
    const Json ask = cups.ana.latest("dice.ask");
    const auto give = [&](Witness& who, const Json& changes, const std::string& value) {
        Json fields{{"room", cups.room}, {"match", cups.match}, {"seq", ask["seq"]}, {"value", value}};
        fields.update(changes);
        const Json sent = who.send("dice.give", fields);
        world.settle();
        return sent;
    };
    const std::string own = cups.ana.value(cups.match, 2);
    const auto refused = [&](Witness& who, const Json& changes, const std::string& value) {
        return refusal(who.answer_to(give(who, changes, value)));
    };
    CHECK(refused(stranger, Json::object(), own) == "not_in_room");
    code_of(eva.ask({{"t", "room.join"}, {"room", cups.room}, {"as", "spectator"}}));
    CHECK_MESSAGE(eva.latest("dice.ask") == ask, "who joins meanwhile sees it, too");
    CHECK(eva.latest("match")["seq"] == 1);
    CHECK(refused(eva, Json::object(), own) == "not_seated");
    CHECK(refused(cups.ana, {{"match", "m_other"}}, own) == "stale");
    CHECK(refused(cups.ana, {{"seq", 3}}, own) == "stale");
    CHECK(refused(cups.ana, Json::object(), cups.ana.notes(cups.match).chain.value(0)) == "bad_value");
    CHECK(refused(cups.ana, Json::object(), cups.ana.notes(cups.match).chain.value(2)) == "bad_value");
    CHECK(refused(cups.ben, Json::object(), own) == "bad_value");

    const Json first = give(cups.ana, Json::object(), own);
    const Json second = give(cups.ana, Json::object(), own);
    CHECK_MESSAGE(!cups.ana.answered(first), "a restart now would forget the value");
    work(world, {&cups.ben});
    const auto place = [&](auto is_it) {
        return std::ranges::find_if(cups.ana.sink->frames, is_it) - cups.ana.sink->frames.begin();
    };
    for (const Json& id : {first, second}) {
        CHECK(refusal(cups.ana.answer_to(id)) == "ok");
        CHECK_MESSAGE(place([&](const Json& frame) { return frame.value("re", Json()) == id; }) <
                          place([](const Json& frame) { return frame["t"] == "match" && frame["seq"] == 2; }),
                      "so that the program can compare the entry");
    }
    CHECK(refused(cups.ana, Json::object(), own) == "stale");
}

TEST_CASE("neither an ask nor the entry with its values is shown before it is on disk") {
    World world;
    Cups cups(world);
    cups.begin();
    Json early;
    {
        const tests::HeldDisk held(world.database.journal());
        const Json push = cups.ana.latest("match");
        cups.ana.send("move", {{"room", cups.room},
                               {"match", cups.match},
                               {"n", push["you"]["n"]},
                               {"move", push["you"]["moves"][0]}});
        for (int round = 0; round < 100; ++round) world.run();
        world.hands.turn(10s);
        for (int round = 0; round < 100; ++round) world.run();
        CHECK(cups.ana.latest("dice.ask").is_null());
        early = cups.ana.send("dice.give", {{"room", cups.room},
                                            {"match", cups.match},
                                            {"seq", 2},
                                            {"value", cups.ana.value(cups.match, 2)}});
        for (int round = 0; round < 100; ++round) world.run();
    }
    world.settle();
    CHECK_MESSAGE(refusal(cups.ana.answer_to(early)) == "stale", "nobody was asked yet");
    REQUIRE_FALSE(cups.ana.latest("dice.ask").is_null());
    CHECK(cups.seq() == 1);
    world.turn(1'499ms);
    CHECK_MESSAGE(cups.seq() == 1, "the time begins when the ask is shown");
    {
        const tests::HeldDisk held(world.database.journal());
        cups.ana.answer();
        cups.ben.answer();
        for (int round = 0; round < 100; ++round) world.run();
        CHECK(cups.seq() == 1);
        CHECK(cups.ben.latest("match")["seq"] == 1);
    }
    world.settle();
    CHECK(cups.seq() == 2);
}

TEST_CASE("the turn clock stands while the seats are asked, and goes on with the time that was left") {
    World world;
    Cups cups(world, {{"game", "yahtzee"}, {"clock", {{"turn_ms", 30'000}}}});
    cups.begin();
    world.turn(10s);
    cups.send_move();
    world.turn(1'400ms);
    CHECK(cups.seq() == 1);
    work(world, {&cups.ana, &cups.ben});
    REQUIRE(cups.seq() == 2);
    CHECK(cups.ana.latest("match")["clock"]["left_ms"] == 20'000);
    world.turn(20s - 1ms);
    CHECK(cups.seq() == 2);
    CHECK(cups.ana.all("dice.ask").size() == 1);

    SUBCASE("and the move of the clock is asked for, too") {
        world.turn(1ms);
        work(world, {&cups.ana, &cups.ben});
        // The rules roll again, or the turn was over without a throw.
        const Json push = cups.ana.latest("match");
        CHECK(push["by"] == Json{{"clock", true}});
        CHECK(push["clock"]["left_ms"] == 30'000);
        CHECK(push.contains("dice") == (cups.ana.all("dice.ask").size() == 2));
    }
    SUBCASE("an entry that does not draw is made at once") {
        const Json moves = cups.ana.latest("match")["you"]["moves"];
        std::size_t scores = 0;
        while (Guest::kind_of(moves[scores]) == "roll") ++scores;
        const Json id = cups.send_move(scores);
        CHECK(cups.ana.answer_to(id)["seq"] == 3);
        CHECK_FALSE(cups.ana.latest("match").contains("dice"));
        CHECK(cups.ana.all("dice.ask").size() == 1);
    }
}

TEST_CASE("a clock that draws asks the seats, and everybody is named, whoever's turn it is") {
    World world;
    Cups cups(world, {{"options", {{"starter", "first"}, {"auto_roll", true}}}});
    cups.begin();
    const auto window = Clock::Duration(cups.ana.latest("match")["clock"]["left_ms"].get<int>());
    world.turn(window);
    const Json ask = cups.ben.latest("dice.ask");
    CHECK(ask["by"] == Json{{"clock", true}});
    CHECK(ask["move"].is_null());
    CHECK(ask["n"] == 0);
    CHECK(ask["seats"] == Json{0, 1});
    CHECK(cups.seq() == 1);
    SUBCASE("with the values") { work(world, {&cups.ana, &cups.ben}); }
    SUBCASE("without them") { world.turn(1'500ms); }
    SUBCASE("after a restart") {
        world.restart();
        cups.come_back();
        world.turn(1s);
        CHECK(cups.ana.latest("dice.ask") == ask);
        work(world, {&cups.ana, &cups.ben});
        code_of(cups.ana.ask({{"t", "room.join"}, {"room", cups.room}}));
    }
    CHECK(cups.ana.latest("match")["by"] == Json{{"clock", true}});
    CHECK(cups.ana.latest("match")["seq"] == 2);
    CHECK_MESSAGE(cups.ana.latest("match")["clock"]["left_ms"] == window.count(),
                  "the next turn has its whole time");
}

TEST_CASE("throws of a built-in bot and of a bot for an absent player are asked for") {
    World world;
    Cups cups(world, {{"seats", 3}});
    REQUIRE(refusal(cups.ana.ask({{"t", "room.bot"}, {"room", cups.room}, {"seat", 2}, {"level", "easy"}})) ==
            "ok");
    cups.begin();
    for (int turn = 0; turn < 2; ++turn) {
        cups.send_move();
        work(world, {&cups.ana, &cups.ben});
    }
    world.turn(world.limits.bot_pause * 3 / 2);
    CHECK(cups.ana.latest("dice.ask")["by"] == Json{{"seat", 2}});
    CHECK(cups.ana.latest("dice.ask")["seats"] == Json{0, 1});
    CHECK(cups.seq() == 3);
    work(world, {&cups.ana, &cups.ben});
    CHECK(cups.seq() == 4);
    CHECK(cups.ana.latest("match")["by"] == Json{{"seat", 2}});

    REQUIRE(refusal(cups.ana.ask({{"t", "room.leave"}, {"room", cups.room}})) == "ok");
    world.turn(2s);
    const Json ask = cups.ben.latest("dice.ask");
    CHECK(ask["by"] == Json{{"seat", 0}, {"house", true}});
    CHECK_MESSAGE(ask["seats"] == Json{1}, "Ana is not there");
    SUBCASE("with the values") { work(world, {&cups.ben}); }
    SUBCASE("while the player comes back, who plays the turn after it") {
        code_of(cups.ana.ask({{"t", "room.join"}, {"room", cups.room}}));
        CHECK_MESSAGE(cups.ben.latest("match")["seq"] == 4, "the bot's move stands");
        work(world, {&cups.ben});
        CHECK(cups.ana.latest("room")["seats"][0]["house"] == false);
    }
    CHECK(cups.ben.latest("match")["by"] == Json{{"seat", 0}, {"house", true}});
    CHECK(cups.ben.latest("match")["to_act"] == Json{1});
}

TEST_CASE("a match that is played by bots alone for people who are away draws without asking") {
    World world;
    Cups cups(world);
    cups.begin();
    cups.ana.hang_up();
    cups.ben.hang_up();
    const Json asks = cups.ana.latest("dice.ask");
    cups.ana.come_back();
    cups.ana.hang_up();
    CHECK(asks.is_null());
    Guest old(world, "Ana", cups.ana.token);
    code_of(old.ask({{"t", "room.join"}, {"room", cups.room}}));
    REQUIRE(refusal(old.move()) == "ok");
    // Ana plays with a program without dice, and Ben is away.
    CHECK(old.latest("match")["dice"] == Json{{"k", 0}, {"seats", Json::array()}, {"fresh", Json::object()}});
}

}  // namespace
}  // namespace cubilete::server
