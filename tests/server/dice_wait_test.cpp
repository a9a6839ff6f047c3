#include "tests/server/dice_people.hpp"
#include "tests/stored_match.hpp"

namespace cubilete::server {
namespace {

using namespace std::chrono_literals;

/// Yahtzee: Ana has asked for her first throw, and both are asked for their values.
struct Asked : Cups {
    explicit Asked(World& of, const Json& more = Json::object()) : Cups(of, with_yahtzee(more)) {
        begin();
        first = ana.latest("match");
        moving = send_move(ana);
        REQUIRE(ana.latest("dice.ask")["seq"] == 2);
    }
    static Json with_yahtzee(Json more) {
        more["game"] = "yahtzee";
        return more;
    }
    Json move_of(const Json& push, std::size_t which = 0) const {
        return {{"room", room},
                {"match", match},
                {"n", push["you"]["n"]},
                {"move", push["you"]["moves"].at(which)}};
    }
    std::string verdict(const Witness& who, const Json& id) const { return refusal(who.answer_to(id)); }
    /// Both give their values.
    void give() { work(world, {&ana, &ben}); }

    Json first;   ///< Ana's push before her throw
    Json moving;  ///< id of the request to throw
};

TEST_CASE(
    "requests that could change the match wait for the throw and are judged afterwards in their order") {
    World world;
    Asked asked(world, {{"hints", true}});
    const Json second = asked.ana.send("move", asked.move_of(asked.first));
    Json same_id = asked.move_of(asked.first);
    same_id["t"] = "move";
    same_id["id"] = asked.moving;
    asked.ana.say(same_id);
    const Json hint = asked.ana.send("hint", {{"room", asked.room}});
    const Json vote = asked.ben.send("room.stand_in", {{"room", asked.room}, {"player", asked.ana.id}});
    const Json turn = asked.ben.send("move", asked.move_of(asked.first));
    const Json set = asked.ana.send("room.set", {{"room", asked.room}, {"public", true}});
    const Json leave = asked.ben.send("room.leave", {{"room", asked.room}});
    world.turn(1s);
    for (const Json& id : {second, hint, set}) CHECK_FALSE(asked.ana.answered(id));
    for (const Json& id : {vote, turn, leave}) CHECK_FALSE(asked.ben.answered(id));
    CHECK_FALSE(asked.ana.answered(asked.moving));

    asked.give();
    world.turn(1s);  // the hint is worked out aside
    std::vector<std::string> order;
    for (const Json& frame : asked.ana.sink->frames)
        if (frame.contains("re") && frame["re"].is_string()) order.push_back(frame["re"]);
    const auto place = [&](const Json& id) {
        return std::ranges::find(order, id.get<std::string>()) - order.begin();
    };
    std::vector<Json> answers;
    for (const Json& frame : asked.ana.sink->frames)
        if (frame.value("re", Json()) == asked.moving) answers.push_back(frame);
    REQUIRE_MESSAGE(answers.size() == 2, "the resent request, too");
    for (const Json& answer : answers) CHECK(answer["seq"] == 2);
    CHECK(asked.verdict(asked.ana, second) == "stale");
    CHECK(place(asked.moving) < place(second));
    CHECK(asked.ana.answer_to(hint)["t"] == "ok");
    CHECK(asked.verdict(asked.ana, set) == "already_started");
    CHECK(asked.verdict(asked.ben, vote) == "not_host");
    CHECK(asked.verdict(asked.ben, turn) == "not_your_turn");
    CHECK(asked.verdict(asked.ben, leave) == "ok");
    CHECK(asked.ana.latest("room")["seats"][1]["house"] == true);
    CHECK_MESSAGE(!asked.extra(3).contains("drawn"), "the entry about the hint comes after the throw");
}

TEST_CASE("a seat that is late with its values again and again is out when its time for that is used up") {
    World world;
    world.limits.dice_late = 3s;
    world.restart();
    Cups cups(world);
    cups.begin();
    // 300 ms are the network's; so Ben lets the others wait for 1.1 s, twice, and 0.8 s are left.
    const auto throw_and_wait = [&](Clock::Duration wait) {
        Witness& mover = cups.at(cups.turn());
        const Json id = cups.send_move();
        cups.ana.answer();
        world.turn(wait);
        return mover.answered(id);
    };
    for (int time = 0; time < 2; ++time) {
        CHECK_FALSE(throw_and_wait(1'400ms));
        cups.ben.answer();
        world.settle();
    }
    CHECK_FALSE(throw_and_wait(1'099ms));
    world.turn(1ms);
    CHECK_MESSAGE(cups.extra(cups.seq())["seats"] == Json({0, 1}), "Ben was asked");
    CHECK_MESSAGE(cups.extra(cups.seq())["fresh"]["1"].is_null(), "and the entry was made without his value");
    cups.ben.ignore();
    CHECK_MESSAGE(throw_and_wait(0ms), "and the next one does not wait for him");
}

TEST_CASE("moves that wait open asks one after the other, and what came later waits again") {
    World world;
    Cups cups(world);
    cups.begin();
    const Json first = cups.send_move(cups.ana);
    // Ben's request names the prompt that he will have after Ana's throw.
    const auto prompt = cups.ben.latest("match")["you"]["n"].get<std::int64_t>();
    const Json second = cups.ben.send(
        "move", {{"room", cups.room}, {"match", cups.match}, {"n", prompt + 1}, {"move", {{"do", "roll"}}}});
    const Json set = cups.ana.send("room.set", {{"room", cups.room}, {"public", true}});
    const Json leave = cups.ben.send("room.leave", {{"room", cups.room}});
    world.settle();
    cups.ana.answer();
    cups.ben.answer();
    world.settle();
    CHECK(cups.ana.answer_to(first)["seq"] == 2);
    CHECK(cups.ana.latest("dice.ask")["seq"] == 3);
    CHECK_FALSE(cups.ben.answered(second));
    CHECK_FALSE(cups.ana.answered(set));
    CHECK_FALSE(cups.ben.answered(leave));
    work(world, {&cups.ana, &cups.ben});
    CHECK(cups.ben.answer_to(second)["seq"] == 3);
    CHECK(refusal(cups.ana.answer_to(set)) == "already_started");
    CHECK(refusal(cups.ben.answer_to(leave)) == "ok");
}

TEST_CASE("the same request in flight twice makes one throw, and another move with its id is refused") {
    World world;
    Asked asked(world);
    Json other = asked.move_of(asked.first);
    other["t"] = "move";
    other["id"] = asked.moving;
    other["n"] = 77;
    asked.ana.say(other);
    asked.give();
    std::vector<std::string> verdicts;
    for (const Json& frame : asked.ana.sink->frames)
        if (frame.value("re", Json()) == asked.moving) verdicts.push_back(refusal(frame));
    CHECK(verdicts == std::vector<std::string>{"ok", "id_reused"});
    CHECK(asked.seq() == 2);
}

TEST_CASE("in TRES a catch that comes while the seats are asked is judged after the entry") {
    World world;
    // Everybody draws and keeps cards until the pile is used up and the discards are shuffled: that asks.
    bool asked = false;
    for (int matches = 0; matches < 20 && !asked; ++matches) {
        Cups cups(world,
                  {{"game", "tres"},
                   {"options", {{"starter", "first"}, {"must_play_drawn", false}, {"deck", "lite92"}}}});
        cups.begin();
        while (cups.ana.latest("match")["result"].is_null() && !asked) {
            const Json to_act = cups.ana.latest("match")["to_act"];
            if (to_act.empty()) {
                world.turn(10s);
                work(world, {});
                continue;
            }
            Witness& mover = cups.at(to_act[0].get<int>());
            const Json push = mover.latest("match");
            const Json& moves = push["you"]["moves"];
            std::size_t which = 0;
            // Plays often enough that there are discards, and draws otherwise.
            for (std::size_t at = 0; at < moves.size(); ++at)
                if (Guest::kind_of(moves[at]) == (push["seq"].get<int>() % 3 == 0 ? "play" : "draw"))
                    which = at;
            const std::size_t asks = cups.ana.all("dice.ask").size();
            const Json id = cups.send_move(mover, which);
            asked = cups.ana.all("dice.ask").size() > asks;
            if (!asked) continue;
            Witness& other = cups.at(1 - to_act[0].get<int>());
            const Json rival = other.latest("match");
            const Json caught = other.send("move", {{"room", cups.room},
                                                    {"match", cups.match},
                                                    {"n", rival["you"]["n"]},
                                                    {"move", {{"do", "catch"}, {"seat", to_act[0]}}}});
            world.settle();
            CHECK_FALSE(other.answered(caught));
            CHECK_FALSE(mover.answered(id));
            work(world, {&cups.ana, &cups.ben});
            CHECK(refusal(mover.answer_to(id)) == "ok");
            CHECK(other.answered(caught));
            CHECK_FALSE(cups.ana.latest("match")["dice"].is_null());
        }
    }
    CHECK_MESSAGE(asked, "the pile was used up at least once");
}

TEST_CASE("chat, the cup's shaking, the lobby and other rooms do not wait for an ask") {
    World world;
    Asked asked(world);
    CHECK(refusal(asked.ben.ask({{"t", "room.chat"}, {"room", asked.room}, {"text", "luck!"}})) == "ok");
    CHECK(asked.ana.latest("chat")["text"] == "luck!");
    CHECK(refusal(asked.ben.ask({{"t", "dice.shake"}, {"room", asked.room}})) == "already_started");
    CHECK(refusal(asked.ana.ask({{"t", "me.tables"}})) == "ok");
    CHECK(refusal(asked.ana.ask({{"t", "rename"}, {"name", "Annie"}})) == "ok");
    CHECK(asked.ben.latest("room")["seats"][0]["player"]["name"] == "Annie");
    Asked other(world);
    other.give();
    CHECK(other.seq() == 2);
    CHECK_MESSAGE(asked.seq() == 1, "this one still waits");
    asked.give();
    CHECK(asked.seq() == 2);
}

TEST_CASE(
    "a server that stops makes the asked entry first and waits for it no longer than a second and a half") {
    World world;
    Asked asked(world);
    const Json waiting = asked.ana.send("move", asked.move_of(asked.first));
    world.settle();
    bool drained = false;
    world.lobby->drain([&] { drained = true; });
    world.settle();
    CHECK_FALSE(drained);
    CHECK(refusal(asked.ben.ask({{"t", "room.chat"}, {"room", asked.room}, {"text", "late"}})) ==
          "shutting_down");
    SUBCASE("all give their values") {
        asked.give();
        CHECK(asked.extra(2)["fresh"]["1"].is_string());
    }
    SUBCASE("one does not") {
        asked.ana.answer();
        world.turn(1'500ms);
        CHECK(asked.extra(2)["fresh"]["1"].is_null());
    }
    CHECK(drained);
    CHECK(asked.ana.answer_to(asked.moving)["seq"] == 2);
    CHECK_MESSAGE(asked.verdict(asked.ana, waiting) == "shutting_down", "it opens no other ask");
    world.turn(10s);
    CHECK(log_of(world.database.store(), asked.match).size() == 2);
    world.restart();
    asked.come_back();
    code_of(asked.ana.ask({{"t", "room.join"}, {"room", asked.room}}));
    CHECK(asked.seq() == 2);
}

TEST_CASE("a server that stops does not wait for people who come back, and the next one asks them") {
    World world;
    Asked asked(world);
    const Json ask = asked.ana.latest("dice.ask");
    world.restart();
    asked.ana.come_back();
    world.turn(1s);
    CHECK(asked.ana.latest("dice.ask") == ask);
    asked.ana.answer();
    bool drained = false;
    world.lobby->drain([&] { drained = true; });
    world.settle();
    CHECK_FALSE(drained);
    world.turn(1'500ms);
    CHECK(drained);
    CHECK(log_of(world.database.store(), asked.match).size() == 1);
    world.restart();
    asked.come_back();
    world.turn(1s);
    CHECK(asked.ben.latest("dice.ask") == ask);
    asked.give();
    CHECK(asked.extra(2)["fresh"]["0"] == asked.ana.value(asked.match, 2));
    CHECK(asked.extra(2)["fresh"]["1"] == asked.ben.value(asked.match, 2));
}

TEST_CASE("a server that stops refuses no move that the next one makes, also if it was sent again") {
    World world;
    Asked asked(world);
    Json resent = asked.move_of(asked.first);
    resent["t"] = "move";
    resent["id"] = asked.moving;
    world.restart();
    asked.ana.come_back();
    world.turn(1s);
    asked.ana.say(resent);
    const Json other = asked.ana.send("move", asked.move_of(asked.first));
    world.settle();
    bool drained = false;
    world.lobby->drain([&] { drained = true; });
    world.settle();
    world.turn(1'500ms);
    REQUIRE(drained);
    CHECK_FALSE(asked.ana.answered(asked.moving));
    CHECK(asked.verdict(asked.ana, other) == "shutting_down");
    world.restart();
    asked.come_back();
    world.turn(1s);
    asked.give();
    CHECK(asked.ana.ask(resent)["seq"] == 2);
}

TEST_CASE(
    "a server that stops during a start does not refuse it, and the next one goes on with the same secret") {
    World world;
    Cups cups(world);
    cups.ask_to_start();
    cups.ana.answer();
    world.settle();
    const Json shown = cups.ana.latest("dice");
    bool drained = false;
    world.lobby->drain([&] { drained = true; });
    world.settle();
    CHECK(drained);
    CHECK_FALSE(cups.ana.answered(cups.start));
    cups.ben.answer();
    world.turn(10s);
    CHECK(log_of(world.database.store(), cups.match).empty());
    world.restart();
    cups.come_back();
    CHECK(cups.ana.latest("dice")["commit"] == shown["commit"]);
    CHECK(cups.ana.latest("dice")["tips"].size() == 1);
    work(world, {&cups.ana, &cups.ben});
    for (Witness* player : {&cups.ana, &cups.ben})
        code_of(player->ask({{"t", "room.join"}, {"room", cups.room}}));
    CHECK(cups.finish().late.empty());
}

TEST_CASE("a match log that reaches its limit by an asked entry is abandoned with its proof") {
    World world;
    world.limits.match_entries = 6;
    world.restart();
    Cups cups(world);
    cups.begin();
    for (int entry = 2; entry < 6; ++entry) {
        cups.send_move();
        work(world, {&cups.ana, &cups.ben});
    }
    const Json last = cups.send_move();
    const Json late = cups.ben.send("room.rematch", {{"room", cups.room}});
    work(world, {&cups.ana, &cups.ben});
    CHECK(cups.at(cups.seq() % 2 == 0 ? 0 : 1).answer_to(last)["seq"] == 6);
    CHECK(cups.ana.latest("match")["result"]["reason"] == "abandoned");
    CHECK(cups.ana.latest("match")["proof"] == cups.record()["proof"]);
    CHECK(check_dice(cups.record()).kind == DiceVerdict::Kind::fair);
    CHECK_MESSAGE(refusal(cups.ben.answer_to(late)) == "ok", "it was judged after the end");
}

TEST_CASE("values that are refused or sent again count as requests, and the first ones do not") {
    World world;
    world.limits = Limits{};
    world.restart();
    Asked asked(world);
    const Json chat{{"t", "room.chat"}, {"room", asked.room}, {"text", "hello"}};
    const Json ask = asked.ana.latest("dice.ask");
    SUBCASE("sent again") {
        for (int sent = 0; sent < 300; ++sent)
            asked.ana.send("dice.give", {{"room", asked.room},
                                         {"match", asked.match},
                                         {"seq", 2},
                                         {"value", asked.ana.value(asked.match, 2)}});
        world.settle();
        CHECK(refusal(asked.ana.ask({{"t", "me.tables"}})) == "rate_limited");
        asked.give();
        CHECK(asked.seq() == 2);
    }
    SUBCASE("refused by the room") {
        for (int sent = 0; sent < 300; ++sent)
            CHECK(asked.ana.give(ask, std::string(64, '0')) == "bad_value");
        CHECK(refusal(asked.ana.ask({{"t", "me.tables"}})) == "rate_limited");
        CHECK_MESSAGE((asked.give(), asked.seq() == 2), "the right value is taken all the same");
    }
    SUBCASE("to rooms that do not exist") {
        Json nowhere = ask;
        nowhere["room"] = "AAAAAA";
        for (int sent = 0; sent < 300; ++sent)
            CHECK(asked.ana.give(nowhere, std::string(64, '0')) == (sent < 30 ? "no_room" : "rate_limited"));
        CHECK(refusal(asked.ana.ask({{"t", "me.tables"}})) == "rate_limited");
    }
}

}  // namespace
}  // namespace cubilete::server
