#include <array>

#include "tests/server/friends.hpp"
#include "tests/stored_match.hpp"

namespace cubilete::server {
namespace {

using namespace std::chrono_literals;

TEST_CASE("a whole match of Yahtzee ends with a result, and a replay of its record equals what was shown") {
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
    CHECK(scores_of(store, match->id).size() == 2);
    const auto log = log_of(store, match->id);
    REQUIRE(log.size() == last["seq"].get<std::size_t>());
    // Entry by entry, for each seat.
    Json about;
    for (const Json& frame : friends.ana.sink->frames) {
        if (frame["t"] != "match" || frame["match"] != match->id) continue;
        if (frame.contains("about")) about = frame["about"];
        const std::size_t seq = frame["seq"].get<std::size_t>();
        const Table replayed(*match, {log.begin(), log.begin() + static_cast<std::ptrdiff_t>(seq)},
                             std::make_unique<cubilete::SeededChance>(1));
        Json whole = about;
        whole.update(frame["view"]);
        CHECK(replayed.match().view({Seat{0}}) == whole);
        CHECK(replayed.match().listed_text(0).tree() == frame["you"].value("moves", Json::array()));
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

TEST_CASE("a move sent twice with one id is played once and gets the same answer, on any socket") {
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

TEST_CASE("a move that the disk has no room for is not counted") {
    World world;
    Friends friends(world);
    friends.start();
    const std::string counted = "cubilete_moves_total{game=\"yahtzee\"} 1\n";
    world.disk_is_full_for = [](const storage::Write& write) {
        return std::holds_alternative<storage::AppendEntry>(write);
    };
    CHECK(refusal(friends.ana.move()) == "storage");
    CHECK(world.metrics.text().find(counted) == std::string::npos);
    world.disk_is_full_for = {};
    CHECK(friends.ana.move()["t"] == "ok");
    CHECK(world.metrics.text().find(counted) != std::string::npos);
}

TEST_CASE("a rematch begins when all seated players want it, and the next seat starts") {
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

TEST_CASE("in a rematch the seat after the last starter begins, also when somebody has left before it") {
    World world;
    Friends friends(world, {{"starter", "first"}}, {{"seats", 3}});
    Guest cleo(world, "Cleo");
    code_of(cleo.ask({{"t", "room.join"}, {"room", friends.room}}));
    REQUIRE(refusal(cleo.ask({{"t", "room.ready"}, {"room", friends.room}, {"ready", true}})) == "ok");
    friends.start();
    const std::array<Guest*, 3> players{&friends.ana, &friends.ben, &cleo};
    REQUIRE(cleo.latest("match")["to_act"] == Json::array({0}));
    while (cleo.latest("match")["result"].is_null())
        REQUIRE(players.at(cleo.latest("match")["to_act"].at(0).get<std::size_t>())->move()["t"] == "ok");

    REQUIRE(refusal(friends.ana.ask({{"t", "room.leave"}, {"room", friends.room}})) == "ok");
    SUBCASE("at once") {}
    SUBCASE("and the host has changed a setting") {
        REQUIRE(refusal(friends.ben.ask({{"t", "room.set"}, {"room", friends.room}, {"public", true}})) ==
                "ok");
    }
    for (Guest* guest : {&friends.ben, &cleo})
        REQUIRE(refusal(guest->ask({{"t", "room.rematch"}, {"room", friends.room}})) == "ok");
    CHECK(cleo.latest("room")["phase"] == "playing");
    CHECK(cleo.latest("room")["seats"][0]["player"]["name"] == "Ben");
    CHECK_MESSAGE(cleo.latest("match")["to_act"] == Json::array({0}), "Ana began, so it is Ben's turn");
}

TEST_CASE("no push of a rematch replaces the end of the match before it for a slow client") {
    World world;
    Friends friends(world);
    friends.start();
    friends.play_to_the_end();
    const std::size_t end = friends.ana.sink->frames.size() - 1;
    const std::string first_match = friends.ana.latest("match")["match"];
    friends.ana.ask({{"t", "room.rematch"}, {"room", friends.room}});
    friends.ben.ask({{"t", "room.rematch"}, {"room", friends.room}});
    friends.play_to_the_end();
    const auto& subjects = friends.ana.sink->subjects;
    for (std::size_t i = 0; i <= end; ++i) {
        const Json& frame = friends.ana.sink->frames[i];
        if (frame["t"] != "match" || frame["match"] != first_match) continue;
        for (std::size_t later = end + 1; later < subjects.size(); ++later)
            CHECK((subjects[later].empty() || !subjects[i].starts_with(subjects[later])));
    }
}

TEST_CASE("a rematch that one player wants is not forgotten by a restart") {
    World world;
    Friends friends(world);
    friends.start();
    friends.play_to_the_end();
    REQUIRE(refusal(friends.ana.ask({{"t", "room.rematch"}, {"room", friends.room}})) == "ok");
    world.restart();
    friends.ana = Guest(world, "Ana", friends.ana.token);
    friends.ben = Guest(world, "Ben", friends.ben.token);
    CHECK(friends.ben.latest("room")["phase"] == "finished");
    CHECK(friends.ben.latest("room")["seats"][0]["ready"] == true);
    CHECK(refusal(friends.ben.ask({{"t", "room.rematch"}, {"room", friends.room}})) == "ok");
    CHECK(friends.ana.latest("room")["phase"] == "playing");
}

TEST_CASE("programs without people in the room start a rematch among themselves") {
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
    SUBCASE("when the last of them wants it") {
        CHECK(refusal(c3.ask({{"t", "room.rematch"}, {"room", room}})) == "ok");
    }
    SUBCASE("when the only one who does not want it yet loses the connection") { c3.hang_up(); }
    CHECK(r2.latest("room")["phase"] == "playing");
}

namespace {

/// Ana's first move, and the reply to it. Its match has ended, and the next one has begun.
std::pair<Json, Json> first_move_of_an_ended_match(Friends& friends) {
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
    return {move, first};
}

}  // namespace

TEST_CASE("a move resent after the next match began still gets its first answer") {
    World world;
    Friends friends(world);
    const auto [move, first] = first_move_of_an_ended_match(friends);
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

TEST_CASE("a move resent after the next match began, while the disk cannot be read, may be sent again") {
    World world;
    Friends friends(world);
    const auto [move, first] = first_move_of_an_ended_match(friends);
    friends.ana.come_back();
    world.on_match_read = [] { throw storage::DatabaseError("the disk cannot be read"); };
    const Json refused = friends.ana.ask(move);
    CHECK(refusal(refused) == "busy");
    CHECK(refused["why"] == "unreadable_now");
    world.on_match_read = nullptr;
    friends.ana.come_back();
    CHECK(friends.ana.ask(move) == first);
}

TEST_CASE("a last move sent again together with the rematch still gets its first answer") {
    World world;
    Guest ana(world, "Ana");
    const std::string room = code_of(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}, {"seats", 1}}));
    ana.ask({{"t", "room.start"}, {"room", room}});
    // Fills twelve boxes and makes the last throw, so that only the last box is open.
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

}  // namespace
}  // namespace cubilete::server
