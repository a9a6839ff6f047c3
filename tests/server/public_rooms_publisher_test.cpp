// The nodes of a cluster show each other's public rooms.
#include "server/cluster/public_rooms_publisher.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "server/cluster/envelope.hpp"
#include "tests/seeded_chance.hpp"
#include "tests/server/manual_clock.hpp"

namespace cubilete::server {
namespace {

using namespace std::chrono_literals;
using Phase = protocol::RoomPhase;

/// As reported by a room of quick.match that waits for players, or by one where a match runs.
RoomReport reported(const std::string& code, int taken, bool waits = true,
                    const std::string& game = "yahtzee") {
    RoomReport report;
    report.line.room = code;
    report.line.game = game;
    report.line.options = protocol::Json{{"joker", "forced"}};
    report.line.phase = waits ? Phase::waiting : Phase::playing;
    report.line.host = "Ana María of the house";
    report.line.taken = taken;
    report.line.seats = 4;
    report.is_public = true;
    report.accepts_people = report.accepts_programs = waits;
    return report;
}

/// A node: its own rooms, and what others have told.
struct OneNode {
    explicit OneNode(Hands& hands)
        : clock(hands), windows(clock, [this](const WindowNews& news) { published.push_back(news); }) {}

    void put(const RoomReport& report) {
        rooms.put(report.line, clock.wall_ms());
        windows.put(report);
    }
    void remove(const std::string& code) {
        rooms.remove(code);
        windows.remove(code);
    }

    ManualClock clock;
    std::vector<WindowNews> published;  ///< not yet passed on
    PublicRoomsPublisher windows;
    PublicRooms rooms;
};

struct LinkedNodes {
    /// A node that joins, and has links to all others.
    OneNode& join() {
        nodes.push_back(std::make_unique<OneNode>(hands));
        for (std::size_t from = 0; from + 1 < nodes.size(); ++from)
            for (const WindowNews& news : nodes[from]->windows.published())
                deliver(*nodes.back(), from, news);
        return *nodes.back();
    }
    void turn(Clock::Duration by) {
        hands.turn(by);
        for (std::size_t from = 0; from < nodes.size(); ++from)
            for (const WindowNews& news : std::exchange(nodes[from]->published, {}))
                for (const auto& node : nodes)
                    if (node != nodes[from]) deliver(*node, from, news);
    }
    /// Delivers news as bytes, since a link carries nothing else.
    static void deliver(OneNode& to, std::size_t from, const WindowNews& news) {
        std::string bytes;
        mesh::append(bytes, news);
        std::string_view rest = bytes;
        const auto message = mesh::take(rest);
        REQUIRE(message);
        to.rooms.apply(static_cast<NodeNumber>(from) + 1, std::get<mesh::Window>(*message));
    }

