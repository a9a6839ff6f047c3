#include <string>

#include "server/room/password_hash.hpp"
#include "tests/server/friends.hpp"

namespace cubilete::server {
namespace {

using namespace std::chrono_literals;

std::string everything(const Guest& guest) {
    std::string all;
    for (const Json& frame : guest.sink->frames) all += frame.dump() + '\n';
    return all;
}

TEST_CASE("a password's hash matches only this password and does not contain it") {
    const std::string hash = compute_password_hash("sésamo");
    CHECK(password_matches(hash, "sésamo"));
    CHECK_FALSE(password_matches(hash, "sesamo"));
    CHECK_FALSE(password_matches("", "sésamo"));
    CHECK(hash.find("sésamo") == std::string::npos);
    CHECK(compute_password_hash("sésamo") != hash);
}

TEST_CASE("without the password nobody joins, also after a restart; a seated player needs none") {
    World world;
    Guest ana(world, "Ana");
    const std::string room = code_of(
        ana.ask({{"t", "room.create"}, {"game", "yahtzee"}, {"public", true}, {"password", "sésamo"}}));
    CHECK(ana.latest("room")["locked"] == true);
    world.restart();
    world.turn(1s);

    Guest ben(world, "Ben");
    CHECK(ben.ask({{"t", "lobby.watch"}})["rooms"][0]["locked"] == true);
    for (const Json& tried : {Json(nullptr), Json("sesamo")}) {
        const Json no = ben.ask({{"t", "room.join"}, {"room", room}, {"password", tried}});
        CHECK(refusal(no) == "wrong_password");
        CHECK(no["at"] == "/password");
    }
    CHECK(refusal(ben.ask({{"t", "room.join"}, {"room", room}, {"as", "spectator"}})) == "wrong_password");
    CHECK(ben.latest("room").is_null());
    CHECK(ben.ask({{"t", "room.join"}, {"room", room}, {"password", "sésamo"}})["as"] == "player");

    Guest again(world, "Ana", ana.token);
    code_of(again.ask({{"t", "room.join"}, {"room", room}}));
    for (const Guest* guest : {&ana, &ben, &again}) {
        CHECK(everything(*guest).find("sésamo") == std::string::npos);
        CHECK(everything(*guest).find("argon2") == std::string::npos);
    }
}

TEST_CASE("the host changes and removes the password of a room") {
    World world;
    Friends friends(world);
    REQUIRE(refusal(friends.ben.ask({{"t", "room.set"}, {"room", friends.room}, {"password", "x"}})) ==
            "not_host");
    REQUIRE(refusal(friends.ana.ask({{"t", "room.set"}, {"room", friends.room}, {"password", "one"}})) ==
            "ok");
    CHECK(friends.ben.latest("room")["locked"] == true);
    REQUIRE(refusal(friends.ana.ask({{"t", "room.set"}, {"room", friends.room}, {"seats", 3}})) == "ok");
    Guest cleo(world, "Cleo");
    const Json join{{"t", "room.join"}, {"room", friends.room}};
    CHECK(refusal(cleo.ask(join)) == "wrong_password");
    REQUIRE(refusal(friends.ana.ask({{"t", "room.set"}, {"room", friends.room}, {"password", nullptr}})) ==
            "ok");
    CHECK(friends.ben.latest("room")["locked"] == false);
    CHECK(refusal(cleo.ask(join)) == "ok");
}

TEST_CASE("wrong passwords of one address do not lock out players at other addresses") {
    World world;
    Guest ana(world, "Ana");
    const std::string room = code_of(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}, {"password", "x"}}));
    Guest thief(world, "Thief");
    while (refusal(thief.ask({{"t", "room.join"}, {"room", room}, {"password", "y"}})) == "wrong_password") {
    }
    CHECK(refusal(thief.ask({{"t", "room.join"}, {"room", room}, {"password", "x"}})) == "rate_limited");
    ClientNetwork elsewhere;
    elsewhere.prefix.fill(7);
    for (int friends = 0; friends < 3; ++friends) {
        Guest guest(world, "Friend", {}, false, elsewhere);
        CHECK(refusal(guest.ask({{"t", "room.join"}, {"room", room}, {"password", "x"}})) == "ok");
    }
}

