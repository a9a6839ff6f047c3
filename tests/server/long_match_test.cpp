#include "tests/server/friends.hpp"
#include "tests/stored_match.hpp"

namespace cubilete::server {
namespace {

using namespace std::chrono_literals;

TEST_CASE(
    "a move of an earlier match is looked up on another thread, and costs its player as much as ten "
    "requests") {
    World world;
    Friends friends(world);
    friends.start();
    const Json start = friends.ana.latest("match");
    Json move{{"t", "move"},
              {"room", friends.room},
              {"match", start["match"]},
              {"n", start["you"]["n"]},
              {"move", start["you"]["moves"][0]}};
    friends.play_to_the_end();
    friends.ana.ask({{"t", "room.rematch"}, {"room", friends.room}});
    friends.ben.ask({{"t", "room.rematch"}, {"room", friends.room}});
    world.limits = Limits{};
    world.restart();
    Guest ana(world, "Ana", friends.ana.token);
    const int opened = world.readers_opened;
    std::size_t looked_up = 0;
    while (refusal(ana.ask(move)) != "rate_limited") ++looked_up;
    CHECK(looked_up == 200 / (10 + 1) + 1);  // the last request may overdraw the bucket
    CHECK(world.readers_opened == opened);

    SUBCASE("one after the other, for any number sent at once") {
        world.turn(10s);
        for (const char* id : {"a", "b", "c"}) {
            move["id"] = id;
            ana.say(move);
        }
        world.settle();
        CHECK(refusal(ana.answer_to("a")) == "match_over");
        CHECK(refusal(ana.answer_to("b")) == "busy");
        CHECK(refusal(ana.answer_to("c")) == "busy");
    }
}

TEST_CASE("a match with a too long log is abandoned, and its room stays open") {
    World world;
    world.limits.match_entries = 30;
    world.restart();
    Friends friends(world, {{"starter", "first"}}, {{"game", "ambiciosa"}});
    friends.start();
    const Json match = friends.ana.latest("match")["match"];
    while (friends.ana.latest("match")["result"].is_null())
        REQUIRE(friends.at(friends.ana.latest("match")["to_act"].at(0).get<int>()).move_that("roll")["t"] ==
                "ok");
    const Json last = friends.ben.latest("match");
    CHECK(last["seq"] == 30);
    CHECK(last["result"]["reason"] == "abandoned");
    CHECK(last["to_act"].empty());
    CHECK_FALSE(last["events"].empty());
    CHECK(friends.ben.latest("room")["phase"] == "finished");
    CHECK(log_of(world.database.store(), match).size() == 30);
    world.restart();
    Guest ana(world, "Ana", friends.ana.token);
    Guest ben(world, "Ben", friends.ben.token);
    for (Guest* guest : {&ana, &ben})
        CHECK(refusal(guest->ask({{"t", "room.rematch"}, {"room", friends.room}})) == "ok");
    CHECK(ana.latest("room")["phase"] == "playing");
}

TEST_CASE(
    "a client that resumes after very many entries gets the view and the number left out, at a bounded "
    "cost") {
    World world;
    Friends friends(world, {{"starter", "first"}}, {{"game", "ambiciosa"}});
    friends.start();
    const Json match = friends.ana.latest("match")["match"];
    const auto roll = [&](std::int64_t until) {
        while (friends.ana.latest("match")["seq"] < until) {
            const int seat = friends.ana.latest("match")["to_act"].at(0);
            REQUIRE(friends.at(seat).move_that("roll")["t"] == "ok");
        }
    };
    const auto resumed = [&](std::int64_t seq) {
        Guest ana(world, "Ana", friends.ana.token);
        code_of(ana.ask(
            {{"t", "room.join"}, {"room", friends.room}, {"seen", {{"match", match}, {"seq", seq}}}}));
        return ana.latest("match");
    };
    roll(1'500);
    Json push = resumed(0);
    CHECK_FALSE(push.contains("left_out"));
    CHECK(push["entries"].size() == 1'500);
    roll(1'501);
    push = resumed(0);
    CHECK(push["left_out"] == 1'501);
    CHECK(push["events"].empty());
    CHECK_FALSE(push.contains("entries"));
    CHECK(push["view"] == friends.ana.latest("match")["view"]);
    CHECK(resumed(1'500)["entries"].size() == 1);

    world.limits = Limits{};
    world.restart();
    Guest watcher(world, "Watcher");
    int allowed = 0;
    while (refusal(watcher.ask(
               {{"t", "room.join"}, {"room", friends.room}, {"seen", {{"match", match}, {"seq", 100}}}})) ==
           "ok")
        ++allowed;
    CHECK(allowed > 1);
    CHECK_MESSAGE(allowed < 40, "each brings more than 64 KiB");
}

TEST_CASE("clients that resume together from the same entry share one text") {
    World world;
    Friends friends(world, {{"starter", "first"}}, {{"game", "ambiciosa"}});
    friends.start();
    const Json begun = friends.ana.latest("match");
    for (int move = 0; move < 5; ++move) friends.at(friends.ana.latest("match")["to_act"].at(0)).move();
    Guest cleo(world, "Cleo");
    Guest dan(world, "Dan");
    const auto comes_back = [&](Guest& guest, const Json& seq) {
        const Json seen{{"match", begun["match"]}, {"seq", seq}};
        code_of(guest.ask({{"t", "room.join"}, {"room", friends.room}, {"as", "spectator"}, {"seen", seen}}));
        REQUIRE(Json::parse(*guest.sink->newest)["t"] == "match");
        return guest.sink->newest;
    };
    const auto first = comes_back(cleo, begun["seq"]);
    CHECK(comes_back(dan, begun["seq"]) == first);
    CHECK_MESSAGE(comes_back(cleo, begun["seq"].get<int>() + 1) != first, "the client has missed less");
    const auto again = comes_back(dan, begun["seq"]);
    friends.at(friends.ana.latest("match")["to_act"].at(0)).move();
    const auto later = comes_back(cleo, begun["seq"]);
    CHECK_MESSAGE(later != again, "more has happened");
    CHECK(Json::parse(*later)["seq"] == Json::parse(*again)["seq"].get<int>() + 1);
}

}  // namespace
}  // namespace cubilete::server
