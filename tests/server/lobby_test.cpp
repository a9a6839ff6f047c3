#include "tests/server/friends.hpp"
#include "tests/server/world.hpp"

namespace cubilete::server {
namespace {

using namespace std::chrono_literals;

Json answer_to_first(World& world, const std::shared_ptr<ScriptedSink>& socket, const Json& request) {
    auto message = protocol::parse(request.dump());
    REQUIRE(std::holds_alternative<protocol::ClientMessage>(message));
    world.lobby->receive(socket, std::get<protocol::ClientMessage>(std::move(message)));
    world.settle();
    return socket->frames.back();
}

TEST_CASE("a first hello creates a guest, who is recognized by the token from then on") {
    World world;
    const Guest ana(world, "  Ana  ");
    CHECK(ana.token.size() == 43);
    const Json hello = ana.answer_to(1);
    CHECK(hello["player"]["name"] == "Ana");
    CHECK(hello["v"] == 1);
    CHECK(hello["games"][0]["id"] == "yahtzee");
    CHECK(ana.sink->is_greeted);
    world.restart();
    const Guest again(world, "Ana", ana.token);
    CHECK(again.id == ana.id);
    CHECK_MESSAGE(!again.answer_to(1).contains("token"), "a token is told once");
}

TEST_CASE("before a hello every other request is refused") {
    World world;
    const auto socket = std::make_shared<ScriptedSink>();
    CHECK(refusal(answer_to_first(world, socket, {{"t", "lobby.watch"}, {"id", 1}})) == "hello_first");
    CHECK(refusal(answer_to_first(world, socket, {{"t", "hello"}, {"id", 2}, {"v", 2}})) == "bad_version");
    CHECK(refusal(answer_to_first(world, socket,
                                  {{"t", "hello"}, {"id", 3}, {"v", 1}, {"token", "guess"}})) == "bad_token");
    CHECK(refusal(answer_to_first(
              world, socket, {{"t", "hello"}, {"id", 4}, {"v", 1}, {"name", "\u202Eevil"}})) == "bad_name");
    CHECK_FALSE(socket->is_greeted);
    CHECK(refusal(answer_to_first(world, socket, {{"t", "hello"}, {"id", 5}, {"v", 1}})) == "ok");
    CHECK(socket->is_greeted);
    CHECK(refusal(answer_to_first(world, socket, {{"t", "hello"}, {"id", 6}, {"v", 1}})) == "bad_message");
}

Json hello_with(const std::string& token) { return {{"t", "hello"}, {"id", 1}, {"v", 1}, {"token", token}}; }

/// Lets `action` happen between the next read of a player and its result.
void during_next_read(World& world, std::function<void()> action) {
    world.after_point_read = [&world, action = std::move(action), done = false]() mutable {
        if (std::exchange(done, true)) return;
        action();
        world.settle();
    };
}

TEST_CASE("a player who is deleted while a hello reads them is not known any more") {
    World world;
    const Guest ana(world, "Ana");
    Guest same(world, "Ana", ana.token);
    const auto socket = std::make_shared<ScriptedSink>();
    during_next_read(world, [&] { same.say({{"t", "me.delete"}, {"id", "bye"}}); });
    CHECK(refusal(answer_to_first(world, socket, hello_with(ana.token))) == "bad_token");
    CHECK(refusal(same.answer_to("bye")) == "ok");
    CHECK_FALSE(socket->is_greeted);
}

TEST_CASE("a player who is renamed while a hello reads them is greeted by the new name") {
    World world;
    Guest ana(world, "Ana");
    const auto socket = std::make_shared<ScriptedSink>();
    during_next_read(world, [&] { ana.say({{"t", "rename"}, {"id", "new"}, {"name", "Zoe"}}); });
    const Json hello = answer_to_first(world, socket, hello_with(ana.token));
    CHECK(refusal(ana.answer_to("new")) == "ok");
    CHECK(hello["player"]["name"] == "Zoe");
}

TEST_CASE("a hello that is read while a new name of its player is written does not bring the old one back") {
    World world;
    Friends friends(world);
    const auto socket = std::make_shared<ScriptedSink>();
    world.database_stands_still();
    friends.ben.say({{"t", "rename"}, {"id", "new"}, {"name", "Zoe"}, {"avatar", 7}});
    world.run();
    world.lobby->receive(
        socket, std::get<protocol::ClientMessage>(protocol::parse(hello_with(friends.ben.token).dump())));
    world.run();
    REQUIRE(socket->frames.empty());
    world.database_comes_back();
    CHECK(refusal(friends.ben.answer_to("new")) == "ok");
    const Json shown = friends.ana.latest("room")["seats"][1]["player"];
    for (const Json& player : {socket->frames.front()["player"], shown}) {
        CHECK(player["name"] == "Zoe");
        CHECK(player.value("avatar", -1) == 7);
    }
}

TEST_CASE("a name that is changed while an avatar is being written does not bring the old avatar back") {
    World world;
    Friends friends(world);
    world.database_stands_still();
    friends.ben.say({{"t", "rename"}, {"id", 101}, {"name", "Zoe"}, {"avatar", 7}});
    friends.ben.say({{"t", "rename"}, {"id", 102}, {"name", "Zed"}});
    world.run();
    world.database_comes_back();
    CHECK(friends.ben.answer_to(102)["player"].value("avatar", -1) == 7);
    const Json shown = friends.ana.latest("room")["seats"][1]["player"];
    CHECK(shown["name"] == "Zed");
    CHECK(shown.value("avatar", -1) == 7);
}

TEST_CASE("a socket that closes while its player is read leaves nothing behind") {
    World world;
    const Guest ana(world, "Ana");
    const auto socket = std::make_shared<ScriptedSink>();
    during_next_read(world, [&] { world.lobby->on_socket_closed(socket); });
    world.lobby->receive(socket,
                         std::get<protocol::ClientMessage>(protocol::parse(hello_with(ana.token).dump())));
    world.settle();
    CHECK(socket->frames.empty());
    CHECK_FALSE(socket->is_greeted);
    CHECK(Guest(world, "Ana", ana.token).id == ana.id);
}

TEST_CASE("a socket that closes while the password of its new room is looked at makes no room") {
    World world;
    Guest ana(world, "Ana");
    ana.say({{"t", "room.create"}, {"id", 1}, {"game", "yahtzee"}, {"password", "sesame"}});
    world.lobby->on_socket_closed(ana.sink);
    world.settle();
    CHECK(world.lobby->directory().rooms().size() == 0);
}

TEST_CASE("a socket that closes while its player's matches are read gets no answer") {
    World world;
    Guest ana(world, "Ana");
    world.before_look_up = [&] { world.lobby->on_socket_closed(ana.sink); };
    ana.say({{"t", "me.matches"}, {"id", 1}});
    world.settle();
    CHECK(ana.sink->frames.size() == 1);  // of hello
}

TEST_CASE("requests sent together with a hello wait while its player is read, and after a refusal too") {
    World world;
    const Guest ana(world, "Ana");
    for (const bool known : {true, false}) {
        const auto socket = std::make_shared<ScriptedSink>();
        for (const Json& request :
             {hello_with(known ? ana.token : "guess"), Json{{"t", "lobby.watch"}, {"id", 2}}})
            world.lobby->receive(socket, std::get<protocol::ClientMessage>(protocol::parse(request.dump())));
        world.settle();
        REQUIRE(socket->frames.size() == 2);
        CHECK(socket->frames[0]["re"] == 1);
        CHECK(refusal(socket->frames[0]) == (known ? "ok" : "bad_token"));
        CHECK(socket->frames[1]["re"] == 2);
        CHECK(refusal(socket->frames[1]) == (known ? "ok" : "hello_first"));
    }
}

TEST_CASE("requests sent together with the hello are answered after it, in order") {
    World world;
    const auto socket = std::make_shared<ScriptedSink>();
    for (const Json& request :
         {Json{{"t", "hello"}, {"id", 1}, {"v", 1}},
          Json{{"t", "room.create"}, {"id", 2}, {"game", "yahtzee"}}, Json{{"t", "lobby.watch"}, {"id", 3}}})
        world.lobby->receive(socket, std::get<protocol::ClientMessage>(protocol::parse(request.dump())));
    world.settle();
    std::vector<Json> answered;
    for (const Json& frame : socket->frames)
        if (frame.contains("re")) answered.push_back(frame["re"]);
    REQUIRE(answered.size() == 3);
    CHECK(answered[0] == 1);
}

TEST_CASE("all sockets of a player get the pushes of all their rooms") {
    World world;
    Guest phone(world, "Ana");
    Guest desk(world, "Ana", phone.token);
    const std::string room = code_of(phone.ask({{"t", "room.create"}, {"game", "yahtzee"}}));
    CHECK(refusal(desk.ask({{"t", "room.chat"}, {"room", room}, {"text", "from the desk"}})) == "ok");
    CHECK(phone.latest("chat")["text"] == "from the desk");
    CHECK(desk.latest("chat")["text"] == "from the desk");
    phone.hang_up();
    CHECK(refusal(desk.ask({{"t", "room.ready"}, {"room", room}, {"ready", true}})) == "ok");
    CHECK(desk.latest("room")["seats"][0]["online"] == true);
}

TEST_CASE("all members of a room see a new name") {
    World world;
    Guest ana(world, "Ana");
    const std::string room = code_of(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}}));
    Guest ben(world, "Ben");
    code_of(ben.ask({{"t", "room.join"}, {"room", room}}));
    CHECK(refusal(ana.ask({{"t", "rename"}, {"name", ""}})) == "bad_name");
    CHECK(ana.ask({{"t", "rename"}, {"name", "Anita"}})["player"]["name"] == "Anita");
    CHECK(ben.latest("room")["seats"][0]["player"]["name"] == "Anita");
}