TEST_CASE("the number of password hashes is limited for each address, for any request") {
    World world;
    world.limits.hashes_of_address = Rate{3, 60s};
    world.restart();
    Guest ana(world, "Ana");
    const std::string room = code_of(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}, {"password", "x"}}));
    const Json set{{"t", "room.set"}, {"room", room}, {"password", "y"}};
    CHECK(refusal(ana.ask(set)) == "ok");
    CHECK(refusal(ana.ask(set)) == "ok");
    CHECK(refusal(ana.ask(set)) == "rate_limited");
    CHECK(refusal(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}, {"password", "x"}})) == "rate_limited");
    Guest ben(world, "Ben");
    const Json join{{"t", "room.join"}, {"room", room}, {"password", "y"}};
    CHECK(refusal(ben.ask(join)) == "rate_limited");
    CHECK_MESSAGE(refusal(ana.ask({{"t", "room.set"}, {"room", room}, {"hints", true}})) == "ok",
                  "without one");
    world.turn(20s);
    CHECK(refusal(ben.ask(join)) == "ok");
}

TEST_CASE("the number of wrong passwords is limited") {
    World world;
    Guest ana(world, "Ana");
    const std::string room = code_of(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}, {"password", "x"}}));
    Guest thief(world, "Thief");
    const Json guess{{"t", "room.join"}, {"room", room}, {"password", "y"}};
    for (int tries = 0; tries < 20; ++tries) REQUIRE(refusal(thief.ask(guess)) == "wrong_password");
    const Json no = thief.ask(guess);
    CHECK(refusal(no) == "rate_limited");
    CHECK(no["retry_ms"] == 2'000);
    world.turn(2s);
    CHECK(refusal(thief.ask(guess)) == "wrong_password");
}

TEST_CASE("a player who disconnects while the password is checked gets no seat") {
    World world;
    Guest ana(world, "Ana");
    const std::string room = code_of(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}, {"password", "x"}}));
    Guest ben(world, "Ben");
    ben.say({{"t", "room.join"}, {"id", "knock"}, {"room", room}, {"password", "x"}});
    world.lobby->on_socket_closed(ben.sink);
    world.settle();
    Guest ben_too(world, "Ben", ben.token);
    CHECK(ben_too.rooms.empty());
    CHECK(ana.latest("room")["seats"][1]["player"].is_null());
}

TEST_CASE("a banned player is notified and cannot return while the room exists, also after a restart") {
    World world;
    Friends friends(world);
    const Json ban{{"t", "room.ban"}, {"room", friends.room}, {"player", friends.ben.id}};
    CHECK(refusal(friends.ben.ask({{"t", "room.ban"}, {"room", friends.room}, {"player", friends.ana.id}})) ==
          "not_host");
    CHECK(refusal(friends.ana.ask({{"t", "room.ban"}, {"room", friends.room}, {"player", friends.ana.id}})) ==
          "not_in_room");
    CHECK(refusal(friends.ana.ask({{"t", "room.ban"}, {"room", friends.room}, {"player", "p_nobody"}})) ==
          "not_in_room");
    friends.start();
    CHECK(refusal(friends.ana.ask(ban)) == "already_started");
    friends.play_to_the_end();
    REQUIRE(refusal(friends.ana.ask(ban)) == "ok");
    CHECK(friends.ben.latest("gone")["reason"] == "banned");
    CHECK(friends.ana.latest("room")["seats"][1]["player"].is_null());
    const Json join{{"t", "room.join"}, {"room", friends.room}};
    CHECK(refusal(friends.ben.ask(join)) == "banned");
    world.restart();
    Guest ben(world, "Ben", friends.ben.token);
    CHECK(ben.rooms.empty());
    CHECK(refusal(ben.ask(join)) == "banned");
    CHECK(refusal(ben.ask({{"t", "room.join"}, {"room", friends.room}, {"as", "spectator"}})) == "banned");
}

