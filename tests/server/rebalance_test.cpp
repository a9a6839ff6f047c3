// Rooms go from one living node to another because it has fewer, or because the players are there, and may come back.
#include <string>
#include <vector>

#include "tests/server/friends.hpp"
#include "tests/server/giving_house.hpp"

namespace cubilete::server {
namespace {

storage::NodeRow with_rooms(storage::NodeRow row, int rooms) {
    row.rooms = rooms;
    return row;
}

std::string handovers(World& world, const std::string& reason) {
    const std::string text = world.metrics.text();
    const std::string name = "cubilete_handovers_total{reason=\"" + reason + "\"} ";
    const auto at = text.find(name);
    REQUIRE(at != std::string::npos);
    return text.substr(at + name.size(), text.find('\n', at) - at - name.size());
}

/// Beats of the other node with `rooms`, and of this one with `own_rooms`: first for as long as numbers must be uneven
/// before a room goes, then `times`, four times a second.
void beats(Giving& house, int rooms, int own_rooms, int times) {
    house.beat({with_rooms(house.node.row(), rooms)}, own_rooms);
    house.come_through();
    house.world.turn(Balance::imbalance_deadline);
    for (int beat = 0; beat < times; ++beat) {
        house.beat({with_rooms(house.node.row(), rooms)}, own_rooms);
        house.come_through();
        house.world.turn(250ms);
        house.come_through();
    }
}

std::vector<std::string> given(const Giving& house) {
    std::vector<std::string> rooms;
    for (const mesh::GiveRoom& give : house.got<mesh::GiveRoom>()) rooms.push_back(give.room);
    return rooms;
}

/// Sockets of Ana at the other node.
void connect_elsewhere(Giving& house, const Friends& friends, mesh::SocketNumber count) {
    for (mesh::SocketNumber number = 1; number <= count; ++number)
        house.node.say(mesh::Attach{number, {friends.ana.id, "Ana", false}, false, {}, {}});
    house.come_through();
}

TEST_CASE("a node gives rooms to one that has fewer, at most 20 a second, and keeps its share") {
    Giving house;
    std::vector<Guest> players;
    for (int room = 0; room < 40; ++room) {
        players.emplace_back(house.world, "Ana");
        code_of(players.back().ask({{"t", "room.create"}, {"game", "yahtzee"}}));
    }
    beats(house, 0, 40, 4);
    CHECK(given(house).size() == 20);
    for (const std::string& room : given(house)) house.node.say(mesh::GiveAccepted{room});
    house.come_through();
    beats(house, 20, 20, 8);
    CHECK(given(house).size() == 20);
    CHECK(house.world.lobby->directory().rooms().size() == 20);
    CHECK(handovers(house.world, "balance") == "20");
    CHECK(handovers(house.world, "drain") == "0");
}

TEST_CASE("rooms without people go first, then rooms without a match") {
    Giving house;
    OtherNode third(house.world.executor(), 4, own);
    Friends playing(house.world);
    playing.start();
    Guest eva(house.world, "Eva");
    const std::string waiting = code_of(eva.ask({{"t", "room.create"}, {"game", "yahtzee"}}));
    Guest leo(house.world, "Leo");
    const std::string left = code_of(leo.ask({{"t", "room.create"}, {"game", "yahtzee"}}));
    leo.hang_up();
    const std::vector order{left, waiting, playing.room};
    for (std::size_t number = 0; number < order.size(); ++number) {
        // The share of this node is one room.
        const std::vector rows{with_rooms(house.node.row(), 0), with_rooms(third.row(), 11)};
        house.beat(rows, 7);
        house.come_through();
        house.world.turn(Balance::imbalance_deadline);
        house.beat(rows, 7);
        house.run([&] { return given(house).size() > number; });
        REQUIRE(given(house).size() == number + 1);
        CHECK(given(house).back() == order[number]);
        house.node.say(mesh::GiveAccepted{order[number]});
        house.world.turn(2s);
    }
    third.links->stop();
    house.world.settle();
}

TEST_CASE("of rooms in the same state those go whose players are at the node that gets them") {
    Giving house;
    Friends here(house.world);
    Friends elsewhere(house.world);
    connect_elsewhere(house, elsewhere, 3);
    beats(house, 0, 7, 1);
    const std::vector rooms = given(house);
    REQUIRE(!rooms.empty());
    CHECK(rooms.front() == elsewhere.room);
}

TEST_CASE("numbers that are uneven only for a moment move no room") {
    Giving house;
    Friends friends(house.world);
    for (int round = 0; round < 4; ++round) {
        house.beat({with_rooms(house.node.row(), 0)}, 12);
        house.come_through();
        house.world.turn(Balance::imbalance_deadline - 250ms);
        house.beat({with_rooms(house.node.row(), 12)}, 12);
        house.come_through();
    }
    CHECK(given(house).empty());
}

TEST_CASE("a room that has come, or could not go, is not given away at once") {
    Giving house;
    World& world = house.world;
    Friends friends(world);
    const auto until_given = [&] {
        beats(house, 0, 12, 2);
        CHECK(given(house).size() == 1);
        world.turn(Balance::hold_time);
        beats(house, 0, 12, 1);
        REQUIRE(given(house).size() == 2);
    };
    SUBCASE("after it has come") {
        beats(house, 0, 12, 1);
        REQUIRE(given(house).size() == 1);
        house.node.say(mesh::GiveAccepted{friends.room});
        house.node.say(house.got<mesh::GiveRoom>().front());
        house.node.say(mesh::AttachDone{{friends.room}});
        house.run([&] { return house.is_here(friends.room); });
        until_given();
    }
    SUBCASE("because the disk was full") {
        world.disk_is_full_for = [](const storage::Write& write) {
            return std::holds_alternative<storage::HandOverRoom>(write);
        };
        beats(house, 0, 12, 8);
        CHECK(world.handed_over().empty());
        CHECK(house.is_here(friends.room));
        CHECK(refusal(friends.ana.ask(chat(friends.room, "hi"))) == "ok");
        CHECK(friends.ben.count("chat") == 1);
        world.disk_is_full_for = nullptr;
        beats(house, 0, 12, 1);
        CHECK(given(house).empty());
        world.turn(Balance::hold_time);
        beats(house, 0, 12, 1);
        CHECK(given(house).size() == 1);
    }
}

TEST_CASE("a room goes where most of its sockets are when a match begins") {
    Giving house;
    World& world = house.world;
    Friends friends(world, {{"starter", "first"}}, {{"clock", {{"turn_ms", 60'000}}}});
    connect_elsewhere(house, friends, 3);
    beats(house, 1, 1, 1);
    CHECK(given(house).empty());
    friends.start();
    house.run([&] { return !given(house).empty(); });
    CHECK(friends.ana.latest("match")["seq"] == 1);
    CHECK(house.got<mesh::GiveRoom>().front().left_ms == 60'000);
    CHECK(handovers(world, "locality") == "1");

    // The next match begins there: this node has no say.
    house.node.say(mesh::GiveAccepted{friends.room});
    house.say(friends.ben, chat(friends.room, "hi"));
    house.run([&] { return !house.got<mesh::Request>().empty(); });
    CHECK(friends.ben.count("refused") == 0);
}

TEST_CASE("a room goes to the node with most of its sockets also if that is less than half") {
    Giving house;
    OtherNode third(house.world.executor(), 4, own);
    Friends friends(house.world);
    house.beat({with_rooms(house.node.row(), 1), with_rooms(third.row(), 1)}, 1);
    house.run([&] {
        third.say(mesh::TablesQuery{1, "p_nobody"});
        return !third.got<mesh::Tables>().empty();
    });
    connect_elsewhere(house, friends, 3);
    third.say(mesh::Attach{1, {friends.ben.id, "Ben", false}, false, {}, {}});
    third.say(mesh::Attach{2, {friends.ben.id, "Ben", false}, false, {}, {}});
    third.say(mesh::TablesQuery{2, "p_nobody"});
    house.run([&] { return std::ranges::count(third.got<mesh::Tables>(), 2, &mesh::Tables::number) > 0; });
    friends.start();
    house.run([&] { return !given(house).empty(); });
    CHECK(given(house).front() == friends.room);
    third.links->stop();
    house.world.settle();
}

TEST_CASE("a room stays when a match begins") {
    Giving house;
    Friends friends(house.world);
    mesh::SocketNumber elsewhere = 3;
    storage::NodeRow row = with_rooms(house.node.row(), 1);
    SUBCASE("if as many of its sockets are here") { elsewhere = 2; }
    SUBCASE("if the node of the others stops") { row.state = storage::NodeRow::State::draining; }
    SUBCASE("if that node plays by other rules") { row.rules = R"({"yahtzee":0})"; }
    SUBCASE("if that node has more rooms than others") { row.rooms = 5; }
    house.beat({row}, 1);
    connect_elsewhere(house, friends, elsewhere);
    friends.start();
    house.come_through();
    CHECK(house.world.handed_over().empty());
    CHECK(house.is_here(friends.room));
    CHECK(friends.ana.move()["t"] == "ok");
}

TEST_CASE("a room that has just come does not go on to the node of its players") {
    Giving house;
    Friends friends(house.world);
    beats(house, 0, 12, 1);
    house.node.say(mesh::GiveAccepted{friends.room});
    house.node.say(house.got<mesh::GiveRoom>().front());
    house.node.say(mesh::AttachDone{{friends.room}});
    house.run([&] { return house.is_here(friends.room); });
    connect_elsewhere(house, friends, 3);
    house.world.turn(5s);
    beats(house, 1, 1, 1);
    friends.start();
    house.come_through();
    CHECK(given(house).size() == 1);
}

TEST_CASE(
    "a room goes away and comes back again and again, and no request is lost, doubled or out of order") {
    Giving house;
    World& world = house.world;
    OtherNode third(world.executor(), 4, own);
    Friends friends(world);
    friends.start();
    house.beat({house.node.row(), third.row()});
    const auto is_heard = [&] {
        const std::size_t before = third.got<mesh::Tables>().size();
        house.run([&] {
            third.say(mesh::TablesQuery{1, "p_nobody"});
            return third.got<mesh::Tables>().size() > before;
        });
        world.settle();
    };
    is_heard();
    std::vector<std::string> said;
    const auto say = [&](const std::string& text) {
        said.push_back(text);
        house.say(friends.ana, chat(friends.room, text));
    };
    for (std::size_t round = 1; round <= 3; ++round) {
        CAPTURE(round);
        const std::string number = std::to_string(round);
        const std::vector rows{house.node.row(), with_rooms(third.row(), 6)};
        house.beat(rows, 12);
        house.come_through();
        world.turn(Balance::imbalance_deadline);
        house.beat(rows, 12);
        house.run([&] { return given(house).size() == round; });
        say("a" + number);
        house.node.say(mesh::GiveAccepted{friends.room});
        house.run([&] { return house.got<mesh::Request>().size() == 2 * round - 1; });
        say("b" + number);
        house.run([&] { return house.got<mesh::Request>().size() == 2 * round; });

        // The other node gives it back without having answered.
        house.node.say(house.got<mesh::GiveRoom>().back());
        house.run([&] { return house.got<mesh::GiveAccepted>().size() == round; });
        say("c" + number);
        const mesh::SocketNumber socket = house.got<mesh::Request>().back().socket;
        for (const char* text : {"a", "b"})
            house.node.say(mesh::WrongOwner{socket, friends.room, '"' + (text + number) + '"'});
        house.node.say(mesh::AttachDone{{friends.room}});
        house.come_through();
        third.say(mesh::AttachDone{{friends.room}});  // about the way to the other node
        is_heard();
        CHECK_FALSE(house.is_here(friends.room));
        third.say(mesh::AttachDone{{friends.room}});
        house.run([&] { return friends.ben.count("chat") == 3 * round; });
        const int seq = friends.ana.latest("match")["seq"];
        CHECK(friends.at(friends.ana.latest("match")["to_act"].at(0).get<int>()).move()["t"] == "ok");
        CHECK(friends.ana.latest("match")["seq"] == seq + 1);
        world.turn(Balance::hold_time);
    }
    std::vector<std::string> heard;
    for (const Json& frame : friends.ben.sink->frames)
        if (frame["t"] == "chat") heard.push_back(frame["text"]);
    CHECK(heard == said);
    for (const std::string& text : said) CHECK(friends.ana.answer_to(text)["t"] == "ok");
    std::int64_t last = 0;
    for (const Json& frame : friends.ben.sink->frames)
        if (frame["t"] == "match") {
            CHECK(frame["seq"].get<std::int64_t>() >= last);
            last = frame["seq"];
        }
    CHECK(world.handed_over().size() == 3);
    third.links->stop();
    world.settle();
}

TEST_CASE("what was read of a room before it was given away does not bring it back") {
    Giving house;
    Friends friends(house.world);
    const storage::OpenRoom before = house.world.database.store().open_room(friends.room).value();
    beats(house, 0, 12, 1);
    house.node.say(mesh::GiveAccepted{friends.room});
    house.come_through();
    REQUIRE_FALSE(house.is_here(friends.room));
    bool is_back = false;
    house.cluster.read = [&](const std::string& code) {
        return is_back ? house.world.database.store().open_room(code) : std::nullopt;
    };
    SUBCASE("it is at the other node") {
        house.relay->on_adopted({before});
        house.come_through();
        house.world.turn(2s);
        house.come_through();
        CHECK_FALSE(house.is_here(friends.room));
    }
    SUBCASE("the other node has died, and it is this node's again") {
        is_back = true;
        house.relay->on_adopted({before});
        house.node.say(mesh::AttachDone{{friends.room}});
        house.run([&] { return house.is_here(friends.room); });
    }
}

TEST_CASE("a node that was not told of its room because a link was cut is told when it is linked again") {
    Giving house;
    Friends friends(house.world);
    beats(house, 0, 12, 1);
    REQUIRE(given(house).size() == 1);
    house.node.links->stop();
    OtherNode again(house.world.executor(), other, own);
    house.run([&] {
        house.beat({again.row()});
        house.world.settle();
        return !again.got<mesh::GiveRoom>().empty();
    });
    CHECK(again.got<mesh::GiveRoom>().front().room == friends.room);
    again.links->stop();
    house.world.settle();
}

TEST_CASE("the node of a socket is told if the room that it looks for is at another node") {
    Giving house;
    const std::string code = house.room.room.code;
    house.cluster.owner_of_all = 4;
    house.node.say(
        mesh::Attach{1, {house.room.seats.at(0).player, "Ana", false}, false, {}, {{code, {}, 0}}});
    house.run([&] { return !house.got<mesh::WrongOwner>().empty(); });
    CHECK(house.got<mesh::WrongOwner>().front().room == code);
    CHECK(house.got<mesh::WrongOwner>().front().socket == 1);
}

}  // namespace
}  // namespace cubilete::server
