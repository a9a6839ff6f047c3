// quick.match of strangers at different nodes, and the lists that their lobbies show.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "tests/server/relay_house.hpp"

namespace cubilete::server {
namespace {

constexpr const char* far_room = "FARFAR";

std::vector<std::string> all_games() {
    std::vector<std::string> games;
    for (const GameInfo* game : protocol::catalogue()) games.emplace_back(game->id);
    return games;
}
Json quick_match(const std::string& game) { return {{"t", "quick.match"}, {"id", "q"}, {"game", game}}; }
/// The answer to a request, or null.
Json answer_of(const Guest& guest, const Json& id) {
    for (const Json& frame : guest.sink->frames)
        if (frame.contains("re") && frame["re"] == id) return frame;
    return nullptr;
}
/// The number of all public rooms, as a node knows it.
std::size_t shown_by(World& world) {
    std::size_t total = 0;
    world.lobby->list_rooms({}, [&](const std::vector<RoomWindowPtr>& windows) {
        for (const RoomWindowPtr& window : windows) total += window->total;
    });
    world.run();
    return total;
}
/// The other node has one room, which waits for a stranger to take its last seat.
mesh::Window far_window() {
    const std::string game = "tres";
    const Json line{{"room", far_room}, {"game", game}, {"taken", 1}, {"seats", 2}};
    return {.game = game,
            .is_whole = true,
            .total = 812,
            .put = {{far_room, protocol::JsonText::of(line), 0, {false, 1, 7}}},
            .gone = {},
            .waiting = {{far_room, game, 1, 2, true, true, {"p_far"}}}};
}

/// A node beside another one that has told of a room.
struct Neighbour : House {
    Neighbour() {
        beat(node.address);
        run([&] { return !got<mesh::ConnectedPlayers>().empty(); });
        node.say(far_window());
        hear();
        world.turn(1s);
    }
    /// Until this node has taken all that the other one has said.
    void hear() {
        const std::size_t answers = got<mesh::Tables>().size();
        node.say(mesh::TablesQuery{1, "p_nobody"});
        run([&] { return got<mesh::Tables>().size() > answers; });
    }
    /// The other node stops, so that this one chooses the rooms for strangers.
    void let_other_drain() {
        storage::NodeList roll;
        roll.nodes.push_back(
            {.epoch = other, .address = node.address, .state = storage::NodeRow::State::draining});
        roll.nodes.push_back({.epoch = own});
        relay->on_node_list(std::move(roll));
        hear();
    }
    /// The next search that the other node gets.
    mesh::FindSeat next_search() {
        run([this] { return got<mesh::FindSeat>().size() > searches; });
        return got<mesh::FindSeat>()[searches++];
    }