TEST_CASE("a player who has left can be banned while the chat has one of their lines") {
    World world;
    Friends friends(world);
    Guest heckler(world, "Hec");
    code_of(heckler.ask({{"t", "room.join"}, {"room", friends.room}, {"as", "spectator"}}));
    CHECK(friends.ana.latest("room")["watchers"][0]["name"] == "Hec");
    heckler.ask({{"t", "room.chat"}, {"room", friends.room}, {"text", "boo"}});
    heckler.ask({{"t", "room.leave"}, {"room", friends.room}});
    REQUIRE(refusal(friends.ana.ask({{"t", "room.ban"}, {"room", friends.room}, {"player", heckler.id}})) ==
            "ok");
    CHECK(refusal(heckler.ask({{"t", "room.join"}, {"room", friends.room}})) == "banned");
}

TEST_CASE("when spectators are forbidden they are notified and removed, except the host") {
    World world;
    Friends friends(world);
    Guest wil(world, "Wil");
    const Json watch{{"t", "room.join"}, {"room", friends.room}, {"as", "spectator"}};
    code_of(wil.ask(watch));
    REQUIRE(refusal(friends.ana.ask({{"t", "room.seat"}, {"room", friends.room}, {"seat", nullptr}})) ==
            "ok");
    REQUIRE(refusal(friends.ana.ask({{"t", "room.set"}, {"room", friends.room}, {"spectators", false}})) ==
            "ok");
    CHECK(wil.latest("gone")["reason"] == "no_spectators");
    CHECK(friends.ana.count("gone") == 0);
    CHECK(friends.ben.latest("room")["watch"] == false);
    CHECK(refusal(wil.ask(watch)) == "room_full");
    CHECK(refusal(friends.ben.ask({{"t", "room.seat"}, {"room", friends.room}, {"seat", nullptr}})) ==
          "room_full");
    REQUIRE(refusal(friends.ana.ask(
                {{"t", "room.host"}, {"room", friends.room}, {"player", friends.ben.id}})) == "ok");
    CHECK(friends.ana.latest("gone")["reason"] == "no_spectators");
    CHECK(wil.ask({{"t", "room.join"}, {"room", friends.room}})["as"] == "player");
}

TEST_CASE("a player who joins during a match watches it and plays in the next one") {
    World world;
    Friends friends(world);
    friends.start();
    Guest cleo(world, "Cleo");
    CHECK(cleo.ask({{"t", "room.join"}, {"room", friends.room}})["as"] == "spectator");
    Guest wil(world, "Wil");
    code_of(wil.ask({{"t", "room.join"}, {"room", friends.room}, {"as", "spectator"}}));
    const Json room = friends.ana.latest("room");
    REQUIRE(room["next"].size() == 1);
    CHECK(room["next"][0]["id"] == cleo.id);
    CHECK(room["watchers"].size() == 2);

    friends.play_to_the_end();
    const Json after = cleo.latest("room");
    CHECK(after["seats"][2]["player"]["name"] == "Cleo");
    CHECK(after["next"].empty());
    for (Guest* guest : {&friends.ana, &friends.ben})
        guest->ask({{"t", "room.rematch"}, {"room", friends.room}});
    CHECK(cleo.latest("match")["you"]["seat"].is_number());
    CHECK(cleo.latest("match")["view"]["seats"].size() == 3);
    CHECK_FALSE(wil.latest("match").contains("you"));
}

TEST_CASE("in a full room the first in the queue gets the next free seat") {
    World world;
    Friends friends(world, {{"starter", "first"}}, {{"seats", 2}});
    Guest cleo(world, "Cleo");
    Guest dan(world, "Dan");
    for (Guest* guest : {&cleo, &dan})
        CHECK(guest->ask({{"t", "room.join"}, {"room", friends.room}})["as"] == "spectator");
    REQUIRE(refusal(friends.ben.ask({{"t", "room.leave"}, {"room", friends.room}})) == "ok");
    CHECK(dan.latest("room")["seats"][1]["player"]["name"] == "Cleo");
    CHECK(dan.latest("room")["seats"][1]["ready"] == true);
    CHECK(dan.latest("room")["next"][0]["name"] == "Dan");
    REQUIRE(refusal(friends.ana.ask({{"t", "room.set"}, {"room", friends.room}, {"seats", 3}})) == "ok");
    CHECK(dan.latest("room")["seats"][2]["player"]["name"] == "Dan");
}

