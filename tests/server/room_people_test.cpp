#include <future>

#include "tests/server/friends.hpp"

namespace cubilete::server {
namespace {

using namespace std::chrono_literals;

TEST_CASE("the host removes players between matches and makes another player host") {
    World world;
    Friends friends(world);
    CHECK(refusal(friends.ben.ask(
              {{"t", "room.kick"}, {"room", friends.room}, {"player", friends.ana.id}})) == "not_host");
    friends.start();
    CHECK(
        refusal(friends.ana.ask({{"t", "room.kick"}, {"room", friends.room}, {"player", friends.ben.id}})) ==
        "already_started");
    friends.play_to_the_end();
    CHECK(refusal(friends.ana.ask(
              {{"t", "room.host"}, {"room", friends.room}, {"player", friends.ben.id}})) == "ok");
    CHECK(refusal(friends.ben.ask(
              {{"t", "room.kick"}, {"room", friends.room}, {"player", friends.ana.id}})) == "ok");
    CHECK(friends.ana.latest("gone")["reason"] == "kicked");
    CHECK(friends.ben.latest("room")["seats"][0]["player"].is_null());
    CHECK(refusal(friends.ana.ask({{"t", "room.chat"}, {"room", friends.room}, {"text", "hello?"}})) ==
          "not_in_room");
}

TEST_CASE("if the host is absent between matches a connected player becomes host") {
    World world;
    Friends friends(world);
    friends.ana.hang_up();
    world.turn(world.limits.host_absence - 1ms);
    CHECK(friends.ben.latest("room")["host"] == friends.ana.id);
    world.turn(1ms);
    CHECK(friends.ben.latest("room")["host"] == friends.ben.id);
}

TEST_CASE("chat is sent to all members, and players who join get the last fifty lines") {
    World world;
    Friends friends(world);
    for (int line = 1; line <= 51; ++line)
        REQUIRE(refusal(friends.ana.ask({{"t", "room.chat"},
                                         {"room", friends.room},
                                         {"text", "line " + std::to_string(line)}})) == "ok");
    CHECK(friends.ben.latest("chat")["text"] == "line 51");
    CHECK(friends.ben.latest("chat")["name"] == "Ana");
    Guest cleo(world, "Cleo");
    code_of(cleo.ask({{"t", "room.join"}, {"room", friends.room}}));
    const Json chat = cleo.latest("room")["chat"];
    REQUIRE(chat.size() == 50);
    CHECK(chat.front()["text"] == "line 2");
    CHECK(chat.back()["text"] == "line 51");
}

TEST_CASE("an empty room closes after ten minutes, but a running match keeps its room") {
    World world;
    Friends friends(world, {{"starter", "first"}}, {{"clock", {{"turn_ms", 0}}}});
    friends.start();
    friends.ana.hang_up();
    friends.ben.hang_up();
    world.turn(24h);
    Guest ana(world, "Ana", friends.ana.token);
    CHECK(ana.rooms == Json::array({friends.room}));
    code_of(ana.ask({{"t", "room.join"}, {"room", friends.room}}));
    REQUIRE(refusal(ana.ask({{"t", "room.leave"}, {"room", friends.room}})) == "ok");
    Guest ben(world, "Ben", friends.ben.token);
    REQUIRE(refusal(ben.ask({{"t", "room.leave"}, {"room", friends.room}})) == "ok");
    world.turn(world.limits.empty_room - 1ms);
    code_of(ben.ask({{"t", "room.join"}, {"room", friends.room}}));
    ben.hang_up();
    world.turn(world.limits.empty_room);
    CHECK(refusal(ana.ask({{"t", "room.join"}, {"room", friends.room}})) == "no_room");
}

TEST_CASE("the next match begins when the last player against it leaves") {
    World world;
    Friends friends(world);
    Guest cleo(world, "Cleo");
    code_of(cleo.ask({{"t", "room.join"}, {"room", friends.room}}));
    cleo.ask({{"t", "room.ready"}, {"room", friends.room}, {"ready", true}});
    friends.start();
    Guest* const seats[] = {&friends.ana, &friends.ben, &cleo};
    while (friends.ana.latest("match")["result"].is_null())
        REQUIRE(seats[friends.ana.latest("match")["to_act"].at(0).get<int>()]->move()["t"] == "ok");
    for (Guest* guest : {&friends.ana, &friends.ben})
        guest->ask({{"t", "room.rematch"}, {"room", friends.room}});
    CHECK(friends.ana.latest("room")["phase"] == "finished");
    cleo.ask({{"t", "room.leave"}, {"room", friends.room}});
    CHECK(friends.ana.latest("room")["phase"] == "playing");
    CHECK(friends.ana.latest("match")["view"]["seats"].size() == 2);
}

TEST_CASE("a name changed while absent, or together with the join, is shown in the room") {
    World world;
    Friends friends(world);
    friends.ben.hang_up();
    Guest again(world, "Benito", friends.ben.token);
    CHECK(friends.ana.latest("room")["seats"][1]["player"]["name"] == "Benito");

    Guest cleo(world, "Cleo");
    cleo.say({{"t", "rename"}, {"id", "r"}, {"name", "Clea"}});
    cleo.say({{"t", "room.join"}, {"id", "j"}, {"room", friends.room}});
    world.settle();
    CHECK(friends.ana.latest("room")["seats"][2]["player"]["name"] == "Clea");
}

TEST_CASE("a room push always contains the lines of chat that were already shown") {
    World world;
    Friends friends(world);
    std::promise<void> disk;  // until it is kept, nothing becomes durable
    world.database.journal().post({}, [&](storage::Outcome) { disk.get_future().wait(); });
    friends.ana.say({{"t", "room.ready"}, {"id", "r"}, {"room", friends.room}, {"ready", true}});
    friends.ana.say({{"t", "room.chat"}, {"id", "c"}, {"room", friends.room}, {"text", "hola"}});
    world.run();
    CHECK(friends.ben.count("chat") == 1);
    disk.set_value();
    world.settle();
    CHECK(friends.ben.count("chat") == 1);
    CHECK(friends.ben.latest("room")["chat"].back()["text"] == "hola");
}

TEST_CASE("what watchers say pushes nothing out of the chat that the players said, after a restart either") {
    World world;
    Friends friends(world);
    const auto say = [&](Guest& guest, const std::string& text) {
        guest.ask({{"t", "room.chat"}, {"room", friends.room}, {"text", text}});
    };
    const auto line_of = [](int line) { return (line % 2 == 0 ? "Ana" : "Ben") + std::to_string(line); };
    for (int line = 0; line < 40; ++line) say(friends.at(line % 2), line_of(line));
    Guest wil(world, "Wil");
    code_of(wil.ask({{"t", "room.join"}, {"room", friends.room}, {"as", "spectator"}}));
    for (int line = 0; line < 60; ++line) say(wil, "Wil" + std::to_string(line));
    say(friends.ana, "Ana40");

    std::vector<std::string> expected;
    for (int line = 0; line < 40; ++line) expected.push_back(line_of(line));
    for (int line = 60 - 25; line < 60; ++line) expected.push_back("Wil" + std::to_string(line));
    expected.push_back("Ana40");
    const auto shown = [&] {
        std::vector<std::string> texts;
        Guest newcomer(world, "Cleo");
        code_of(newcomer.ask({{"t", "room.join"}, {"room", friends.room}, {"as", "spectator"}}));
        const Json room = newcomer.latest("room");
        for (const Json& line : room["chat"]) texts.push_back(line["text"]);
        return texts;
    };
    CHECK(shown() == expected);
    world.restart();
    CHECK(shown() == expected);
}

TEST_CASE("a player's other sockets are notified after a leave") {
    World world;
    Friends friends(world);
    Guest phone(world, "Ben", friends.ben.token);
    CHECK(phone.latest("room")["room"] == friends.room);
    REQUIRE(refusal(phone.ask({{"t", "room.leave"}, {"room", friends.room}})) == "ok");
    CHECK(friends.ben.latest("gone")["reason"] == "left");
    CHECK(phone.count("gone") == 0);
}

}  // namespace
}  // namespace cubilete::server
