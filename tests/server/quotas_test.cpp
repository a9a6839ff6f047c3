#include "server/lobby/quotas.hpp"

#include <boost/asio/ip/address.hpp>

#include "server/lobby/room_quota.hpp"
#include "server/net/connection_limit.hpp"
#include "tests/server/world.hpp"

namespace cubilete::server {

namespace {

using namespace std::chrono_literals;

ClientNetwork home(int number) {
    return client_network(boost::asio::ip::make_address("192.0.2." + std::to_string(number)));
}

/// A world with the default limits of a server.
struct Guarded {
    Guarded() {
        world.limits = Limits{};
        world.restart();
    }
    World world;
};

Json hello(World& world, int from, const std::string& token = {}) {
    Json request{{"t", "hello"}, {"id", 1}, {"v", 1}};
    if (!token.empty()) request["token"] = token;
    const auto socket = std::make_shared<ScriptedSink>(home(from));
    world.lobby->receive(socket, std::get<protocol::ClientMessage>(protocol::parse(request.dump())));
    world.settle();
    return socket->frames.back();
}

int refused_of(int times, const std::function<Json()>& ask) {
    int refused = 0;
    for (int time = 0; time < times; ++time) {
        const Json answer = ask();
        if (refusal(answer) != "rate_limited") continue;
        CHECK(answer.at("retry_ms") > 0);
        ++refused;
    }
    return refused;
}

}  // namespace

TEST_CASE("the fastest person never reaches a limit, but an endless program does") {
    Guarded guarded;
    World& world = guarded.world;
    Guest ana(world);
    SUBCASE("ten taps a second for ten seconds, then five a second for a minute") {
        for (int tap = 0; tap < 100; ++tap) {
            CHECK(refusal(ana.ask({{"t", "lobby.watch"}})) == "ok");
            world.turn(100ms);
        }
        for (int tap = 0; tap < 300; ++tap) {
            CHECK(refusal(ana.ask({{"t", "lobby.watch"}})) == "ok");
            world.turn(200ms);
        }
    }
    SUBCASE("a thousand at once") {
        CHECK(refused_of(1'000, [&] { return ana.ask({{"t", "lobby.watch"}}); }) == 800);
        Guest ben(world, "Ben");  // other players need not wait
        CHECK(refusal(ben.ask({{"t", "lobby.watch"}})) == "ok");
        const std::string before = ana.token;
        ana.hang_up();
        Guest again(world, "Ana", before);  // a new connection does not help
        const Json answer = again.ask({{"t", "lobby.watch"}});
        CHECK(refusal(answer) == "rate_limited");
        world.turn(std::chrono::milliseconds(answer.at("retry_ms").get<int>()));
        CHECK(refusal(again.ask({{"t", "lobby.watch"}})) == "ok");
    }
}

TEST_CASE("a few quick reactions are accepted as chat, a flood is limited") {
    Guarded guarded;
    Guest ana(guarded.world);
    const std::string room = code_of(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}}));
    const auto cheer = [&] { return ana.ask({{"t", "room.chat"}, {"room", room}, {"text", "\u2764"}}); };
    CHECK(refused_of(30, cheer) == 0);
    CHECK(refused_of(100, cheer) == 100);
    CHECK(ana.count("chat") == 30);
    guarded.world.turn(10s);
    CHECK(refused_of(30, cheer) == 0);
}

TEST_CASE("a network may create a group of new players, but not an unlimited number") {
    Guarded guarded;
    const auto guest = [&] { return hello(guarded.world, 1); };
    CHECK(refused_of(60, guest) == 0);
    CHECK(refused_of(10, guest) == 10);
    CHECK(refusal(hello(guarded.world, 2)) == "ok");
    guarded.world.turn(10s);
    CHECK(refused_of(2, guest) == 1);
}

TEST_CASE("an address that tries tokens must wait, and other addresses need not") {
    Guarded guarded;
    const Guest ana(guarded.world);
    const auto guess = [&] { return hello(guarded.world, 1, "guess"); };
    CHECK(refused_of(30, guess) == 0);
    CHECK(refused_of(10, guess) == 10);
    CHECK_MESSAGE(refusal(hello(guarded.world, 1, ana.token)) == "ok", "a right one is let in all the same");
    CHECK(refusal(hello(guarded.world, 2, "guess")) == "bad_token");
    CHECK(refusal(hello(guarded.world, 2, ana.token)) == "ok");
    guarded.world.turn(1min);
    CHECK(refused_of(100, [&] { return hello(guarded.world, 1, ana.token); }) ==
          0);  // correct tokens cost nothing
}

