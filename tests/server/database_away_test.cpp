// Requests and clocks of players while the database with the data does not answer, and when it does again.
#include "tests/server/friends.hpp"

namespace cubilete::server {
namespace {

using namespace std::chrono_literals;

const Json slow_turns{{"clock", {{"turn_ms", 30'000}}}};

std::int64_t left_ms(const Guest& guest) { return guest.latest("match")["clock"]["left_ms"]; }

TEST_CASE("while the database is away, requests are refused with a time to wait and a reason of their own") {
    World world;
    Friends friends(world);
    friends.start();
    world.database_goes_away();
    for (const Json& answer :
         {friends.ana.move(), friends.ben.ask({{"t", "room.chat"}, {"room", friends.room}, {"text", "hi"}}),
          friends.ana.ask({{"t", "room.create"}, {"game", "yahtzee"}})}) {
        CHECK(refusal(answer) == "busy");
        CHECK(answer["retry_ms"] == 1'000);
        CHECK(answer["text"] == "The database does not answer just now; the game goes on when it does.");
    }
    world.database_comes_back();
    CHECK(refusal(friends.ana.move()) == "ok");
}

TEST_CASE("a move that was accepted when the database went away is answered and shown when it is back") {
    World world;
    Friends friends(world);
    friends.start();
    const Json before = friends.ben.latest("match");
    const Json push = friends.ana.latest("match");
    const Json move{{"t", "move"},           {"id", "last"},
                    {"room", friends.room},  {"match", push["match"]},
                    {"n", push["you"]["n"]}, {"move", push["you"]["moves"].at(0)}};
    world.database_stands_still();
    friends.ana.say(move);
    world.run();
    world.database_goes_away();
    CHECK(world.waiting_for_database() == 1);
    const auto answered = [&] {
        return std::ranges::any_of(friends.ana.sink->frames,
                                   [](const Json& frame) { return frame.value("re", Json()) == "last"; });
    };
    CHECK(friends.ben.latest("match") == before);
    world.turn(1h);
    CHECK_FALSE(answered());
    world.database_comes_back();
    CHECK(friends.ana.answer_to("last")["t"] == "ok");
    CHECK(friends.ben.latest("match")["seq"] == before["seq"].get<int>() + 1);
}

TEST_CASE("what is read when the database goes away is not shown, because it may still be lost") {
    World world;
    Friends friends(world);
    SUBCASE("to somebody who says hello") {
        friends.ana.hang_up();
        friends.ana.sink = std::make_shared<ScriptedSink>(ClientNetwork{});
        world.after_point_read = [&] { world.database_goes_away_meanwhile(); };
        CHECK(refusal(friends.ana.ask({{"t", "hello"}, {"v", 1}, {"token", friends.ana.token}})) == "busy");
        world.after_point_read = nullptr;
        world.database_comes_back();
        CHECK(refusal(friends.ana.ask({{"t", "hello"}, {"v", 1}, {"token", friends.ana.token}})) == "ok");
    }
    SUBCASE("to a player who asks for the stored data") {
        world.before_look_up = [&] { world.database_goes_away_meanwhile(); };
        CHECK(refusal(friends.ana.ask({{"t", "me.export"}})) == "busy");
        world.before_look_up = nullptr;
        world.database_comes_back();
        CHECK(refusal(friends.ana.ask({{"t", "me.export"}})) == "ok");
    }
}

TEST_CASE("a turn stands still while the database is away") {
    World world;
    Friends friends(world, {{"starter", "first"}}, slow_turns);
    friends.start();
    const Json seq = friends.ana.latest("match")["seq"];
    SUBCASE("and goes on with the time that was left") {
        world.turn(5s);
        world.database_goes_away();
        world.turn(1h);
        world.database_comes_back();
        CHECK(friends.ana.latest("match")["seq"] == seq);
        CHECK(left_ms(friends.ana) == 25'000 - 100);
        world.turn(25s - 100ms - 1ms);
        CHECK(friends.ana.latest("match")["seq"] == seq);
        world.turn(1ms);
        CHECK(friends.ana.latest("match")["by"] == Json{{"clock", true}});
    }
    SUBCASE("and goes on with at least the grace of a restart") {
        world.turn(29s);
        world.database_goes_away();
        SUBCASE("after a short absence") { world.turn(200ms); }
        SUBCASE("after a long one") { world.turn(24h); }
        world.database_comes_back();
        CHECK(friends.ana.latest("match")["seq"] == seq);
        CHECK(left_ms(friends.ana) == world.limits.restart_grace.count());
        world.turn(world.limits.restart_grace);
        CHECK(friends.ana.latest("match")["by"] == Json{{"clock", true}});
    }
    SUBCASE("each time anew") {
        for (int n = 0; n < 3; ++n) {
            world.turn(14s);
            world.database_goes_away();
            world.turn(1min);
            world.database_comes_back();
            CHECK(friends.ana.latest("match")["seq"] == seq);
        }
    }
}

TEST_CASE("neither bots nor clocks write while the database is away, and all go on when it is back") {
    World world;
    Guest ana(world);
    const std::string room =
        code_of(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}, {"clock", {{"turn_ms", 30'000}}}}));
    REQUIRE(refusal(ana.ask({{"t", "room.bot"}, {"room", room}, {"seat", 1}, {"level", "easy"}})) == "ok");
    REQUIRE(refusal(ana.ask({{"t", "room.start"}, {"room", room}})) == "ok");
    while (ana.latest("match")["to_act"] == Json{0}) REQUIRE(ana.move()["t"] == "ok");
    const std::int64_t seq = ana.latest("match")["seq"];
    world.database_goes_away();
    world.turn(24h);
    CHECK(world.waiting_for_database() <= 2);  // of a bot whose move was under way
    CHECK(ana.latest("match")["seq"] == seq);
    world.database_comes_back();
    world.turn(10s);
    CHECK(ana.latest("match")["seq"] > seq);
}

TEST_CASE("players who lose their connections while the database is away have the usual time to come back") {
    World world;
    Friends friends(world);
    world.database_goes_away();
    friends.ana.hang_up();
    friends.ben.hang_up();
    world.turn(2 * world.limits.empty_room);
    world.database_comes_back();
    world.turn(world.limits.empty_room - 1s);
    friends.ana.come_back();
    CHECK(refusal(friends.ana.ask({{"t", "room.join"}, {"room", friends.room}})) == "ok");
}

TEST_CASE("nobody is replaced by a bot for the time in which the database was away") {
    World world;
    Friends friends(world, {{"starter", "first"}}, {{"clock", {{"turn_ms", 0}}}});
    friends.start();
    world.database_goes_away();
    friends.ben.hang_up();
    world.turn(2 * world.limits.absence);
    world.database_comes_back();
    const Json stand_in{{"t", "room.stand_in"}, {"room", friends.room}, {"player", friends.ben.id}};
    CHECK(refusal(friends.ana.ask(stand_in)) == "not_started");
    world.turn(world.limits.absence);
    CHECK(refusal(friends.ana.ask(stand_in)) == "ok");
}

TEST_CASE("the server drains although the database is away") {
    World world;
    Friends friends(world);
    friends.start();
    world.database_goes_away();
    bool drained = false;
    world.lobby->drain([&drained] { drained = true; });
    world.settle();
    CHECK(drained);
}

TEST_CASE("the watch tells once of each absence, and adds up their time") {
    World world;
    world.database_goes_away();
    CHECK(world.database_watch->away());
    world.turn(5s);
    CHECK(world.metrics.text().find("cubilete_database_up 0") != std::string::npos);
    world.database_comes_back();
    CHECK_FALSE(world.database_watch->away());
    world.turn(1min);
    world.database_goes_away();
    world.turn(1s);
    world.database_comes_back();
    CHECK(world.database_reports == std::vector<bool>{true, false, true, false});
    CHECK(world.metrics.text().find("cubilete_database_up 1") != std::string::npos);
    const std::string text = world.metrics.text();
    const std::string name = "\ncubilete_database_away_seconds_total ";
    REQUIRE(text.find(name) != std::string::npos);
    CHECK(std::stod(text.substr(text.find(name) + name.size())) == doctest::Approx(6.3));
}

}  // namespace
}  // namespace cubilete::server
