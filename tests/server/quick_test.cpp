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

}  // namespace
}  // namespace cubilete::server