    std::size_t searches = 0;  ///< that next_search() has returned
};

TEST_CASE("the lobby shows the rooms of other nodes, with the number of all") {
    Neighbour house;
    Guest ana(house.world, "Ana");
    const Json list = ana.ask({{"t", "lobby.watch"}, {"game", "tres"}});
    REQUIRE(list["rooms"].size() == 1);
    CHECK(list["rooms"][0]["room"] == far_room);
    CHECK(list["total"] == 812);
    house.node.say(mesh::Window{"tres", false, 811, {}, {far_room}, {}});
    house.hear();
    house.world.turn(1s);
    const Json push = ana.latest("lobby");
    CHECK(push["gone"] == Json::array({far_room}));
    CHECK(push["total"] == 811);
    house.node.links->stop();
    house.run([&] { return shown_by(house.world) == 0; });
}

TEST_CASE("lobby.list goes through the rooms of all nodes, page by page") {
    Neighbour house;
    Guest ana(house.world, "Ana");
    const auto rank = [](std::uint64_t number) { return RoomRank{false, 1, number}; };
    const auto shown = [&](const std::string& code, std::uint64_t number) {
        return RoomWindow::ListedRoom{code, protocol::JsonText::of(Json{{"room", code}}), 0, rank(number)};
    };
    const auto page_after = [&](const std::string& code, const std::vector<RoomWindow::ListedRoom>& far) {
        const std::size_t asked = house.got<mesh::RoomsQuery>().size();
        ana.say({{"t", "lobby.list"}, {"id", code}, {"game", "tres"}, {"after", code}, {"limit", 2}});
        house.run([&] { return house.got<mesh::RoomsQuery>().size() > asked; });
        const mesh::RoomsQuery wanted = house.got<mesh::RoomsQuery>().back();
        CHECK(wanted.game == "tres");
        CHECK(wanted.limit == 2);
        CHECK(wanted.after.room == code);
        house.node.say(mesh::Rooms{wanted.number, far});
        house.run([&] { return !answer_of(ana, code).is_null(); });
        const Json answer = answer_of(ana, code);
        CHECK(answer["total"] == 813);
        std::vector<std::string> rooms;
        for (const Json& line : answer["rooms"]) rooms.push_back(line["room"]);
        return rooms;
    };
    const std::string own = code_of(ana.ask({{"t", "room.create"}, {"game", "tres"}, {"public", true}}));
    house.world.settle();

    // The newest room is the first; the other node's have the numbers 7, 6, 5, 4.
    CHECK(page_after(own, {shown(far_room, 7), shown("FAR666", 6)}) ==
          std::vector<std::string>{far_room, "FAR666"});
    CHECK(page_after("FAR666", {shown("FAR555", 5), shown("FAR444", 4)}) ==
          std::vector<std::string>{"FAR555", "FAR444"});
    CHECK(page_after("FAR444", {}).empty());
    CHECK(refusal(ana.ask({{"t", "lobby.list"}, {"game", "tres"}, {"after", "FAR999"}})) == "no_room");

    // A node that does not answer is left out.
    ana.say({{"t", "lobby.list"}, {"id", "silent"}, {"game", "tres"}, {"after", own}});
    house.hear();
    CHECK(answer_of(ana, "silent").is_null());
    house.world.turn(500ms);
    REQUIRE(!answer_of(ana, "silent").is_null());
    CHECK(answer_of(ana, "silent")["rooms"].size() == 1);

    // It tells only of its own.
    house.node.say(mesh::RoomsQuery{3, "tres", {{false, 9, 0}, "AAAAAA"}, 10});
    house.run([&] { return !house.got<mesh::Rooms>().empty(); });
    const mesh::Rooms answer = house.got<mesh::Rooms>().front();
    CHECK(answer.number == 3);
    REQUIRE(answer.rooms.size() == 1);
    CHECK(answer.rooms.front().room == own);
}

TEST_CASE(
    "the host of a search sends a stranger to the room of another node, and makes one if that declines") {
    Neighbour house;
    const std::string game = "tres";
    house.let_other_drain();
    Guest ana(house.world, "Ana");
    const std::size_t before = house.got<mesh::FindSeat>().size();
    ana.say(quick_match(game));
    house.run([&] { return house.got<mesh::FindSeat>().size() > before; });
    const mesh::FindSeat seek = house.got<mesh::FindSeat>().back();
    CHECK(seek.room == far_room);
    CHECK(seek.game == game);
    CHECK(answer_of(ana, "q").is_null());

    // Its last seat is promised.
    Guest ben(house.world, "Ben");
    ben.say(quick_match(game));
    house.run([&] { return !answer_of(ben, "q").is_null(); });
    const std::string room = code_of(answer_of(ben, "q"));
    CHECK(room != far_room);

    house.node.say(mesh::SeatDeclined{seek.socket, seek.request_id, seek.room});
    house.run([&] { return !answer_of(ana, "q").is_null(); });
    CHECK_MESSAGE(code_of(answer_of(ana, "q")) == room, "the next one is tried");
}

TEST_CASE("a promise of a seat ends when the room's node has told nothing for two seconds") {
    Neighbour house;
    house.let_other_drain();
    for (const char* name : {"Eva", "Ana"}) {
        Guest guest(house.world, name);
        const std::size_t before = house.got<mesh::FindSeat>().size();
        guest.say(quick_match("tres"));
        house.run(
            [&] { return house.got<mesh::FindSeat>().size() > before || !answer_of(guest, "q").is_null(); });
        CHECK(answer_of(guest, "q").is_null());
        CHECK(house.got<mesh::FindSeat>().back().room == far_room);
        house.world.turn(2s);
    }
}

TEST_CASE("the node of a socket asks the host, then the owner of the chosen room, then the host again") {
    Neighbour house;
    const std::string game = "yahtzee";  // for which epoch 3 is the host
    Guest ana(house.world, "Ana");
    ana.say(quick_match(game));
    mesh::FindSeat seek = house.next_search();
    CHECK(seek.room.empty());
    CHECK(seek.tried.empty());
    house.node.say(mesh::SeatOffer{seek.socket, seek.request_id, far_room, other});
    seek = house.next_search();
    CHECK(seek.room == far_room);
    house.node.say(mesh::SeatDeclined{seek.socket, seek.request_id, far_room});
    seek = house.next_search();
    CHECK(seek.room.empty());
    CHECK(seek.tried == std::vector<std::string>{far_room});
    house.node.say(
        mesh::Frames{{seek.socket}, true, {}, R"({"t":"ok","re":"q","room":"MADEIT"})", seek.request_id});
    house.run([&] { return !answer_of(ana, "q").is_null(); });
    CHECK(code_of(answer_of(ana, "q")) == "MADEIT");
    house.node.say(mesh::SeatDeclined{seek.socket, seek.request_id, far_room});
    house.hear();
    CHECK_MESSAGE(house.got<mesh::FindSeat>().size() == house.searches, "it is answered");
}

TEST_CASE("a search that its host refuses because it stops goes on at the node of the socket") {
    Neighbour house;
    const std::string game = "tres";  // for which epoch 3 is the host
    Guest ana(house.world, "Ana");
    const auto refuse = [&](const mesh::FindSeat& seek) {
        CHECK(seek.room.empty());
        house.node.say(mesh::Frames{{seek.socket},
                                    true,
                                    {},
                                    R"({"t":"refused","re":"q","code":"shutting_down","text":"Later."})",
                                    seek.request_id,
                                    "shutting_down"});
    };
    ana.say(quick_match(game));
    refuse(house.next_search());
    const mesh::FindSeat seek = house.next_search();
    CHECK(seek.room == far_room);
    house.node.say(mesh::SeatDeclined{seek.socket, seek.request_id, far_room});
    refuse(house.next_search());  // no beat has told yet that it stops
    house.run([&] { return !answer_of(ana, "q").is_null(); });
    CHECK(code_of(answer_of(ana, "q")) != far_room);
    CHECK(house.got<mesh::FindSeat>().size() == house.searches);
}

/// One of two nodes with a lobby each.
struct Side {
    explicit Side(mesh::Epoch epoch) {
        cluster.self = epoch;
        mesh::NodePort port(world.executor(), "127.0.0.1:0");
        address = port.address();
        relay = std::make_shared<Relay>(*world.services, *world.lobby, cluster,
                                        links_of(world.executor(), std::move(port), epoch),
                                        [this](mesh::Epoch, bool is_gone) { is_linked = !is_gone; });
        world.services->other_nodes = relay.get();
        relay->start();
    }
    ~Side() {
        relay->stop();
        world.settle();
        world.lobby.reset();
        world.settle();
        world.services->other_nodes = nullptr;
    }
    Side(const Side&) = delete;
    Side& operator=(const Side&) = delete;