TEST_CASE("who waited for a seat and is left alone plays no match alone unless they ask for it") {
    World world;
    Friends friends(world, {{"starter", "first"}}, {{"seats", 2}});
    friends.start();
    Guest cleo(world, "Cleo");
    code_of(cleo.ask({{"t", "room.join"}, {"room", friends.room}}));
    REQUIRE(refusal(friends.ben.ask({{"t", "room.leave"}, {"room", friends.room}})) == "ok");
    REQUIRE(refusal(friends.ana.ask({{"t", "room.leave"}, {"room", friends.room}})) == "ok");
    const Json room = cleo.latest("room");
    CHECK(room["phase"] == "finished");
    CHECK(room["seats"][0]["player"]["name"] == "Cleo");
    CHECK(room["seats"][0]["ready"] == false);
    CHECK(refusal(cleo.ask({{"t", "room.rematch"}, {"room", friends.room}})) == "ok");
    CHECK(cleo.latest("room")["phase"] == "playing");
}

TEST_CASE("a vote for a match with somebody who leaves starts no match alone") {
    World world;
    Friends friends(world);
    friends.start();
    friends.play_to_the_end();
    REQUIRE(refusal(friends.ana.ask({{"t", "room.rematch"}, {"room", friends.room}})) == "ok");
    REQUIRE(refusal(friends.ben.ask({{"t", "room.leave"}, {"room", friends.room}})) == "ok");
    CHECK(friends.ana.latest("room")["phase"] == "finished");
    CHECK(friends.ana.latest("room")["seats"][0]["ready"] == false);
}

TEST_CASE("between matches a majority of the connected players frees an absent player's seat") {
    World world;
    Friends friends(world);
    Guest cleo(world, "Cleo");
    code_of(cleo.ask({{"t", "room.join"}, {"room", friends.room}}));
    Guest dan(world, "Dan");
    code_of(dan.ask({{"t", "room.join"}, {"room", friends.room}}));
    const Json out{{"t", "room.vote_out"}, {"room", friends.room}, {"player", friends.ben.id}};
    CHECK(refusal(cleo.ask(out)) == "not_host");  // the player is connected
    friends.ben.hang_up();
    REQUIRE(refusal(cleo.ask(out)) == "ok");
    CHECK(dan.latest("room")["seats"][1]["out"] == Json{{"by", {cleo.id}}, {"needed", 2}});
    REQUIRE(refusal(cleo.ask(out)) == "ok");
    CHECK(dan.latest("room")["seats"][1]["player"]["name"] == "Ben");

    Guest ben(world, "Ben", friends.ben.token);  // a return resets the vote
    CHECK_FALSE(dan.latest("room")["seats"][1].contains("out"));
    ben.hang_up();
    REQUIRE(refusal(dan.ask(out)) == "ok");
    CHECK(dan.latest("room")["seats"][1]["player"]["name"] == "Ben");
    REQUIRE(refusal(friends.ana.ask(out)) == "ok");
    CHECK(dan.latest("room")["seats"][1]["player"].is_null());
    Guest back(world, "Ben", friends.ben.token);
    CHECK(back.rooms.empty());
    CHECK(back.ask({{"t", "room.join"}, {"room", friends.room}})["as"] == "player");
}

TEST_CASE("only people with a seat vote, and never during a match") {
    World world;
    Friends friends(world);
    Guest wil(world, "Wil");
    Guest robot(world, "Robot", {}, true);
    code_of(wil.ask({{"t", "room.join"}, {"room", friends.room}, {"as", "spectator"}}));
    code_of(robot.ask({{"t", "room.join"}, {"room", friends.room}}));
    friends.ben.hang_up();
    const Json out{{"t", "room.vote_out"}, {"room", friends.room}, {"player", friends.ben.id}};
    CHECK(refusal(wil.ask(out)) == "not_seated");
    CHECK(refusal(robot.ask(out)) == "not_seated");
    CHECK(refusal(friends.ana.ask({{"t", "room.vote_out"}, {"room", friends.room}, {"player", wil.id}})) ==
          "not_in_room");
    friends.start();
    CHECK(refusal(friends.ana.ask(out)) == "already_started");
}

