#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "tests/server/world.hpp"

namespace cubilete::server {
namespace {

using namespace std::chrono_literals;

const Json quick{{"t", "quick.match"}, {"game", "yahtzee"}};

bool plays(const Guest& guest) { return guest.latest("room")["phase"] == "playing"; }

TEST_CASE("two players who request a quick match together get one room, and it starts ten seconds later") {
    World world;
    Guest ana(world, "Ana");
    Guest ben(world, "Ben");
    for (Guest* guest : {&ana, &ben}) guest->say({{"t", "quick.match"}, {"id", "q"}, {"game", "yahtzee"}});
    world.settle();
    const std::string room = code_of(ana.answer_to("q"));
    CHECK(code_of(ben.answer_to("q")) == room);
    Json seen = ben.latest("room");
    CHECK(seen["public"] == true);
    CHECK(seen["host"] == "");
    CHECK(seen["quick"] == Json{{"here", 2}, {"needed", 2}, {"starts_ms", 10'000}, {"offer", false}});
    CHECK(seen["seats"][0]["ready"] == true);
    CHECK(seen["seats"][1]["ready"] == true);
    CHECK(refusal(ana.ask({{"t", "room.start"}, {"room", room}})) == "not_host");
    CHECK(refusal(ana.ask({{"t", "room.set"}, {"room", room}, {"seats", 2}})) == "not_host");

    SUBCASE("a third player does not delay the start") {
        world.turn(9s);
        Guest cleo(world, "Cleo");
        CHECK(code_of(cleo.ask(quick)) == room);
        CHECK(cleo.latest("room")["quick"]["starts_ms"] == 1'000);
        world.turn(1s - 1ms);
        CHECK_FALSE(plays(ana));
        world.turn(1ms);
        CHECK(plays(cleo));
        CHECK(cleo.latest("match")["view"]["seats"].size() == 3);
        CHECK(cleo.latest("room")["quick"]["starts_ms"].is_null());
        Guest dan(world, "Dan");
        CHECK_MESSAGE(code_of(dan.ask(quick)) != room, "that match has begun");
    }
    SUBCASE("a player left alone waits on, and the seconds start again") {
        world.turn(9s);
        CHECK(refusal(ben.ask({{"t", "room.leave"}, {"room", room}})) == "ok");
        CHECK(ana.latest("room")["quick"]["starts_ms"].is_null());
        world.turn(1h);
        CHECK_FALSE(plays(ana));
        CHECK(code_of(ben.ask(quick)) == room);
        world.turn(10s - 1ms);
        CHECK_FALSE(plays(ana));
        world.turn(1ms);
        CHECK(plays(ana));
    }
    SUBCASE("a restart of the server loses no seat") {
        world.restart();
        Guest again(world, "Ana", ana.token);
        world.turn(1h / 10);
        CHECK_FALSE(plays(again));
        Guest back(world, "Ben", ben.token);
        CHECK(back.latest("room")["quick"]["starts_ms"] == 10'000);
        world.turn(10s);
        CHECK(plays(again));
        CHECK(plays(back));
    }
}

TEST_CASE("a disconnected player has no seat in the match and does not delay its start") {
    World world;
    Guest ana(world, "Ana");
    Guest ben(world, "Ben");
    Guest cleo(world, "Cleo");
    const std::string room = code_of(ana.ask(quick));
    REQUIRE(code_of(ben.ask(quick)) == room);
    REQUIRE(code_of(cleo.ask(quick)) == room);
    ben.hang_up();
    world.turn(10s);
    REQUIRE(plays(ana));
    CHECK(ana.latest("match")["view"]["seats"].size() == 2);
    CHECK(Guest(world, "Ben", ben.token).rooms.empty());
}

TEST_CASE("many players fill one room after another, and a full one starts at once") {
    World world;
    std::vector<std::unique_ptr<Guest>> crowd;
    for (int guest = 0; guest < 9; ++guest) crowd.push_back(std::make_unique<Guest>(world));
    for (const auto& guest : crowd) guest->say({{"t", "quick.match"}, {"id", "q"}, {"game", "yahtzee"}});
    world.settle();
    std::map<std::string, int> tables;
    for (const auto& guest : crowd) ++tables[code_of(guest->answer_to("q"))];
    CHECK(tables.size() == 3);
    for (const auto& [room, guests] : tables) CHECK((guests == 4 || guests == 1));
    for (const auto& guest : crowd) CHECK(plays(*guest) == (tables[guest->answer_to("q")["room"]] == 4));
}

TEST_CASE("a full room tries a start that the disk has no room for about once a second") {
    World world;
    std::vector<std::unique_ptr<Guest>> crowd;
    std::set<std::string> rooms;
    for (int guest = 0; guest < 4; ++guest) {
        crowd.push_back(std::make_unique<Guest>(world));
        rooms.insert(code_of(crowd.back()->ask(quick)));
        if (guest == 2) crowd.front()->hang_up();
    }
    REQUIRE(rooms.size() == 1);
    int failed = 0;
    world.disk_is_full_for = [&failed](const storage::Write& write) {
        return std::holds_alternative<storage::StartMatch>(write) && ++failed < 1'000;
    };
    crowd.front()->come_back();
    for (int tenths = 0; tenths < 100; ++tenths) world.turn(100ms);
    CHECK(failed >= 9);
    CHECK(failed <= 13);
    CHECK_FALSE(plays(*crowd.front()));
    world.disk_is_full_for = {};
    world.turn(1s);
    CHECK(plays(*crowd.front()));
}

TEST_CASE("a stranger whose socket closes before a full room declines gets no room of their own") {
    World world;
    std::vector<std::unique_ptr<Guest>> crowd;
    for (int guest = 0; guest < 5; ++guest) crowd.push_back(std::make_unique<Guest>(world));
    for (const auto& guest : crowd) {
        guest->say({{"t", "quick.match"}, {"id", "q"}, {"game", "yahtzee"}});
        if (guest == crowd[2]) world.settle();
    }
    const auto& late = crowd.back();
    SUBCASE("and who stays gets one") {
        world.settle();
        CHECK(world.lobby->directory().rooms().size() == 2);
    }
    SUBCASE("and is gone") {
        world.lobby->on_socket_closed(late->sink);
        world.settle();
        CHECK(world.lobby->directory().rooms().size() == 1);
        CHECK(late->count("ok") == 1);  // of hello
    }
}

TEST_CASE("a player gets the fullest waiting quick room, and never a room with a host") {
    World world;
    Guest host(world, "Host");
    const std::string hosted =
        code_of(host.ask({{"t", "room.create"}, {"game", "yahtzee"}, {"public", true}}));
    Guest other(world, "Other");
    const std::string of_another_game = code_of(other.ask({{"t", "quick.match"}, {"game", "tres"}}));
    Guest ana(world, "Ana");
    const std::string waiting = code_of(ana.ask(quick));
    CHECK(waiting != hosted);
    CHECK(waiting != of_another_game);
    CHECK(host.latest("room")["quick"].is_null());
    CHECK_FALSE(host.latest("room").contains("quick"));

    Guest ben(world, "Ben");
    CHECK(code_of(ben.ask(quick)) == waiting);
    CHECK_MESSAGE(code_of(ben.ask(quick)) == waiting, "the player already has a seat");
    CHECK_MESSAGE(refusal(ben.ask({{"t", "room.join"}, {"room", hosted}})) == "ok",
                  "by its code it takes anybody");
    CHECK(code_of(ben.ask(quick)) == waiting);
}

TEST_CASE("a quick match seats nobody beside a player whose name looks like theirs") {
    World world;
    Guest ana(world, "Ana");
    const std::string room = code_of(ana.ask(quick));
    SUBCASE("a person") {
        Guest double_ana(world, "Аna");  // a Cyrillic A
        const std::string other = code_of(double_ana.ask(quick));
        CHECK(other != room);
        CHECK_MESSAGE(code_of(double_ana.ask(quick)) == other, "the player keeps the seat");
    }
    SUBCASE("two at once") {
        Guest ben(world, "Ben");
        Guest double_ben(world, "Вen");  // a Cyrillic Ve
        for (Guest* guest : {&ben, &double_ben})
            guest->say({{"t", "quick.match"}, {"id", "q"}, {"game", "yahtzee"}});
        world.settle();
        CHECK(code_of(ben.answer_to("q")) == room);
        CHECK(code_of(double_ben.answer_to("q")) != room);
    }
    SUBCASE("a program, while the player has not come back after a restart") {
        world.restart();
        Guest double_ana(world, "Аna", {}, true);
        CHECK(code_of(double_ana.ask(quick)) != room);
    }
}

TEST_CASE("the lobby marks the rooms of quick matches") {
    World world;
    Guest ana(world, "Ana");
    code_of(ana.ask(quick));
    code_of(ana.ask({{"t", "room.create"}, {"game", "tres"}, {"public", true}}));
    world.turn(1s);
    const Json lobby = Guest(world).ask({{"t", "lobby.watch"}});
    for (const Json& line : lobby["rooms"]) {
        CHECK(line.contains("quick") == (line["game"] == "yahtzee"));
        CHECK(line["host"] == (line["game"] == "yahtzee" ? "" : "Ana"));
    }
}

TEST_CASE("a quick match is refused for an unknown game and when there are too many rooms") {
    World world;
    world.limits.most_rooms = 1;
    world.restart();
    Guest ana(world, "Ana");
    CHECK(refusal(ana.ask({{"t", "quick.match"}, {"game", "poker"}})) == "bad_options");
    code_of(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}}));
    CHECK(refusal(ana.ask(quick)) == "busy");
}

TEST_CASE("a repeated request for a quick match returns the same room, also to a program") {
    for (const bool bot : {false, true}) {
        World world;
        std::vector<std::unique_ptr<Guest>> crowd;
        for (int guest = 0; guest < 3; ++guest)
            crowd.push_back(std::make_unique<Guest>(world, "Player", std::string(), bot));
        const std::string room = code_of(crowd.front()->ask(quick));
        for (int times = 0; times < 3; ++times) CHECK(code_of(crowd.front()->ask(quick)) == room);
        for (const auto& guest : crowd) CHECK(code_of(guest->ask(quick)) == room);
        for (const auto& guest : crowd) CHECK(code_of(guest->ask(quick)) == room);
        const Json seats = crowd.front()->latest("room")["seats"];
        for (std::size_t seat = 0; seat < crowd.size(); ++seat)
            CHECK(seats[seat]["player"]["id"] == crowd[seat]->id);
    }
}

TEST_CASE("a request for a quick match that is sent again returns its room also when the match there runs") {
    World world;
    std::vector<std::unique_ptr<Guest>> crowd;
    for (int guest = 0; guest < 3; ++guest) crowd.push_back(std::make_unique<Guest>(world));
    Guest pia(world, "Pia");
    Json request = quick;
    request["id"] = "seat";
    for (const auto& guest : crowd) code_of(guest->ask(quick));
    const std::string room = code_of(pia.ask(request));
    pia.hang_up();
    REQUIRE(plays(*crowd.front()));
    pia.come_back();
    SUBCASE("and its state") {
        CHECK(code_of(pia.ask(request)) == room);
        CHECK(plays(pia));
        CHECK(pia.latest("match")["view"]["seats"].size() == 4);
    }
    SUBCASE("but not to another request") {
        CHECK(code_of(pia.ask(quick)) != room);
        CHECK_MESSAGE(code_of(pia.ask(request)) != room, "only the last one is known again");
    }
    SUBCASE("but not for another game") {
        request["game"] = "tres";
        CHECK(code_of(pia.ask(request)) != room);
    }
    SUBCASE("but not after leaving it") {
        REQUIRE(refusal(pia.ask({{"t", "room.leave"}, {"room", room}})) == "ok");
        CHECK(code_of(pia.ask(request)) != room);
    }
}

TEST_CASE("programs get a quick match together and play match after match by themselves") {
    World world;
    Guest one(world, "One", {}, true);
    Guest two(world, "Two", {}, true);
    const Json short_game{{"t", "quick.match"}, {"game", "escalera"}};
    const std::string room = code_of(one.ask(short_game));
    CHECK(code_of(two.ask(short_game)) == room);
    world.turn(10s);
    for (int match = 0; match < 2; ++match) {
        REQUIRE(plays(one));
        while (one.latest("match")["result"].is_null())
            REQUIRE((one.latest("match")["to_act"].at(0) == 0 ? one : two).move()["t"] == "ok");
        for (Guest* guest : {&one, &two})
            CHECK(refusal(guest->ask({{"t", "room.rematch"}, {"room", room}})) == "ok");
    }
}

TEST_CASE(
    "a quick room whose finished match has lost its log closes at a restart, and starts no other by itself") {
    World world;
    Guest ana(world, "Ana");
    Guest ben(world, "Ben");
    const std::string room = code_of(ana.ask(quick));
    REQUIRE(code_of(ben.ask(quick)) == room);
    world.turn(10s);
    world.database.on_journal(
        [](storage::sqlite::Database& database) { database.keep_logs({.for_ms = {}, .most_bytes = 1}); });
    while (ana.latest("match")["result"].is_null()) {
        const Json seat = ana.latest("match")["to_act"].at(0);
        REQUIRE((ana.latest("match")["you"]["seat"] == seat ? ana : ben).move()["t"] == "ok");
    }
    REQUIRE(world.database.store().match(ana.latest("match")["match"])->log_dropped);
    world.restart();
    for (Guest* guest : {&ana, &ben}) {
        guest->come_back();
        CHECK(refusal(guest->ask({{"t", "room.join"}, {"room", room}})) == "no_room");
    }
    world.turn(10s);
    CHECK(ana.latest("match").is_null());
}

TEST_CASE("a rematch also needs two players") {
    World world;
    Guest ana(world, "Ana");
    Guest ben(world, "Ben");
    const std::string room = code_of(ana.ask(quick));
    code_of(ben.ask(quick));
    world.turn(10s);
    while (ana.latest("match")["result"].is_null()) {
        const Json seat = ana.latest("match")["to_act"].at(0);
        REQUIRE((ana.latest("match")["you"]["seat"] == seat ? ana : ben).move()["t"] == "ok");
    }
    CHECK(refusal(ben.ask({{"t", "room.leave"}, {"room", room}})) == "ok");
    CHECK(refusal(ana.ask({{"t", "room.rematch"}, {"room", room}})) == "ok");
    CHECK_FALSE(plays(ana));
    CHECK_MESSAGE(code_of(ana.ask(quick)) != room, "a room with a finished match does not wait for players");
}

TEST_CASE("a person does not get a room of waiting programs, but a program gets a person's room") {
    World world;
    Guest robot(world, "Robot", {}, true);
    const std::string of_robot = code_of(robot.ask(quick));
    Guest ana(world, "Ana");
    const std::string of_ana = code_of(ana.ask(quick));
    CHECK(of_ana != of_robot);
    Guest ben(world, "Ben");
    CHECK(code_of(ben.ask(quick)) == of_ana);
    Guest second(world, "Second", {}, true);
    CHECK(code_of(second.ask(quick)) == of_ana);
    CHECK_MESSAGE(code_of(robot.ask(quick)) == of_robot, "the program keeps its seat");
}

}  // namespace
}  // namespace cubilete::server