TEST_CASE("all members of a room see a new avatar, which the name and a later hello without one keep") {
    World world;
    Guest ana(world, "Ana");
    CHECK_FALSE(ana.ask({{"t", "rename"}, {"name", "Ana"}})["player"].contains("avatar"));
    const std::string room = code_of(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}}));
    Guest ben(world, "Ben");
    code_of(ben.ask({{"t", "room.join"}, {"room", room}}));
    CHECK_FALSE(ben.latest("room")["seats"][0]["player"].contains("avatar"));
    CHECK(ana.ask({{"t", "rename"}, {"name", "Ana"}, {"avatar", 95}})["player"]["avatar"] == 95);
    CHECK(ben.latest("room")["seats"][0]["player"]["avatar"] == 95);
    ana.ask({{"t", "rename"}, {"name", "Anita"}});
    CHECK(ben.latest("room")["seats"][0]["player"]["avatar"] == 95);
    world.restart();
    CHECK(Guest(world, "Anita", ana.token).answer_to(1)["player"]["avatar"] == 95);
}

TEST_CASE("an avatar that comes with a hello is kept, and shown in the player's rooms") {
    World world;
    Friends friends(world);
    Json hello = hello_with(friends.ben.token);
    hello["avatar"] = 0;
    const auto socket = std::make_shared<ScriptedSink>();
    answer_to_first(world, socket, hello);
    CHECK(socket->frames.front()["player"]["avatar"] == 0);
    CHECK(friends.ana.latest("room")["seats"][1]["player"]["avatar"] == 0);
    CHECK(world.database.store().player(friends.ben.id)->avatar == 0);

    hello = {{"t", "hello"}, {"id", 1}, {"v", 1}, {"name", "Eva"}, {"avatar", 12}};
    const Json eva = answer_to_first(world, std::make_shared<ScriptedSink>(), hello)["player"];
    CHECK(eva["avatar"] == 12);
    CHECK(world.database.store().player(eva["id"].get<std::string>())->avatar == 12);
}

