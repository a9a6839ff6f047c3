#include "tests/server/friends.hpp"

namespace cubilete::server {
namespace {

using namespace std::chrono_literals;

TEST_CASE("whoever makes a room sits in its first seat and is its host") {
    World world;
    Guest ana(world);
    const std::string room = code_of(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}, {"seats", 3}}));
    const Json push = ana.latest("room");
    CHECK(push["room"] == room);
    CHECK(push["host"] == ana.id);
    CHECK(push["phase"] == "waiting");
    REQUIRE(push["seats"].size() == 3);
    CHECK(push["seats"][0]["player"]["id"] == ana.id);
    CHECK(push["seats"][1]["player"].is_null());
}

TEST_CASE("a friend who opens the link is seated, and the next one who finds no seat watches") {
    World world;
    Friends friends(world, {{"starter", "first"}}, {{"seats", 2}});
    CHECK(friends.ana.latest("room")["seats"][1]["player"]["name"] == "Ben");
    Guest cleo(world, "Cleo");
    const Json joined = cleo.ask({{"t", "room.join"}, {"room", friends.room}});
    CHECK(joined["as"] == "spectator");
    CHECK(friends.ana.latest("room")["spectators"] == 1);
    CHECK(refusal(cleo.ask({{"t", "room.join"}, {"room", friends.room}, {"as", "player"}})) == "room_full");
    CHECK(refusal(cleo.ask({{"t", "room.join"}, {"room", friends.room}, {"seat", 1}})) == "seat_taken");
    CHECK(refusal(cleo.ask({{"t", "room.ready"}, {"room", friends.room}, {"ready", true}})) == "not_seated");
}

TEST_CASE("a table may be closed to spectators") {
    World world;
    Friends friends(world, Json::object(), {{"seats", 2}, {"spectators", false}});
    Guest cleo(world, "Cleo");
    CHECK(refusal(cleo.ask({{"t", "room.join"}, {"room", friends.room}})) == "room_full");
    CHECK(refusal(cleo.ask({{"t", "room.join"}, {"room", friends.room}, {"as", "spectator"}})) ==
          "room_full");
}

TEST_CASE("the host starts when everybody who is seated is ready") {
    World world;
    Friends friends(world);
    Guest cleo(world, "Cleo");
    code_of(cleo.ask({{"t", "room.join"}, {"room", friends.room}}));
    const Json early = friends.ana.ask({{"t", "room.start"}, {"room", friends.room}});
    CHECK(early["code"] == "not_started");
    CHECK(early["text"] == "Cleo is not ready.");
    CHECK(refusal(friends.ben.ask({{"t", "room.start"}, {"room", friends.room}})) == "not_host");
    CHECK(refusal(cleo.ask({{"t", "room.ready"}, {"room", friends.room}, {"ready", true}})) == "ok");
    friends.start();
    CHECK(friends.ana.latest("room")["phase"] == "playing");
    CHECK(cleo.latest("match")["view"]["seats"].size() == 3);
}

TEST_CASE("occupied seats close up when a match starts") {
    World world;
    Friends friends(world);
    CHECK(refusal(friends.ben.ask({{"t", "room.seat"}, {"room", friends.room}, {"seat", 3}})) == "ok");
    CHECK(refusal(friends.ben.ask({{"t", "room.ready"}, {"room", friends.room}, {"ready", true}})) == "ok");
    friends.start();
    CHECK(friends.ana.latest("room")["seats"][1]["player"]["id"] == friends.ben.id);
    CHECK(friends.ben.latest("match")["you"]["seat"] == 1);
}

TEST_CASE("between matches a player stands up, sits elsewhere, and the host changes the game's options") {
    World world;
    Friends friends(world);
    CHECK(refusal(friends.ben.ask({{"t", "room.seat"}, {"room", friends.room}, {"seat", nullptr}})) == "ok");
    CHECK(friends.ana.latest("room")["seats"][1]["player"].is_null());
    CHECK(refusal(friends.ben.ask({{"t", "room.seat"}, {"room", friends.room}, {"seat", 0}})) ==
          "seat_taken");
    CHECK(refusal(friends.ben.ask({{"t", "room.seat"}, {"room", friends.room}, {"seat", 2}})) == "ok");
    CHECK(refusal(friends.ben.ask({{"t", "room.set"}, {"room", friends.room}, {"seats", 5}})) == "not_host");
    CHECK(refusal(friends.ana.ask({{"t", "room.set"}, {"room", friends.room}, {"seats", 1}})) ==
          "bad_options");
    CHECK(refusal(friends.ana.ask(
              {{"t", "room.set"}, {"room", friends.room}, {"options", {{"joker", "sometimes"}}}})) ==
          "bad_options");
    CHECK(refusal(friends.ana.ask(
              {{"t", "room.set"}, {"room", friends.room}, {"options", {{"joker", "free"}}}})) == "ok");
    CHECK(friends.ben.latest("room")["options"]["joker"] == "free");
    CHECK_MESSAGE(friends.ben.latest("room")["seats"][1]["ready"] == false,
                  "who agreed to other rules has to agree anew");
}