TEST_CASE(
    "an address that tries codes of rooms must wait, and then learns of no room, but plays on in its own") {
    Guarded guarded;
    World& world = guarded.world;
    Guest ana(world, "Ana", {}, false, home(1));
    const std::string known = code_of(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}}));
    Guest ben(world, "Ben", {}, false, home(2));
    const std::string room = code_of(ben.ask({{"t", "room.create"}, {"game", "yahtzee"}}));
    int number = 0;
    const auto guess = [&] {
        return ana.ask(
            {{"t", ++number % 2 ? "room.join" : "room.leave"}, {"room", "NO" + std::to_string(number)}});
    };
    CHECK(refused_of(30, guess) == 0);
    CHECK(refused_of(10, guess) == 10);
    const auto join = [&](Guest& guest, const std::string& code) {
        return refusal(guest.ask({{"t", "room.join"}, {"room", code}}));
    };
    CHECK(join(ana, room) == "rate_limited");
    CHECK(refusal(ana.ask({{"t", "room.leave"}, {"room", room}})) == "rate_limited");
    CHECK(refusal(ana.ask({{"t", "dice.give"},
                           {"room", room},
                           {"match", "m_1"},
                           {"seq", 1},
                           {"value", std::string(64, 'a')}})) == "rate_limited");
    CHECK(join(ana, known) == "ok");
    CHECK(refusal(ana.ask({{"t", "room.chat"}, {"room", known}, {"text", "Hello"}})) == "ok");
    CHECK(join(ben, "NOBODY") == "no_room");
    world.turn(1min);
    CHECK(join(ana, room) == "ok");
}

TEST_CASE("an address may store so many entries a day, and others play on") {
    Guarded guarded;
    World& world = guarded.world;
    world.limits.entries_of_address = {3, 24h};
    world.restart();
    Guest ana(world, "Ana", {}, false, home(1));
    Guest ben(world, "Ben", {}, false, home(2));
    for (Guest* guest : {&ana, &ben}) {
        const std::string room = code_of(guest->ask(
            {{"t", "room.create"}, {"game", "yahtzee"}, {"seats", 1}, {"clock", {{"turn_ms", 0}}}}));
        REQUIRE(refusal(guest->ask({{"t", "room.start"}, {"room", room}})) == "ok");
    }
    CHECK(refused_of(5, [&] { return ana.move(); }) == 2);
    CHECK(refusal(ben.move()) == "ok");
    world.turn(8h);
    CHECK(refusal(ana.move()) == "ok");
}

TEST_CASE("a player may have eight open rooms, and another one after one has closed") {
    Guarded guarded;
    World& world = guarded.world;
    Guest ana(world);
    const auto create = [&] { return ana.ask({{"t", "room.create"}, {"game", "yahtzee"}}); };
    std::vector<std::string> rooms;
    for (int room = 0; room < 8; ++room) rooms.push_back(code_of(create()));
    CHECK(refusal(create()) == "rate_limited");
    for (const std::string& room : rooms)
        CHECK(refusal(ana.ask({{"t", "room.leave"}, {"room", room}})) == "ok");
    world.turn(world.limits.empty_room);
    world.settle();
    CHECK(refusal(create()) == "ok");
}

TEST_CASE("the occupied rooms of a network are limited, and each of its players may have one more") {
    Metrics metrics;
    Limits limits;
    RoomQuota places(limits, metrics);
    const std::string here = address_key(home(1));
    REQUIRE(here != address_key(home(2)));
    for (std::size_t room = 0; room < limits.rooms_of_address; ++room) {
        const std::string player = "p_" + std::to_string(room);
        CHECK_FALSE(places.check_quota(player, here));
        places.add_room(std::to_string(room), {player, here, here});
    }
    CHECK(places.check_quota("p_1", here)->code == protocol::Code::rate_limited);
    CHECK_FALSE(places.check_quota("p_new", here));
    CHECK_FALSE(places.check_quota("p_1", address_key(home(2))));
    places.set_occupancy("0", {.now = false});
    CHECK_FALSE(places.check_quota("p_1", here));
    places.set_occupancy("0", {.now = true});
    CHECK(places.check_quota("p_1", here));
    places.remove_room("0");
    CHECK_FALSE(places.check_quota("p_1", here));
}