TEST_CASE("a player who keeps a name that nobody may choose may choose an avatar") {
    World world;
    const auto socket = std::make_shared<ScriptedSink>();
    const Json hello = answer_to_first(world, socket, {{"t", "hello"}, {"id", 1}, {"v", 1}});
    const Json rename{{"t", "rename"}, {"id", 2}, {"name", hello["player"]["name"]}, {"avatar", 3}};
    CHECK(answer_to_first(world, socket, rename)["player"]["avatar"] == 3);
    CHECK(refusal(answer_to_first(world, socket,
                                  {{"t", "rename"}, {"id", 3}, {"name", "Cubilete"}, {"avatar", 4}})) ==
          "bad_name");
    CHECK(world.database.store().player(hello["player"]["id"].get<std::string>())->avatar == 3);
}

TEST_CASE("nobody joins a room, or is renamed in it, with a name that looks like another one there") {
    World world;
    Guest ana(world, "Ana");
    const std::string room = code_of(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}}));
    Guest double_ana(world, "Аna");  // a Cyrillic A
    const Json join{{"t", "room.join"}, {"room", room}};
    CHECK(refusal(double_ana.ask(join)) == "bad_name");
    CHECK(refusal(double_ana.ask({{"t", "rename"}, {"name", "Eva"}})) == "ok");
    CHECK(refusal(double_ana.ask(join)) == "ok");
    CHECK(refusal(double_ana.ask({{"t", "rename"}, {"name", "Ａna"}})) == "bad_name");
    CHECK_MESSAGE(refusal(double_ana.ask({{"t", "rename"}, {"name", "Ana"}})) == "ok",
                  "namesakes there may be");
    Guest namesake(world, "Ana");
    CHECK(refusal(namesake.ask(join)) == "ok");
    CHECK(refusal(ana.ask({{"t", "rename"}, {"name", "Cubilete"}})) == "bad_name");
    CHECK(refusal(ana.ask({{"t", "rename"}, {"name", "guest"}})) == "bad_name");
}