TEST_CASE(
    "a whole game of Yahtzee by the protocol ends in a result, and its record replays to what was shown") {
    World world;
    Friends friends(world);
    friends.start();
    friends.play_to_the_end();
    const Json last = friends.ana.latest("match");
    CHECK(last["result"]["reason"] == "finished");
    CHECK(last["result"]["scores"].size() == 2);
    CHECK(friends.ana.latest("room")["phase"] == "finished");

    const storage::Store& store = world.database.store();
    const auto match = store.match(last["match"]);
    REQUIRE(match);
    CHECK(match->ended_ms);
    CHECK(store.scores(match->id).size() == 2);
    const auto log = store.log(match->id);
    REQUIRE(log.size() == last["seq"].get<std::size_t>());
    // Entry by entry, through the eyes of each seat.
    for (const Json& frame : friends.ana.sink->frames) {
        if (frame["t"] != "match" || frame["match"] != match->id) continue;
        const std::size_t seq = frame["seq"].get<std::size_t>();
        const Table replayed(*match, {log.begin(), log.begin() + static_cast<std::ptrdiff_t>(seq)},
                             std::make_unique<cubilete::SeededChance>(1));
        CHECK(replayed.match().view({Seat{0}}) == frame["view"]);
        CHECK(replayed.match().moves(0) == frame["you"]["moves"]);
    }
}

TEST_CASE("a move out of turn, a late one and an illegal one are refused and change nothing") {
    World world;
    Friends friends(world);
    friends.start();
    const Json before = friends.ana.latest("match");
    const Json roll = before["you"]["moves"][0];
    const auto move = [&](Json n, Json what) {
        return Json{
            {"t", "move"}, {"room", friends.room}, {"match", before["match"]}, {"n", n}, {"move", what}};
    };
    const Json early = friends.ben.ask(move(0, roll));
    CHECK(early["code"] == "not_your_turn");
    CHECK(early["text"] == "It is Ana's turn.");
    CHECK(refusal(friends.ana.ask(move(before["you"]["n"].get<int>() + 1, roll))) == "stale");
    CHECK(refusal(friends.ana.ask(move(before["you"]["n"], {{"do", "score"}, {"box", "chance"}}))) ==
          "illegal_move");
    Guest cleo(world, "Cleo");
    CHECK(refusal(cleo.ask(move(1, roll))) == "not_in_room");
    code_of(cleo.ask({{"t", "room.join"}, {"room", friends.room}}));
    CHECK(refusal(cleo.ask(move(1, roll))) == "not_seated");
    CHECK(friends.ana.latest("match")["seq"] == before["seq"]);
    CHECK(refusal(friends.ana.ask(move(before["you"]["n"], roll))) == "ok");
    CHECK(refusal(friends.ana.ask(move(before["you"]["n"], roll))) == "stale");
}

TEST_CASE("a move sent twice under one id is played once and answered alike, on any socket") {
    World world;
    Friends friends(world);
    friends.start();
    const Json before = friends.ana.latest("match");
    Json move{{"t", "move"},
              {"id", "a-1"},
              {"room", friends.room},
              {"match", before["match"]},
              {"n", before["you"]["n"]},
              {"move", before["you"]["moves"][0]}};
    const Json first = friends.ana.ask(move);
    REQUIRE(first["t"] == "ok");
    const std::int64_t seq = friends.ana.latest("match")["seq"];

    Guest again(world, "Ana", friends.ana.token);
    CHECK(again.rooms == Json::array({friends.room}));
    CHECK(again.ask(move) == first);
    CHECK(friends.ben.latest("match")["seq"] == seq);
    move["n"] = before["you"]["n"].get<int>() + 1;
    CHECK(refusal(Guest(world, "Ana", friends.ana.token).ask(move)) == "id_reused");
}

