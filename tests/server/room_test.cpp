#include "tests/server/friends.hpp"

namespace cubilete::server {
namespace {

using namespace std::chrono_literals;

TEST_CASE("the creator of a room has the first seat and is host") {
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

TEST_CASE("a player who joins gets a seat, and watches if none is free") {
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

TEST_CASE("a room may forbid spectators") {
    World world;
    Friends friends(world, Json::object(), {{"seats", 2}, {"spectators", false}});
    Guest cleo(world, "Cleo");
    CHECK(refusal(cleo.ask({{"t", "room.join"}, {"room", friends.room}})) == "room_full");
    CHECK(refusal(cleo.ask({{"t", "room.join"}, {"room", friends.room}, {"as", "spectator"}})) ==
          "room_full");
}

TEST_CASE("the host starts when all seated players are ready") {
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

TEST_CASE("a built-in bot is always ready, also after other options and during a match") {
    World world;
    Friends friends(world, {{"starter", "first"}}, {{"seats", 3}});
    REQUIRE(refusal(friends.ana.ask(
                {{"t", "room.bot"}, {"room", friends.room}, {"seat", 2}, {"level", "easy"}})) == "ok");
    const auto seat = [&friends](std::size_t at) { return friends.ben.latest("room")["seats"][at]; };
    REQUIRE(refusal(friends.ana.ask({{"t", "room.set"},
                                     {"room", friends.room},
                                     {"options", {{"starter", "first"}, {"joker", "free"}}}})) == "ok");
    CHECK(seat(1)["ready"] == false);
    CHECK(seat(2)["level"] == "easy");
    CHECK(seat(2)["ready"] == true);
    REQUIRE(refusal(friends.ben.ask({{"t", "room.ready"}, {"room", friends.room}, {"ready", true}})) == "ok");
    friends.start();
    CHECK(friends.ben.latest("room")["phase"] == "playing");
    CHECK(seat(1)["ready"] == false);
    CHECK(seat(2)["ready"] == true);
}

TEST_CASE("empty seats are removed when a match starts") {
    World world;
    Friends friends(world);
    CHECK(refusal(friends.ben.ask({{"t", "room.seat"}, {"room", friends.room}, {"seat", 3}})) == "ok");
    CHECK(refusal(friends.ben.ask({{"t", "room.ready"}, {"room", friends.room}, {"ready", true}})) == "ok");
    friends.start();
    CHECK(friends.ana.latest("room")["seats"][1]["player"]["id"] == friends.ben.id);
    CHECK(friends.ben.latest("match")["you"]["seat"] == 1);
}

TEST_CASE("between matches a player stands up and changes seats, and the host changes the game's options") {
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
    CHECK_MESSAGE(friends.ben.latest("room")["seats"][2]["ready"] == false,
                  "after a change of the options players must agree again");
}

}  // namespace
}  // namespace cubilete::server