TEST_CASE("nobody joins a room with a name that looks like that of somebody who has not come back yet") {
    World world;
    Guest ana(world, "Ana");
    const std::string room = code_of(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}}));
    world.restart();
    const Json join{{"t", "room.join"}, {"room", room}};
    Guest double_ana(world, "Аna");  // a Cyrillic A
    CHECK(refusal(double_ana.ask(join)) == "bad_name");
    ana.come_back();
    CHECK(refusal(ana.ask(join)) == "ok");
}

TEST_CASE("a hello with a name that looks like another one in a room of the player keeps the old name") {
    World world;
    Friends friends(world);
    const auto name_after_hello = [&](const char* name) {
        Json hello = hello_with(friends.ben.token);
        hello["name"] = name;
        const auto socket = std::make_shared<ScriptedSink>();
        answer_to_first(world, socket, hello);
        return socket->frames.front()["player"]["name"];
    };
    CHECK(name_after_hello("Аna") == "Ben");  // a Cyrillic A
    CHECK(friends.ana.latest("room")["seats"][1]["player"]["name"] == "Ben");
    CHECK(world.database.store().player(friends.ben.id)->name == "Ben");
    CHECK(name_after_hello("Benito") == "Benito");
    CHECK_MESSAGE(name_after_hello("Ana") == "Ana", "namesakes there may be");
    CHECK(friends.ana.latest("room")["seats"][1]["player"]["name"] == "Ana");
}

TEST_CASE("a player with a generated name is not refused because of this name") {
    World world;
    const auto hello = [&](Json more) {
        Json request{{"t", "hello"}, {"id", 1}, {"v", 1}};
        request.update(more);
        const auto socket = std::make_shared<ScriptedSink>();
        world.lobby->receive(socket, std::get<protocol::ClientMessage>(protocol::parse(request.dump())));
        world.settle();
        return socket->frames.back();
    };
    CHECK(refusal(hello({{"name", "Guest"}})) == "bad_name");
    const Json made = hello(Json::object());
    const std::string name = made["player"]["name"];
    CHECK(refusal(hello({{"token", made["token"]}, {"name", name}})) == "ok");
    CHECK(refusal(hello({{"token", made["token"]}, {"name", "Cubilete"}})) == "bad_name");
}

TEST_CASE("watchers of the lobby see public rooms appear, change and close, and never a private one") {
    World world;
    Guest ana(world, "Ana");
    Guest ben(world, "Ben");
    const std::string before =
        code_of(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}, {"public", true}}));
    world.turn(1s);
    const Json rooms = ben.ask({{"t", "lobby.watch"}, {"game", "yahtzee"}})["rooms"];
    REQUIRE(rooms.size() == 1);
    CHECK(rooms[0]["room"] == before);
    CHECK(refusal(ben.ask({{"t", "lobby.watch"}, {"game", "poker"}})) == "bad_options");

    const std::string hidden = code_of(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}}));
    const std::string open = code_of(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}, {"public", true}}));
    world.turn(1s);
    Json push = ben.latest("lobby");
    REQUIRE(push["put"].size() == 1);
    CHECK(push["put"][0]["room"] == open);
    CHECK(refusal(ana.ask({{"t", "room.set"}, {"room", open}, {"public", false}})) == "ok");
    world.turn(1s);
    CHECK(ben.latest("lobby")["gone"] == Json::array({open}));
    for (const Json& frame : ben.sink->frames) CHECK(frame.dump().find(hidden) == std::string::npos);

    CHECK(refusal(ben.ask({{"t", "lobby.unwatch"}})) == "ok");
    const std::size_t lists = ben.count("lobby");
    code_of(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}, {"public", true}}));
    world.turn(1s);
    CHECK(ben.count("lobby") == lists);
}

