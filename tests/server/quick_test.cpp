#include <map>
#include <memory>
#include <vector>

#include "tests/server/friends.hpp"

namespace cubilete::server {
namespace {

const Json quick{{"t", "quick.match"}, {"game", "yahtzee"}};

TEST_CASE("two who want a quick match at the same moment meet, and may start at once") {
    World world;
    Guest ana(world, "Ana");
    Guest ben(world, "Ben");
    for (Guest* guest : {&ana, &ben}) guest->say({{"t", "quick.match"}, {"id", "q"}, {"game", "yahtzee"}});
    world.settle();
    const std::string room = code_of(ana.answer_to("q"));
    CHECK(code_of(ben.answer_to("q")) == room);
    const Json seen = ben.latest("room");
    CHECK(seen["public"] == true);
    CHECK(seen["host"] == ana.id);
    CHECK(seen["seats"][0]["ready"] == true);
    CHECK(seen["seats"][1]["ready"] == true);
    CHECK(refusal(ana.ask({{"t", "room.start"}, {"room", room}})) == "ok");
    Guest cleo(world, "Cleo");
    CHECK_MESSAGE(code_of(cleo.ask(quick)) != room, "that match has begun");
}

TEST_CASE("a crowd that wants a quick match fills one table after another") {
    World world;
    std::vector<std::unique_ptr<Guest>> crowd;
    for (int guest = 0; guest < 9; ++guest) crowd.push_back(std::make_unique<Guest>(world));
    for (const auto& guest : crowd) guest->say({{"t", "quick.match"}, {"id", "q"}, {"game", "yahtzee"}});
    world.settle();
    std::map<std::string, int> tables;
    for (const auto& guest : crowd) ++tables[code_of(guest->answer_to("q"))];
    CHECK(tables.size() == 3);
    for (const auto& [room, guests] : tables) CHECK((guests == 4 || guests == 1));
}

TEST_CASE(
    "a stranger is brought to the fullest table that waits, and never to one that he should not be at") {
    World world;
    std::vector<std::unique_ptr<Guest>> hosts;
    const auto table = [&](const Json& more = Json::object(), bool bot = false) {
        hosts.push_back(std::make_unique<Guest>(world, "Host", std::string(), bot));
        Json create{{"t", "room.create"}, {"game", "yahtzee"}, {"public", true}};
        create.update(more);
        return code_of(hosts.back()->ask(std::move(create)));
    };
    table({{"public", false}});
    table({{"password", "x"}});
    table({{"game", "ambiciosa"}});
    table({{"seats", 1}});
    table(Json::object(), true);
    const std::string away = table();
    hosts.back()->hang_up();
    const std::string banned = table();
    Guest stranger(world, "Stranger");
    code_of(stranger.ask({{"t", "room.join"}, {"room", banned}}));
    REQUIRE(refusal(hosts.back()->ask({{"t", "room.ban"}, {"room", banned}, {"player", stranger.id}})) ==
            "ok");
    const std::string lonely = table();
    const std::string lively = table();
    Guest guest(world, "Guest");
    code_of(guest.ask({{"t", "room.join"}, {"room", lively}}));

    CHECK(code_of(stranger.ask(quick)) == lively);
    CHECK_MESSAGE(code_of(stranger.ask(quick)) == lively, "he has his seat already");
    REQUIRE(refusal(stranger.ask({{"t", "room.leave"}, {"room", lively}})) == "ok");
    REQUIRE(refusal(guest.ask({{"t", "room.leave"}, {"room", lively}})) == "ok");
    REQUIRE(refusal(hosts.back()->ask({{"t", "room.leave"}, {"room", lively}})) == "ok");
    CHECK(code_of(stranger.ask(quick)) == lonely);
    CHECK(stranger.latest("room")["seats"][1]["ready"] == true);
}

TEST_CASE("there is no quick match of a game that is not here, nor where no table fits in any more") {
    World world;
    world.limits.most_rooms = 1;
    world.restart();
    Guest ana(world, "Ana");
    CHECK(refusal(ana.ask({{"t", "quick.match"}, {"game", "poker"}})) == "bad_options");
    code_of(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}}));
    CHECK(refusal(ana.ask(quick)) == "busy");
}

TEST_CASE("who asks for a quick match again has his seat already, a program and at a full table, too") {
    for (const bool bot : {false, true}) {
        World world;
        std::vector<std::unique_ptr<Guest>> crowd;
        for (int guest = 0; guest < 4; ++guest)
            crowd.push_back(std::make_unique<Guest>(world, "Guest", std::string(), bot));
        const std::string room = code_of(crowd.front()->ask(quick));
        for (int times = 0; times < 3; ++times) CHECK(code_of(crowd.front()->ask(quick)) == room);
        for (const auto& guest : crowd) CHECK(code_of(guest->ask(quick)) == room);
        for (const auto& guest : crowd) CHECK(code_of(guest->ask(quick)) == room);
        const Json seats = crowd.front()->latest("room")["seats"];
        for (std::size_t seat = 0; seat < crowd.size(); ++seat)
            CHECK(seats[seat]["player"]["id"] == crowd[seat]->id);
    }
}

TEST_CASE("programs that want a quick match meet, and play without anybody's help") {
    World world;
    Guest one(world, "One", {}, true);
    Guest two(world, "Two", {}, true);
    SUBCASE("one after the other") {
        const std::string room = code_of(one.ask(quick));
        CHECK(code_of(two.ask(quick)) == room);
    }
    SUBCASE("at the same moment") {
        for (Guest* guest : {&one, &two})
            guest->say({{"t", "quick.match"}, {"id", "q"}, {"game", "yahtzee"}});
        world.settle();
        CHECK(code_of(one.answer_to("q")) == code_of(two.answer_to("q")));
    }
    const std::string room = two.latest("room")["room"];
    CHECK(two.latest("room")["host"] == one.id);
    CHECK(refusal(one.ask({{"t", "room.start"}, {"room", room}})) == "ok");
    Guest& first = one.latest("match")["to_act"] == Json{0} ? one : two;
    CHECK(refusal(first.move()) == "ok");
}

TEST_CASE("a person is not brought to a program's table, but a program to a person's") {
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
    CHECK_MESSAGE(code_of(robot.ask(quick)) == of_robot, "he keeps the seat that he has");

    Guest picky(world, "Picky");
    code_of(picky.ask({{"t", "room.create"}, {"game", "tres"}, {"public", true}, {"bots", false}}));
    CHECK(second.ask({{"t", "quick.match"}, {"game", "tres"}})["room"] != picky.latest("room")["room"]);
}

TEST_CASE("a program's table is no place to wait at while it is away or when it has left") {
    World world;
    Guest host(world, "Host", {}, true);
    Guest guest(world, "Guest", {}, true);
    const std::string room = code_of(host.ask(quick));
    REQUIRE(code_of(guest.ask(quick)) == room);
    SUBCASE("away") { host.hang_up(); }
    SUBCASE("left") { REQUIRE(refusal(host.ask({{"t", "room.leave"}, {"room", room}})) == "ok"); }
    const std::string own = code_of(guest.ask(quick));
    CHECK(own != room);
    CHECK_MESSAGE(code_of(guest.ask(quick)) == own, "there it is host");
}

}  // namespace
}  // namespace cubilete::server
