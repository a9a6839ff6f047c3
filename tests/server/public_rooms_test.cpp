#include "server/lobby/public_rooms.hpp"

#include <doctest/doctest.h>

#include "server/site/api.hpp"
#include "server/site/room_list_cache.hpp"
#include "tests/server/world.hpp"

namespace cubilete::server {
namespace {

using namespace std::chrono_literals;
using Phase = protocol::RoomPhase;

protocol::RoomLine line(const std::string& code, int taken, int seats, Phase phase = Phase::waiting) {
    protocol::RoomLine line;
    line.room = code;
    line.game = "yahtzee";
    line.options = Json::object();
    line.phase = phase;
    line.taken = taken;
    line.seats = seats;
    return line;
}

std::vector<std::string> codes(const RoomWindow& window) {
    std::vector<std::string> codes;
    for (const auto& room : window.rooms) codes.push_back(room.room);
    return codes;
}

TEST_CASE("rooms with a free seat are shown first, then the fullest, then the newest") {
    PublicRooms rooms;
    rooms.put(line("OLD", 1, 4), 0);
    rooms.put(line("FULL", 4, 4), 0);
    rooms.put(line("NEW", 1, 4), 0);
    rooms.put(line("PLAYS", 2, 4, Phase::playing), 0);
    rooms.put(line("LIVELY", 3, 4), 0);
    CHECK(codes(*rooms.window("yahtzee")) ==
          std::vector<std::string>{"LIVELY", "NEW", "OLD", "FULL", "PLAYS"});
    rooms.put(line("FULL", 1, 4), 0);
    // Its age has not changed.
    CHECK(codes(*rooms.window("yahtzee")) ==
          std::vector<std::string>{"LIVELY", "NEW", "FULL", "OLD", "PLAYS"});
    rooms.remove("LIVELY");
    rooms.remove("NOBODY");
    CHECK(codes(*rooms.window("yahtzee")).front() == "NEW");
    CHECK(rooms.window("yahtzee")->total == 4);
    CHECK(rooms.window("tres")->total == 0);
}

TEST_CASE("a list has two hundred rooms and the total number, and is rebuilt only after a change") {
    PublicRooms rooms;
    for (int room = 0; room < 1'000; ++room) rooms.put(line("R" + std::to_string(room), 1, 4), 0);
    const RoomWindowPtr window = rooms.window("yahtzee");
    CHECK(window->rooms.size() == 200);
    CHECK(window->rooms.front().room == "R999");
    CHECK(window->total == 1'000);
    CHECK(rooms.take_changed() == std::set<std::string>{"yahtzee"});
    rooms.put(line("R5", 1, 4), 0);
    CHECK(rooms.take_changed().empty());
    CHECK(rooms.window("yahtzee") == window);
}

TEST_CASE("the list continues after a room, in the same order, to the last one") {
    PublicRooms rooms;
    for (int room = 0; room < 10; ++room) rooms.put(line("R" + std::to_string(room), room % 4, 4), 0);
    const RoomWindowPtr window = rooms.window("yahtzee");
    for (const int limit : {1, 3, 4, 10, 200}) {
        std::vector<std::string> seen;
        std::optional<std::string> after;
        for (;;) {
            const auto listed_text = rooms.list("yahtzee", after, limit);
            REQUIRE(listed_text);
            const Json listed = Json::parse(listed_text->dump());
            for (const Json& one : listed) seen.push_back(one["room"]);
            if (listed.size() < static_cast<std::size_t>(limit)) break;
            after = seen.back();
        }
        CHECK(seen == codes(*window));
    }
    CHECK(rooms.list("tres", {}, 5)->dump() == "[]");
    CHECK_FALSE(rooms.list("yahtzee", "NOBODY", 5));
    CHECK_FALSE(rooms.list("tres", "R1", 5));
}

TEST_CASE("a list updated by pushes always equals the list of the server") {
    PublicRooms rooms;
    SeededChance chance(7);
    const auto random = [&](int below) { return chance.pick(below); };
    for (const int limit : {1, 3, 20}) {
        std::map<std::string, std::string> seen;
        RoomWindowPtr before = std::make_shared<RoomWindow>();
        for (int step = 0; step < 300; ++step) {
            for (int change = random(4); change >= 0; --change) {
                const std::string code = "R" + std::to_string(random(40));
                if (random(3) == 0)
                    rooms.remove(code);
                else
                    rooms.put(line(code, random(5), 4, random(2) ? Phase::waiting : Phase::playing), 0);
            }
            const RoomWindowPtr now = rooms.window("yahtzee");
            const RoomChanges changes = diff_windows(*before, *now, limit);
            for (const auto& put : changes.put) seen[put.room] = put.line.dump();
            for (const std::string& gone : changes.gone) seen.erase(gone);
            std::map<std::string, std::string> shown;
            for (std::size_t at = 0; at < now->rooms.size() && at < static_cast<std::size_t>(limit); ++at)
                shown[now->rooms[at].room] = now->rooms[at].line.dump();
            REQUIRE(seen == shown);
            before = now;
        }
    }
}

TEST_CASE("a watcher of many rooms gets the most relevant ones and only their changes") {
    World world;
    world.limits.rooms_of_player = 1'000;
    world.limits.rooms_of_address = 1'000;
    world.restart();
    Guest host(world, "Host");
    const Json table{{"t", "room.create"}, {"game", "yahtzee"}, {"public", true}};
    std::vector<std::string> rooms;
    for (int room = 0; room < 250; ++room) rooms.push_back(code_of(host.ask(table)));
    world.turn(1s);
    Guest ana(world, "Ana");
    Guest ben(world, "Ben");
    const Json all = ana.ask({{"t", "lobby.watch"}});
    CHECK(all["rooms"].size() == 200);
    CHECK(all["rooms"][0]["room"] == rooms.back());
    CHECK(all["total"] == 250);
    const Json two = ben.ask({{"t", "lobby.watch"}, {"game", "yahtzee"}, {"limit", 2}});
    CHECK(two["rooms"].size() == 2);
    CHECK(two["total"] == 250);

    const Json rest =
        ben.ask({{"t", "lobby.list"}, {"game", "yahtzee"}, {"after", all["rooms"][199]["room"]}});
    CHECK(rest["rooms"].size() == 50);
    CHECK(rest["rooms"][49]["room"] == rooms.front());
    CHECK(rest["total"] == 250);
    CHECK(refusal(ben.ask({{"t", "lobby.list"}, {"game", "poker"}})) == "bad_options");
    const Json astray = ben.ask({{"t", "lobby.list"}, {"game", "yahtzee"}, {"after", "QQQQQQ"}});
    CHECK(refusal(astray) == "no_room");
    CHECK(astray["at"] == "/after");

    const std::string newest = code_of(host.ask(table));
    world.turn(1s);
    const Json for_ana = ana.latest("lobby");
    CHECK(for_ana["total"] == 251);
    REQUIRE(for_ana["put"].size() == 1);
    CHECK(for_ana["put"][0]["room"] == newest);
    CHECK(for_ana["gone"] == Json::array({rooms[50]}));
    CHECK_FALSE(for_ana.contains("game"));
    const Json for_ben = ben.latest("lobby");
    CHECK(for_ben["game"] == "yahtzee");
    CHECK(for_ben["gone"] == Json::array({rooms[248]}));

    const std::size_t lists = ben.count("lobby");
    Guest cleo(world, "Cleo");
    code_of(cleo.ask({{"t", "room.join"}, {"room", rooms[100]}, {"as", "spectator"}}));
    world.turn(1s);
    CHECK_MESSAGE(ben.count("lobby") == lists, "that room is not in the list");
    CHECK(ana.latest("lobby")["put"][0]["spectators"] == 1);
}

TEST_CASE("public rooms over HTTP are at most a second old and computed once for all clients") {
    std::vector<std::function<void()>> work;
    std::vector<std::function<void(RoomListCache::Windows)>> looks;
    std::int64_t now_ms = 1'000'000;
    const auto answer = std::make_shared<RoomListCache>(
        [&](std::function<void()> one) { work.push_back(std::move(one)); },
        [&](const std::optional<std::string>&, auto done) { looks.push_back(std::move(done)); },
        [](const std::string& json) {
            ApiResponse made;
            made.body.plain.bytes = json;
            return std::make_shared<const ApiResponse>(std::move(made));
        },
        [&] { return now_ms; });
    const auto run = [&] {
        while (!work.empty())
            for (auto& one : std::exchange(work, {})) one();
    };
    std::vector<RoomListCache::Answer> got;
    const auto ask = [&](std::optional<std::string> game) {
        answer->ask(std::move(game), [&](RoomListCache::Answer one) { got.push_back(std::move(one)); });
        run();
    };
    const auto tell = [&] {
        PublicRooms rooms;
        rooms.put(line("K7QX2M", 1, 4), 0);
        looks.back()({rooms.window("yahtzee"), rooms.window("tres")});
        CHECK_MESSAGE(got.empty(), "the lobby's thread builds no list");
        run();
    };
    ask({});
    ask({});
    REQUIRE(looks.size() == 1);
    CHECK(got.empty());
    tell();
    REQUIRE(got.size() == 2);
    const Json json = Json::parse(got[0]->body.plain.bytes);
    CHECK(json["total"] == 1);
    CHECK(json["rooms"][0]["room"] == "K7QX2M");
    now_ms += 999;
    ask({});
    CHECK(looks.size() == 1);
    CHECK(got.back() == got.front());
    ask("yahtzee");
    CHECK(looks.size() == 2);
    got.clear();
    tell();
    now_ms += 1;
    ask({});
    CHECK(looks.size() == 3);
}

}  // namespace
}  // namespace cubilete::server