TEST_CASE("who asks for the lobby while news are due hears what becomes of the rooms that they have seen") {
    for (const Json& watch : {Json{{"t", "lobby.watch"}}, Json{{"t", "lobby.watch"}, {"game", "yahtzee"}}})
        for (const bool stays : {false, true}) {
            CAPTURE(watch.dump());
            CAPTURE(stays);
            World world;
            Guest ana(world, "Ana");
            Guest ben(world, "Ben");
            Guest eva(world, "Eva");
            eva.ask(watch);
            const std::string room =
                code_of(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}, {"public", true}}));
            CHECK(ben.ask(watch)["rooms"].size() == 1);
            if (!stays) ana.ask({{"t", "room.set"}, {"room", room}, {"public", false}});
            world.turn(1s);
            CHECK(ben.count("lobby") == (stays ? 0 : 1));
            CHECK(eva.count("lobby") == (stays ? 1 : 0));
            if (stays) continue;
            CHECK(ben.latest("lobby")["gone"] == Json::array({room}));
            CHECK(ben.latest("lobby")["total"] == 0);
        }
}

TEST_CASE("an unknown room is refused, and so is an unknown game") {
    World world;
    Guest ana(world, "Ana");
    CHECK(refusal(ana.ask({{"t", "room.join"}, {"room", "ZZZZZZ"}})) == "no_room");
    CHECK(refusal(ana.ask({{"t", "room.create"}, {"game", "poker"}})) == "bad_options");
    CHECK(refusal(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}, {"seats", 9}})) == "bad_options");
    const Json odd =
        ana.ask({{"t", "room.create"}, {"game", "yahtzee"}, {"options", {{"upper_bonus", 101}}}});
    CHECK(odd["code"] == "bad_options");
    CHECK(odd["at"] == "/options/upper_bonus");
}

TEST_CASE("pushes about a change wait for the disk, chat does not") {
    World world;
    Guest ana(world, "Ana");
    Guest ben(world, "Ben");
    const std::string room =
        code_of(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}, {"options", {{"starter", "first"}}}}));
    code_of(ben.ask({{"t", "room.join"}, {"room", room}}));
    ben.ask({{"t", "room.ready"}, {"room", room}, {"ready", true}});
    ana.ask({{"t", "room.start"}, {"room", room}});
    const Json before = ana.latest("match");
    {
        const tests::HeldDisk held(world.database.journal());
        ana.say({{"t", "move"},
                 {"id", "held"},
                 {"room", room},
                 {"match", before["match"]},
                 {"n", before["you"]["n"]},
                 {"move", before["you"]["moves"][0]}});
        ben.say({{"t", "room.chat"}, {"id", "chat"}, {"room", room}, {"text", "go on!"}});
        Guest* const both[] = {&ana, &ben};
        for (int round = 0; round < 100; ++round) world.run();
        for (Guest* guest : both) CHECK(guest->latest("match")["seq"] == before["seq"]);
        for (const Json& frame : ana.sink->frames) CHECK((!frame.contains("re") || frame["re"] != "held"));
        CHECK(ana.latest("chat")["text"] == "go on!");
        // A player who joins also sees only what is on disk.
        ben.say({{"t", "room.join"}, {"id", "look"}, {"room", room}});
        for (int round = 0; round < 100; ++round) world.run();
        CHECK(ben.latest("match")["seq"] == before["seq"]);
    }
    world.settle();
    CHECK(ana.answer_to("held")["t"] == "ok");
    CHECK(ben.latest("match")["seq"] == before["seq"].get<int>() + 1);
}