    World world;
    FakeCluster cluster;
    std::string address;
    bool is_linked = false;
    std::shared_ptr<Relay> relay;
};

struct TwoNodes {
    void run(const std::function<bool()>& done) {
        const auto end = std::chrono::steady_clock::now() + 5min;
        while (!done()) {
            REQUIRE(std::chrono::steady_clock::now() < end);
            for (Side* side : {&older, &newer}) {
                side->world.executor().context().restart();
                side->world.executor().context().run_one_for(1ms);
                side->world.run();
            }
        }
    }
    /// Links the nodes, and waits until both show this many public rooms.
    void link(std::size_t rooms) {
        storage::NodeList roll;
        for (Side* side : {&older, &newer})
            roll.nodes.push_back({.epoch = side->cluster.self, .address = side->address});
        for (Side* side : {&older, &newer}) side->relay->on_node_list(roll);
        run([&] {
            return older.is_linked && newer.is_linked && shown_by(older.world) == rooms &&
                   shown_by(newer.world) == rooms;
        });
    }
    /// A player of one side, whom the data of both know.
    std::unique_ptr<Guest> guest(Side& side, const std::string& name) {
        auto guest = std::make_unique<Guest>(side.world, name);
        storage::Player player = side.world.database.store().player(guest->id).value();
        player.token_hash = (guest->id + std::string(32, '.')).substr(0, 32);
        Side& far = &side == &older ? newer : older;
        far.world.database.post({storage::PutPlayer{player}});
        return guest;
    }
    std::vector<std::string> seats(const std::vector<Guest*>& guests, const std::string& game) {
        Json request = quick_match(game);
        request["id"] = game;
        for (Guest* guest : guests) guest->say(request);
        run([&] {
            return std::ranges::none_of(guests,
                                        [&](Guest* guest) { return answer_of(*guest, game).is_null(); });
        });
        std::vector<std::string> rooms;
        for (Guest* guest : guests) rooms.push_back(code_of(guest->answer_to(game)));
        return rooms;
    }

    Side older{other};
    Side newer{7};  // with these epochs each is the host of some games
};

TEST_CASE("two strangers who ask at the same moment at two nodes meet, each time") {
    constexpr int houses = 20;
    int met = 0;
    int asked = 0;
    for (int house = 0; house < houses; ++house) {
        TwoNodes nodes;
        nodes.link(0);
        const auto ana = nodes.guest(nodes.older, "Ana");
        const auto ben = nodes.guest(nodes.newer, "Ben");
        for (const std::string& game : all_games()) {
            const auto rooms = nodes.seats({ana.get(), ben.get()}, game);
            ++asked;
            met += rooms[0] == rooms[1] ? 1 : 0;
        }
    }
    MESSAGE(asked, " pairs asked");
    CHECK(asked == houses * 5);
    CHECK(met == asked);
}

TEST_CASE("strangers at both nodes get seats in a room that waited at one of them before they were linked") {
    for (const bool at_older : {true, false}) {
        CAPTURE(at_older);
        TwoNodes nodes;
        const auto ana = nodes.guest(at_older ? nodes.older : nodes.newer, "Ana");
        std::vector<std::string> waiting;
        for (const std::string& game : all_games()) waiting.push_back(nodes.seats({ana.get()}, game).front());
        for (Side* side : {&nodes.older, &nodes.newer}) side->world.hands.turn(1s);
        nodes.link(waiting.size());
        for (Side* side : {&nodes.older, &nodes.newer}) {
            const auto stranger = nodes.guest(*side, "Eva");
            for (std::size_t game = 0; game < waiting.size(); ++game)
                CHECK(nodes.seats({stranger.get()}, all_games()[game]).front() == waiting[game]);
        }
    }
}

}  // namespace
}  // namespace cubilete::server