TEST_CASE("of too many empty rooms of a customer the least used one closes, from whichever of its networks") {
    Metrics metrics;
    Limits limits;
    limits.rooms_left_of_address = 3;
    RoomQuota places(limits, metrics);
    const auto network = [](const std::string& address) {
        return client_network(boost::asio::ip::make_address(address));
    };
    const std::string here = site_key(network("2001:db8:1::"));
    CHECK(here != site_key(network("2001:db8:2::")));
    int room = 0;
    for (const int people : {2, 1, 1, 3}) {
        CHECK_FALSE(places.find_surplus_room(here));
        const std::string code = std::to_string(++room);
        places.add_room(code, maker_of("p_" + code, network("2001:db8:1:" + code + "::1")));
        places.set_occupancy(code, {.now = false, .people = people, .left_ms = 100 - room});
    }
    CHECK_MESSAGE(places.find_surplus_room(here) == "3", "empty for longer than 2");
    CHECK_FALSE(places.find_surplus_room(site_key(network("2001:db8:2::"))));
    places.remove_room("3");
    CHECK_FALSE(places.find_surplus_room(here));
}

TEST_CASE("empty rooms give up their places, and a fifth of all places is never theirs") {
    Metrics metrics;
    Limits limits;
    limits.most_rooms = 10;
    RoomQuota places(limits, metrics);
    const auto open = [&](int room) {
        const auto gives_place = places.free_place();
        places.add_room(std::to_string(room), maker_of("p", home(room)));
        return gives_place.value_or("none");
    };
    for (int room = 1; room <= 9; ++room) {
        CHECK(open(room) == "none");
        places.set_occupancy(std::to_string(room), {.now = false, .left_ms = room});
    }
    CHECK_MESSAGE(open(10) == "1", "of nine empty rooms one is too many");
    places.set_occupancy("1", {.now = true});
    CHECK_MESSAGE(open(11) == "2", "somebody has come back to room 1, and now all places are taken");
    for (int room = 3; room <= 9; ++room) places.set_occupancy(std::to_string(room), {.now = true});
    const auto check_quota = [&] { return places.check_quota("p_new", address_key(home(12))); };
    CHECK(check_quota()->code == protocol::Code::busy);
    places.remove_room("2");
    CHECK(check_quota()->code == protocol::Code::busy);
    places.remove_room("11");
    CHECK_FALSE(check_quota());
}

TEST_CASE("slots are counted per network and in total, and are released") {
    ConnectionLimit count(3);
    auto first = count.acquire(home(1), 2);
    {
        const auto second = count.acquire(home(1), 2);
        CHECK(second);
        CHECK_FALSE(count.acquire(home(1), 2));
        const auto third = count.acquire(home(2), 2);
        CHECK(third);
        CHECK_FALSE(count.acquire(home(3), 2));
        CHECK(count.total() == 3);
    }
    CHECK(count.total() == 1);
    const auto moved = std::move(first);
    CHECK(count.total() == 1);
    CHECK(count.acquire(home(1), 2));
}

TEST_CASE("a slot may outlive its limit object") {
    auto count = std::make_optional<ConnectionLimit>(3);
    auto place = count->acquire(home(1), 2);
    count.reset();
    CHECK(place);
    place.reset();
}

TEST_CASE("refusals are counted by code and by limit, moves and rooms by game") {
    Guarded guarded;
    Guest ana(guarded.world);
    const std::string room = code_of(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}, {"seats", 1}}));
    CHECK(refusal(ana.ask({{"t", "room.join"}, {"room", "AAAAAA"}})) == "no_room");
    CHECK(refusal(ana.ask({{"t", "room.start"}, {"room", room}})) == "ok");
    CHECK(refusal(ana.move()) == "ok");
    refused_of(300, [&] { return ana.ask({{"t", "lobby.watch"}}); });
    const std::string text = guarded.world.metrics.text();
    for (const char* line :
         {"cubilete_refusals_total{code=\"no_room\"} 1\n", "cubilete_rooms{game=\"yahtzee\"} 1\n",
          "cubilete_matches{game=\"yahtzee\"} 1\n", "cubilete_matches{game=\"tres\"} 0\n",
          "cubilete_moves_total{game=\"yahtzee\"} 1\n", "cubilete_hellos_total 1\n", "process_open_fds "}) {
        CAPTURE(line);
        CHECK(text.find(line) != std::string::npos);
    }
    CHECK(text.find("requests_per_player\"} 0\n") == std::string::npos);
}

}  // namespace cubilete::server