TEST_CASE("a bot is never absent: nobody votes about it, and the host removes it") {
    World world;
    Friends friends(world);
    REQUIRE(refusal(friends.ana.ask(
                {{"t", "room.bot"}, {"room", friends.room}, {"seat", 2}, {"level", "easy"}})) == "ok");
    const Json bot = friends.ana.latest("room")["seats"][2]["player"];
    const Json out{{"t", "room.vote_out"}, {"room", friends.room}, {"player", bot["id"]}};
    for (Guest* guest : {&friends.ben, &friends.ana}) {
        const Json no = guest->ask(out);
        CHECK(refusal(no) == "not_host");
        CHECK(no["text"] == "A player of the house can only be sent away by the host.");
    }
    CHECK(friends.ben.latest("room")["seats"][2]["player"] == bot);
    CHECK_FALSE(friends.ben.latest("room")["seats"][2].contains("out"));
    CHECK(refusal(friends.ana.ask({{"t", "room.kick"}, {"room", friends.room}, {"player", bot["id"]}})) ==
          "ok");
    CHECK(friends.ben.latest("room")["seats"][2]["player"].is_null());
}

TEST_CASE("a program that creates a room is its host, but only a person can become the next host") {
    World world;
    Guest robot(world, "Robot", {}, true);
    const std::string room = code_of(robot.ask({{"t", "room.create"}, {"game", "yahtzee"}}));
    Guest second(world, "Second", {}, true);
    code_of(second.ask({{"t", "room.join"}, {"room", room}}));
    Guest ana(world, "Ana");
    code_of(ana.ask({{"t", "room.join"}, {"room", room}}));
    CHECK(ana.latest("room")["host"] == robot.id);
    const Json no = robot.ask({{"t", "room.host"}, {"room", room}, {"player", second.id}});
    CHECK(refusal(no) == "not_host");
    CHECK(no["text"] == "Only a person can be made host.");
    REQUIRE(refusal(robot.ask({{"t", "room.leave"}, {"room", room}})) == "ok");
    CHECK(ana.latest("room")["host"] == ana.id);
}

TEST_CASE("a room stopped by an error can be left and stays on disk") {
    World world;
    Friends friends(world, {{"starter", "first"}}, {{"public", true}});
    friends.start();
    const Json match = friends.ana.latest("match");
    world.database.post({storage::AppendEntry{{.match = match["match"],
                                               .seq = match["seq"].get<std::int64_t>() + 1,
                                               .by = R"({"seat":0})",
                                               .message_id = "1",
                                               .prompt = 1,
                                               .move = R"({"do":"fly"})",
                                               .draws = "[]",
                                               .left_ms = 0,
                                               .at_ms = 1,
                                               .hash = std::string(32, 'h'),
                                               .salt = std::string(32, 's')}}});
    for (int restarts = 0; restarts < 2; ++restarts) {
        world.restart();
        world.turn(1s);
        Guest ana(world, "Ana", friends.ana.token);
        CHECK(ana.rooms.empty());
        CHECK(ana.ask({{"t", "lobby.watch"}})["rooms"].empty());
        const Json stopped = ana.ask({{"t", "room.join"}, {"room", friends.room}});
        CHECK(refusal(stopped) == "busy");
        CHECK(stopped["text"].get<std::string>().find("stopped by a fault") != std::string::npos);
    }
    Guest ana(world, "Ana", friends.ana.token);
    REQUIRE(refusal(ana.ask({{"t", "room.leave"}, {"room", friends.room}})) == "ok");
    CHECK(refusal(ana.ask({{"t", "room.leave"}, {"room", friends.room}})) == "not_in_room");
    const auto stored = world.database.store().open_room(friends.room);
    REQUIRE(stored);
    CHECK(stored->room.match == match["match"].get<std::string>());
    CHECK(stored->seats[0].left);
    CHECK_FALSE(stored->seats[1].left);
    CHECK(stored->log.size() == match["seq"].get<std::size_t>() + 1);
}

}  // namespace
}  // namespace cubilete::server