    Hands hands;
    std::vector<std::unique_ptr<OneNode>> nodes;
};

std::vector<std::string> lines_of(const RoomWindow& window) {
    std::vector<std::string> lines;
    for (const auto& room : window.rooms) lines.push_back(room.room + ' ' + room.line.dump());
    return lines;
}

TEST_CASE("every node shows the first rooms of all nodes and how many there are") {
    constexpr int steps = 20'000;
    LinkedNodes cluster;
    PublicRooms all;  // as one server that has all rooms would show them
    SeededChance chance(11);
    const std::vector<std::string> games{"tres", "yahtzee"};
    for (int node = 0; node < 3; ++node) cluster.join();
    std::size_t most = 0;
    for (int step = 0; step < steps; ++step) {
        const int number = chance.pick(1'500);
        const std::string code = "R" + std::to_string(number);
        OneNode& node = *cluster.nodes[static_cast<std::size_t>(number % 3)];
        cluster.turn(1ms);
        if (chance.pick(4) == 0) {
            node.remove(code);
            all.remove(code);
        } else {
            const RoomReport now = reported(code, chance.pick(5), chance.pick(3) != 0,
                                            games[static_cast<std::size_t>(number % 2)]);
            node.put(now);
            all.put(now.line, cluster.hands.wall_ms());
        }
        if (step % 1'000 != 0) continue;
        cluster.turn(PublicRoomsPublisher::news_interval);
        if (step == 10'000) cluster.join();
        for (const std::string& game : games)
            for (const auto& one : cluster.nodes) {
                CHECK(lines_of(*one->rooms.window(game)) == lines_of(*all.window(game)));
                CHECK(one->rooms.window(game)->total == all.total(game));
            }
        most = std::max(most, all.total("tres"));
    }
    CHECK_MESSAGE(most > 3 * PublicRooms::max_shown / 2, "windows must have been full");
}

TEST_CASE(
    "a room that slides into a window because another one has left is told, and one pushed out is gone") {
    LinkedNodes cluster;
    OneNode& node = cluster.join();
    for (int room = 0; room <= PublicRooms::max_shown; ++room) {
        node.put(reported("R" + std::to_string(room), 1));
        cluster.turn(1ms);
    }
    cluster.turn(PublicRoomsPublisher::news_interval);
    node.remove("R7");
    cluster.hands.turn(PublicRoomsPublisher::news_interval);
    REQUIRE(node.published.size() == 1);
    REQUIRE(node.published[0].put.size() == 1);
    CHECK_MESSAGE(node.published[0].put[0].room == "R0", "the oldest room was not shown");
    CHECK(node.published[0].gone == std::vector<std::string>{"R7"});
    CHECK(node.published[0].total == PublicRooms::max_shown);
    node.published.clear();
    node.put(reported("NEW", 3));
    cluster.hands.turn(PublicRoomsPublisher::news_interval);
    REQUIRE(node.published.size() == 1);
    CHECK(node.published[0].put[0].room == "NEW");
    CHECK(node.published[0].gone == std::vector<std::string>{"R0"});
    CHECK(node.published[0].total == PublicRooms::max_shown + 1);
}

TEST_CASE("nodes are told of a change at once, and of further ones at most every quarter of a second") {
    LinkedNodes cluster;
    OneNode& node = cluster.join();
    node.put(reported("FIRST", 1));
    cluster.hands.turn(0ms);
    CHECK(node.published.size() == 1);
    for (int change = 0; change < 100; ++change) {
        node.put(reported("FIRST", change % 4));
        node.put(reported("SECOND", change % 3));
        cluster.hands.turn(1ms);
    }
    CHECK(node.published.size() == 1);
    cluster.hands.turn(PublicRoomsPublisher::news_interval);
    REQUIRE(node.published.size() == 2);
    CHECK(node.published[1].put.size() == 2);
    node.put(reported("FIRST", 99 % 4));
    cluster.hands.turn(1s);
    CHECK_MESSAGE(node.published.size() == 2, "nothing has changed");
}

TEST_CASE("the rooms of a node disappear with its link, and come back with the next one") {
    LinkedNodes cluster;
    OneNode& near = cluster.join();
    OneNode& far = cluster.join();
    near.put(reported("NEAR", 1));
    far.put(reported("FAR", 2));
    cluster.turn(1s);
    CHECK(near.rooms.window("yahtzee")->total == 2);
    near.rooms.forget(2);
    CHECK(near.rooms.window("yahtzee")->total == 1);
    CHECK(near.rooms.window("yahtzee")->rooms[0].room == "NEAR");
    for (const WindowNews& news : far.windows.published()) LinkedNodes::deliver(near, 1, news);
    CHECK(near.rooms.window("yahtzee")->rooms[0].room == "FAR");
    far.put(reported("LATER", 3));
    far.remove("FAR");
    cluster.hands.turn(1s);
    far.published.clear();  // lost with the link
    for (const WindowNews& news : far.windows.published()) LinkedNodes::deliver(near, 1, news);
    const RoomWindowPtr window = near.rooms.window("yahtzee");
    REQUIRE(window->rooms.size() == 2);
    CHECK(window->rooms[0].room == "LATER");
    CHECK(window->rooms[1].room == "NEAR");
    CHECK(window->total == 2);
}

TEST_CASE("a room that has moved to another node is listed once, whoever tells of it first") {
    for (const bool new_owner_first : {false, true}) {
        LinkedNodes cluster;
        OneNode& old_owner = cluster.join();
        OneNode& owner = cluster.join();
        OneNode& third = cluster.join();
        old_owner.put(reported("MOVES", 1));
        cluster.turn(1s);
        if (!new_owner_first) old_owner.remove("MOVES");
        owner.put(reported("MOVES", 1));
        cluster.turn(1s);
        if (new_owner_first) old_owner.remove("MOVES");
        cluster.turn(1s);
        for (OneNode* node : {&old_owner, &owner, &third}) {
            CAPTURE(new_owner_first);
            CHECK(node->rooms.window("yahtzee")->rooms.size() == 1);
            CHECK(node->rooms.window("yahtzee")->total == 1);
        }
    }
}

TEST_CASE("a room whose game changes is listed under the new one only") {
    LinkedNodes cluster;
    OneNode& node = cluster.join();
    OneNode& other = cluster.join();
    for (const char* game : {"yahtzee", "tres", "yahtzee"}) {
        node.put(reported("ROOM", 1, true, game));
        cluster.turn(1s);
        CHECK(other.rooms.window("tres")->total + other.rooms.window("yahtzee")->total == 1);
        CHECK(other.rooms.window(game)->rooms.size() == 1);
    }
}

TEST_CASE(
    "of a hundred thousand public rooms a node tells, and a player gets, at most two hundred of a game") {
    constexpr int count = 100'000;
    LinkedNodes cluster;
    OneNode& node = cluster.join();
    WaitingRooms waiting;
    const auto timed = [](const std::string& what, int times, const std::function<void()>& action) {
        const auto start = std::chrono::steady_clock::now();
        for (int time = 0; time < times; ++time) action();
        const std::chrono::duration<double, std::micro> taken = std::chrono::steady_clock::now() - start;
        MESSAGE(what, ": ", taken.count() / times, " us");
    };
    int next = 0;
    timed("a new room", count, [&] {
        const RoomReport room = reported("R" + std::to_string(next), next % 4);
        node.put(room);
        waiting.put(*to_waiting_room(room));
        ++next;
    });
    cluster.hands.turn(1s);
    REQUIRE(node.published.size() == 1);
    CHECK(node.published[0].put.size() == PublicRooms::max_shown);
    CHECK(node.published[0].total == count);
    CHECK(node.published[0].waiting.size() == WaitingRooms::max_advertised);
    std::string bytes;
    mesh::append(bytes, node.published[0]);
    MESSAGE("the whole window of a game: ", bytes.size(), " bytes");
    CHECK(bytes.size() <= 60'000);

    std::string list;
    timed("a list after a change", 200, [&] {
        node.rooms.put(reported("R" + std::to_string(++next), 3).line, node.clock.wall_ms());
        protocol::JsonText lines = protocol::JsonText::array();
        for (const auto& room : node.rooms.window("yahtzee")->rooms) lines.push_back(room.line);
        list = std::move(lines).dump();
    });
    MESSAGE("the list of a game: ", list.size(), " bytes");
    CHECK(list.size() <= 50'000);
    int stranger = 0;
    timed("quick.match", 2'000, [&] {
        const protocol::PlayerInfo player{"p_" + std::to_string(++stranger), "Ana", false};
        auto found = waiting.find(player, "yahtzee", {});
        REQUIRE(found);
        WaitingRoom room = *to_waiting_room(reported(found->room, 4));
        room.seated = {player.id};
        waiting.put(std::move(room));
    });
    CHECK(waiting.find({"p_1", "Ana", false}, "yahtzee", {})->room == "R3");
}

}  // namespace
}  // namespace cubilete::server