TEST_CASE("who comes back gets everything that happened since in one push") {
    World world;
    Friends friends(world);
    friends.start();
    REQUIRE(friends.ana.move()["t"] == "ok");
    const Json seen = friends.ben.latest("match");
    friends.ben.hang_up();
    CHECK(friends.ana.latest("room")["seats"][1]["online"] == false);
    Json missed = Json::array();
    for (int moves = 0; moves < 2; ++moves) {
        REQUIRE(friends.ana.move_that("roll")["t"] == "ok");
        const Json push = friends.ana.latest("match");
        for (const Json& event : push["events"]) missed.push_back(event);
    }
    Guest ben(world, "Ben", friends.ben.token);
    CHECK(ben.count("match") == 0);
    code_of(ben.ask({{"t", "room.join"},
                     {"room", friends.room},
                     {"seen", {{"match", seen["match"]}, {"seq", seen["seq"]}}}}));
    CHECK(ben.count("match") == 1);
    CHECK(ben.latest("match")["events"] == missed);
    std::size_t told = 0;
    const Json entries = ben.latest("match")["entries"];
    CHECK(entries.size() == 2);
    for (const Json& entry : entries) {
        CHECK(entry["by"] == Json{{"seat", 0}});
        told += entry["events"].get<std::size_t>();
    }
    CHECK(told == missed.size());
    CHECK(ben.latest("match")["view"] == friends.ana.latest("match")["view"]);
    CHECK(friends.ana.latest("room")["seats"][1]["online"] == true);
}