TEST_CASE("on a full disk changes are refused and not shown, and play continues when there is space") {
    World world;
    Guest ana(world, "Ana");
    // The match is longer than the space that is left.
    const std::string room =
        code_of(ana.ask({{"t", "room.create"}, {"game", "ambiciosa"}, {"options", {{"target", 10'000}}}}));
    ana.ask({{"t", "room.start"}, {"room", room}});
    world.database.fill_up();
    std::size_t accepted = 0;
    Json answer;
    do {
        answer = ana.move();
        accepted += answer["t"] == "ok" ? 1 : 0;
    } while (answer["t"] == "ok" && accepted < 10'000);
    REQUIRE(refusal(answer) == "storage");
    CHECK(answer.contains("retry_ms"));
    const Json before = ana.latest("match");
    CHECK(before["seq"].get<std::size_t>() == accepted + 1);
    CHECK(refusal(ana.move()) == "storage");
    // Small rows may still fit into a page; a later one does not.
    int strangers = 0;
    std::shared_ptr<ScriptedSink> stranger;
    do {
        REQUIRE(++strangers < 1'000);
        stranger = std::make_shared<ScriptedSink>();
    } while (refusal(answer_to_first(world, stranger, {{"t", "hello"}, {"id", 1}, {"v", 1}})) == "ok");
    CHECK(refusal(stranger->frames.back()) == "storage");
    CHECK_FALSE(stranger->is_greeted);

    world.database.make_room();
    REQUIRE(ana.move()["t"] == "ok");
    CHECK(ana.latest("match")["seq"].get<std::size_t>() == accepted + 2);
    CHECK(refusal(answer_to_first(world, stranger, {{"t", "hello"}, {"id", 2}, {"v", 1}})) == "ok");
    world.restart();
    CHECK(Guest(world, "Ana", ana.token).rooms == Json::array({room}));
}

TEST_CASE("above the limit of rooms one more is refused until one has closed") {
    World world;
    world.limits.most_rooms = 2;
    world.restart();
    Guest ana(world, "Ana");
    const Json create{{"t", "room.create"}, {"game", "yahtzee"}};
    const std::string first = code_of(ana.ask(create));
    code_of(ana.ask(create));
    const Json refused = ana.ask(create);
    CHECK(refusal(refused) == "busy");
    CHECK(refused.contains("retry_ms"));
    REQUIRE(refusal(ana.ask({{"t", "room.leave"}, {"room", first}})) == "ok");
    world.turn(world.limits.empty_room);
    CHECK(refusal(ana.ask(create)) == "ok");
}

TEST_CASE("during shutdown the server refuses requests and finishes accepted ones") {
    World world;
    Guest ana(world, "Ana");
    const std::string room = code_of(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}}));
    ana.say({{"t", "room.start"}, {"id", "last"}, {"room", room}});
    bool drained = false;
    world.lobby->drain([&] { drained = true; });
    ana.say({{"t", "room.chat"}, {"id", "late"}, {"room", room}, {"text", "hello?"}});
    world.settle();
    CHECK(drained);
    CHECK(ana.answer_to("last")["t"] == "ok");
    CHECK(refusal(ana.answer_to("late")) == "shutting_down");
}

}  // namespace
TEST_CASE("me.tables lists the player's rooms and whose turn it is") {
    World world;
    Friends friends(world);
    const auto tables_of = [](Guest& guest) {
        Json by_room = Json::object();
        const Json tables = guest.ask({{"t", "me.tables"}})["tables"];
        for (const Json& table : tables) by_room[table["room"].get<std::string>()] = table;
        return by_room;
    };
    const auto table = [&](const std::string& phase, bool own_turn) {
        Json line{{"room", friends.room},
                  {"game", "yahtzee"},
                  {"phase", phase},
                  {"players", {"Ana", "Ben"}},
                  {"your_turn", own_turn}};
        if (phase == "playing") line["turn"] = "Ana";
        return line;
    };
    CHECK(tables_of(friends.ana) == Json{{friends.room, table("waiting", false)}});
    friends.start();
    const std::string second = code_of(friends.ana.ask({{"t", "room.create"}, {"game", "tres"}}));
    CHECK(tables_of(friends.ana).size() == 2);
    CHECK(tables_of(friends.ana)[friends.room] == table("playing", true));
    CHECK(tables_of(friends.ben) == Json{{friends.room, table("playing", false)}});
    SUBCASE("a spectator has none") {
        Guest eva(world, "Eva");
        code_of(eva.ask({{"t", "room.join"}, {"room", friends.room}, {"as", "spectator"}}));
        CHECK(tables_of(eva).empty());
    }
    SUBCASE("but not rooms that they have left, with or without a running match") {
        friends.ana.ask({{"t", "room.leave"}, {"room", friends.room}});
        friends.ana.ask({{"t", "room.leave"}, {"room", second}});
        CHECK(tables_of(friends.ana).empty());
        CHECK(Guest(world, "Ana", friends.ana.token).rooms.empty());
        code_of(friends.ana.ask({{"t", "room.join"}, {"room", friends.room}}));
        CHECK(tables_of(friends.ana) == Json{{friends.room, table("playing", true)}});
        CHECK(Guest(world, "Ana", friends.ana.token).rooms == Json::array({friends.room}));
    }
    SUBCASE("also after a restart") {
        world.restart();
        Guest ana(world, "Ana", friends.ana.token);
        CHECK(tables_of(ana)[friends.room] == table("playing", true));
    }
    SUBCASE("also after a restart not those that they have left") {
        friends.ana.ask({{"t", "room.leave"}, {"room", friends.room}});
        world.restart();
        CHECK(Guest(world, "Ana", friends.ana.token).rooms == Json::array({second}));
    }
}

}  // namespace cubilete::server