TEST_CASE(
    "when a turn's time is up the house plays it, and after three turns in a row it takes the seat until its "
    "player moves") {
    World world;
    Friends friends(world, {{"starter", "first"}}, {{"clock", {{"turn_ms", 30'000}}}});
    friends.start();
    CHECK(friends.ana.latest("match")["clock"] ==
          Json{{"kind", "turn"}, {"left_ms", 30'000}, {"of_ms", 30'000}});
    world.turn(29'999ms);
    CHECK(friends.ana.latest("match")["seq"] == 1);
    for (int missed = 1; missed <= world.limits.missed_turns; ++missed) {
        world.turn(missed == 1 ? 1ms : 30'000ms);
        CHECK(friends.ben.latest("match")["by"] == Json{{"clock", true}});
        CHECK(friends.ben.latest("match")["to_act"] == Json::array({1}));
        while (friends.ben.latest("match")["to_act"] == Json::array({1}))
            REQUIRE(friends.ben.move()["t"] == "ok");
    }
    CHECK(friends.ben.latest("room")["seats"][0]["house"] == true);
    world.turn(world.limits.house_pause);
    CHECK(friends.ben.latest("match")["by"] == Json{{"seat", 0}, {"house", true}});
    REQUIRE(friends.ana.move()["t"] == "ok");
    CHECK(friends.ben.latest("room")["seats"][0]["house"] == false);
    const Json seq = friends.ben.latest("match")["seq"];
    world.turn(world.limits.house_pause * 3);
    CHECK_MESSAGE(friends.ben.latest("match")["seq"] == seq, "Ana plays for herself again");
}

TEST_CASE("who comes back has his seat back at once, and loses it with the next turn that he lets pass") {
    World world;
    Friends friends(world, {{"starter", "first"}}, {{"clock", {{"turn_ms", 30'000}}}});
    friends.start();
    friends.ana.hang_up();
    const auto ben_plays = [&friends] {
        while (friends.ben.latest("match")["to_act"] == Json::array({1}))
            REQUIRE(friends.ben.move()["t"] == "ok");
    };
    const auto is_the_houses = [&friends] { return friends.ben.latest("room")["seats"][0]["house"] == true; };
    for (int missed = 1; missed <= world.limits.missed_turns; ++missed) {
        CHECK_FALSE(is_the_houses());
        world.turn(30'000ms);
        ben_plays();
    }
    REQUIRE(is_the_houses());
    const Json seq = friends.ben.latest("match")["seq"];

    Guest ana(world, "Ana", friends.ana.token);
    REQUIRE(refusal(ana.ask({{"t", "room.join"}, {"room", friends.room}})) == "ok");
    CHECK_FALSE(is_the_houses());
    world.turn(29'999ms);
    CHECK_MESSAGE(friends.ben.latest("match")["seq"] == seq, "the turn is Ana's");
    world.turn(1ms);
    CHECK(friends.ben.latest("match")["by"] == Json{{"clock", true}});
    CHECK(is_the_houses());
}

TEST_CASE("who has left the table and comes back plays on himself") {
    World world;
    Friends friends(world, {{"starter", "first"}}, {{"clock", {{"turn_ms", 0}}}});
    Guest caro(world, "Caro");
    friends.start();
    REQUIRE(refusal(friends.ana.ask({{"t", "room.leave"}, {"room", friends.room}})) == "ok");
    CHECK(friends.ben.latest("room")["seats"][0]["house"] == true);
    REQUIRE(refusal(friends.ana.ask({{"t", "room.join"}, {"room", friends.room}})) == "ok");
    CHECK(friends.ben.latest("room")["seats"][0]["house"] == false);
    const Json seq = friends.ben.latest("match")["seq"];
    world.turn(world.limits.house_pause * 3);
    CHECK(friends.ben.latest("match")["seq"] == seq);
    CHECK(friends.ana.move()["t"] == "ok");
}

TEST_CASE("a table without a clock waits as long as it takes") {
    World world;
    Friends friends(world, {{"starter", "first"}}, {{"clock", {{"turn_ms", 0}}}});
    friends.start();
    CHECK(friends.ana.latest("match")["clock"].is_null());
    world.turn(48h);
    CHECK(friends.ana.latest("match")["seq"] == 1);
}

TEST_CASE("a rematch begins when all who are seated want it, and the starter moves on by one") {
    World world;
    Friends friends(world);
    friends.start();
    friends.play_to_the_end();
    CHECK(refusal(friends.ana.ask({{"t", "room.rematch"}, {"room", friends.room}})) == "ok");
    CHECK(friends.ben.latest("room")["phase"] == "finished");
    CHECK(friends.ben.latest("room")["seats"][0]["ready"] == true);
    CHECK(refusal(friends.ben.ask({{"t", "room.rematch"}, {"room", friends.room}})) == "ok");
    CHECK(friends.ana.latest("room")["phase"] == "playing");
    CHECK(friends.ana.latest("match")["seq"] == 1);
    CHECK(friends.ana.latest("match")["to_act"] == Json::array({1}));
}

TEST_CASE("bots who are alone at a table agree on a rematch among themselves") {
    World world;
    Guest r2(world, "R2", {}, true);
    Guest c3(world, "C3", {}, true);
    const std::string room = code_of(r2.ask(
        {{"t", "room.create"}, {"game", "escalera"}, {"options", {{"target", 50}, {"starter", "first"}}}}));
    code_of(c3.ask({{"t", "room.join"}, {"room", room}}));
    REQUIRE(refusal(r2.ask({{"t", "room.start"}, {"room", room}})) == "ok");
    while (r2.latest("match")["result"].is_null())
        REQUIRE((r2.latest("match")["to_act"].at(0) == 0 ? r2 : c3).move()["t"] == "ok");
    CHECK(refusal(r2.ask({{"t", "room.rematch"}, {"room", room}})) == "ok");
    CHECK(c3.latest("room")["phase"] == "finished");
    CHECK(refusal(c3.ask({{"t", "room.rematch"}, {"room", room}})) == "ok");
    CHECK(c3.latest("room")["phase"] == "playing");
}

TEST_CASE("a move resent after the next match began still gets its first answer") {
    World world;
    Friends friends(world);
    friends.start();
    const Json start = friends.ana.latest("match");
    const Json move{{"t", "move"},
                    {"id", "first"},
                    {"room", friends.room},
                    {"match", start["match"]},
                    {"n", start["you"]["n"]},
                    {"move", start["you"]["moves"][0]}};
    const Json first = friends.ana.ask(move);
    friends.play_to_the_end();
    friends.ana.ask({{"t", "room.rematch"}, {"room", friends.room}});
    friends.ben.ask({{"t", "room.rematch"}, {"room", friends.room}});
    REQUIRE(friends.ana.latest("match")["match"] != start["match"]);
    Guest again(world, "Ana", friends.ana.token);
    CHECK(again.ask(move) == first);
    Json other = move;
    other["id"] = "second";
    CHECK(refusal(again.ask(other)) == "match_over");
    other["id"] = "first";
    other["n"] = move["n"].get<int>() + 1;
    CHECK(refusal(Guest(world, "Ana", friends.ana.token).ask(other)) == "id_reused");
    Guest cleo(world, "Cleo");
    code_of(cleo.ask({{"t", "room.join"}, {"room", friends.room}}));
    CHECK(refusal(cleo.ask(move)) == "not_seated");
    CHECK_MESSAGE(refusal(friends.ben.ask(move)) == "match_over", "it was not Ben who sent that id");
}

TEST_CASE(
    "who leaves a running match is played for by the house and may come back; when all have left it is "
    "abandoned") {
    World world;
    Friends friends(world);
    friends.start();
    CHECK(refusal(friends.ana.ask({{"t", "room.leave"}, {"room", friends.room}})) == "ok");
    CHECK(friends.ben.latest("room")["host"] == friends.ben.id);
    CHECK(friends.ben.latest("room")["seats"][0]["house"] == true);
    world.turn(world.limits.house_pause);
    CHECK(friends.ben.latest("match")["by"] == Json{{"seat", 0}, {"house", true}});
    CHECK(friends.ana.ask({{"t", "room.join"}, {"room", friends.room}})["as"] == "player");
    REQUIRE(friends.ana.move()["t"] == "ok");
    CHECK(friends.ben.latest("room")["seats"][0]["house"] == false);

    CHECK(refusal(friends.ana.ask({{"t", "room.leave"}, {"room", friends.room}})) == "ok");
    CHECK(refusal(friends.ben.ask({{"t", "room.leave"}, {"room", friends.room}})) == "ok");
    const storage::Store& store = world.database.store();
    const auto match = store.match(friends.ana.latest("match")["match"]);
    REQUIRE(match);
    REQUIRE(match->result);
    CHECK(Json::parse(*match->result)["reason"] == "abandoned");
}

TEST_CASE("who walked out of a running match has still left it after a restart") {
    World world;
    Friends friends(world, {{"starter", "first"}}, {{"clock", {{"turn_ms", 0}}}});
    friends.start();
    REQUIRE(refusal(friends.ben.ask({{"t", "room.leave"}, {"room", friends.room}})) == "ok");
    world.restart();
    Guest ben(world, "Ben", friends.ben.token);
    CHECK(ben.count("room") == 0);
    CHECK(refusal(ben.ask({{"t", "room.chat"}, {"room", friends.room}, {"text", "still here?"}})) ==
          "not_in_room");
    Guest ana(world, "Ana", friends.ana.token);
    REQUIRE(refusal(ana.ask({{"t", "room.leave"}, {"room", friends.room}})) == "ok");
    CHECK(world.database.store().match(friends.ana.latest("match")["match"])->ended_ms);
}

TEST_CASE("a last move resent in the same breath as the rematch still gets its first answer") {
    World world;
    Guest ana(world, "Ana");
    const std::string room = code_of(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}, {"seats", 1}}));
    ana.ask({{"t", "room.start"}, {"room", room}});
    // Twelve boxes, then the throw before the last one: what is left is to fill it.
    Json push = ana.latest("match");
    while (push["view"]["round"] < 13 || push["view"]["turn"]["throws"] == 0) {
        REQUIRE(ana.move()["t"] == "ok");
        push = ana.latest("match");
    }
    const Json last{{"t", "move"},           {"id", "last"},
                    {"room", room},          {"match", push["match"]},
                    {"n", push["you"]["n"]}, {"move", push["you"]["moves"][0]}};
    ana.say(last);
    ana.say({{"t", "room.rematch"}, {"id", "again"}, {"room", room}});
    const std::size_t before = ana.sink->frames.size();
    ana.say(last);
    world.settle();
    std::vector<Json> answers;
    for (const Json& frame : ana.sink->frames)
        if (frame.contains("re") && frame["re"] == "last") answers.push_back(frame);
    REQUIRE(answers.size() == 2);
    CHECK(answers[0]["t"] == "ok");
    CHECK(answers[1] == answers[0]);
    CHECK(ana.sink->frames.size() > before);
}

TEST_CASE("after a restart the same people find the same match where they left it") {
    World world;
    Friends friends(world, {{"starter", "first"}}, {{"clock", {{"turn_ms", 30'000}}}});
    friends.start();
    REQUIRE(friends.ana.move()["t"] == "ok");
    friends.ana.ask({{"t", "room.chat"}, {"room", friends.room}, {"text", "brb"}});
    const Json before = friends.ana.latest("match");
    world.restart();
    Guest ana(world, "Ana", friends.ana.token);
    CHECK(ana.rooms == Json::array({friends.room}));
    code_of(ana.ask({{"t", "room.join"},
                     {"room", friends.room},
                     {"seen", {{"match", before["match"]}, {"seq", before["seq"].get<int>() - 1}}}}));
    Json after = ana.latest("match");
    CHECK(after["clock"]["left_ms"].get<int>() == 45'000);
    for (const char* part : {"seq", "view", "you", "events", "hash", "to_act"})
        CHECK(after[part] == before[part]);
    CHECK(ana.latest("room")["chat"].back()["text"] == "brb");
    CHECK(ana.latest("room")["host"] == ana.id);
    CHECK(ana.move()["t"] == "ok");
}

}  // namespace
}  // namespace cubilete::server
