#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "tests/server/relay_house.hpp"

namespace cubilete::server {
namespace {

TEST_CASE("a room waits for the sockets of a node to which there is no link yet") {
    House house;
    const std::string code = house.room.room.code;
    house.beat(house.node.address);
    house.relay->on_adopted({house.room});
    house.run([&] { return !house.got<mesh::RoomsTakenOver>().empty(); });
    CHECK(house.got<mesh::RoomsTakenOver>().front().rooms == std::vector{code});
    house.world.settle();
    CHECK_FALSE(house.has_room());
    const std::string ana = house.room.seats.at(0).player;
    house.node.say(mesh::Attach{1, {ana, "Ana", false}, false, {}, {{code, {}, 0}}});
    house.node.say(mesh::AttachDone{{code}});
    house.run([&] { return !house.got<mesh::Frames>().empty(); });
    CHECK(house.has_room());
    CHECK(house.got<mesh::Frames>().front().sockets == std::vector<mesh::SocketNumber>{1});
    CHECK(Json::parse(house.got<mesh::Frames>().front().text)["room"] == code);
    const std::string metrics = house.world.metrics.text();
    for (const char* line : {"cubilete_node_epoch 5", "cubilete_nodes{state=\"up\"} 2",
                             "cubilete_rooms_adopted_total 1", "cubilete_relayed_total{kind=\"frame\"} "})
        CHECK_MESSAGE(metrics.find(line) != std::string::npos, line);
    CHECK(metrics.find("cubilete_relayed_total{kind=\"frame\"} 0") == std::string::npos);
}

TEST_CASE("a hundred rooms that are made at the same time all get codes, for few questions to the database") {
    House house;
    std::vector<Guest> makers;
    for (int number = 0; number < 100; ++number) makers.emplace_back(house.world, "Ana");
    for (Guest& maker : makers) maker.say({{"t", "room.create"}, {"id", "make"}, {"game", "yahtzee"}});
    std::set<std::string> rooms;
    house.run(
        [&] { return std::ranges::all_of(makers, [](Guest& maker) { return maker.count("ok") == 2; }); });
    for (Guest& maker : makers) rooms.insert(code_of(maker.answer_to("make")));
    CHECK(rooms.size() == 100);
    CHECK(house.cluster.asked_for_codes < 10);
}

TEST_CASE("without codes from the database a new room is refused, until there are some again") {
    House house;
    house.cluster.gives_codes = false;
    Guest ana(house.world);
    while (house.relay->take_code()) {
    }
    ana.say({{"t", "room.create"}, {"id", "without"}, {"game", "yahtzee"}});
    house.run([&] { return ana.count("refused") > 0; });
    CHECK(ana.latest("refused")["code"] == "busy");
    house.cluster.gives_codes = true;
    ana.say({{"t", "room.create"}, {"id", "with"}, {"game", "yahtzee"}});
    house.run([&] { return ana.count("ok") == 2; });
}

TEST_CASE("a socket that closes while its room waits for a code gets neither a room nor an answer") {
    House house;
    house.cluster.gives_codes = false;
    Guest ana(house.world);
    Guest bea(house.world);
    while (house.relay->take_code()) {
    }
    ana.say({{"t", "room.create"}, {"id", "first"}, {"game", "yahtzee"}});
    house.world.lobby->on_socket_closed(ana.sink);
    bea.say({{"t", "room.create"}, {"id", "second"}, {"game", "yahtzee"}});
    house.run([&] { return bea.count("refused") == 1; });
    CHECK(ana.count("refused") == 0);
    CHECK(house.world.lobby->directory().rooms().size() == 0);
}

/// A server whose limits and codes of devices are those of a cluster.
struct ClusterHouse : House {
    ClusterHouse() { world.services->cluster = &cluster; }
    ~ClusterHouse() { world.services->cluster = nullptr; }

    void hello(Json fields) {
        fields.update({{"t", "hello"}, {"id", 1}, {"v", 1}});
        world.lobby->receive(socket, std::get<protocol::ClientMessage>(protocol::parse(fields.dump())));
        world.settle();
    }
    std::shared_ptr<ScriptedSink> socket = std::make_shared<ScriptedSink>();
    std::function<void()> close_socket = [this] { world.lobby->on_socket_closed(socket); };
};

TEST_CASE("a socket that closes while the cluster counts its address becomes nobody and redeems no code") {
    ClusterHouse house;
    house.cluster.stores.before_consume = house.close_socket;
    SUBCASE("as a guest") { house.hello(Json::object()); }
    SUBCASE("with a code") { house.hello({{"device", "ABCD2345"}}); }
    CHECK(house.socket->frames.empty());
    CHECK_FALSE(house.socket->is_greeted);
    CHECK(house.cluster.stores.redeemed == 0);
}

TEST_CASE("a socket that closes while the cluster redeems its code gets no token") {
    ClusterHouse house;
    house.cluster.stores.player = Guest(house.world).id;
    house.cluster.stores.before_redeem = house.close_socket;
    house.hello({{"device", "ABCD2345"}});
    CHECK(house.cluster.stores.redeemed == 1);
    CHECK(house.socket->frames.empty());
    CHECK_FALSE(house.socket->is_greeted);
}

TEST_CASE("a player who changes while the cluster redeems their code is greeted as they are then") {
    ClusterHouse house;
    Guest ana(house.world, "Ana");
    house.cluster.stores.player = ana.id;
    Json change{{"t", "rename"}, {"id", "change"}, {"name", "Zoe"}};
    SUBCASE("by a new name") {}
    SUBCASE("not at all if they are deleted") { change = {{"t", "me.delete"}, {"id", "change"}}; }
    const bool is_deleted = change["t"] == "me.delete";
    house.world.after_point_read = [&, done = false]() mutable {
        if (std::exchange(done, true)) return;
        ana.say(change);
        house.world.settle();
    };
    house.hello({{"device", "ABCD2345"}});
    CHECK(refusal(ana.answer_to("change")) == "ok");
    CHECK(house.cluster.stores.redeemed == 1);
    const Json& hello = house.socket->frames.front();
    CHECK(refusal(hello) == (is_deleted ? "bad_token" : "ok"));
    if (!is_deleted) CHECK(hello["player"]["name"] == "Zoe");
}

TEST_CASE("a room does not wait for a node whose process is gone") {
    House house;
    const std::string gone = house.silent_address();
    house.silent.close();
    house.beat(gone);
    house.relay->on_adopted({house.room});
    house.run([&] { return house.has_room(); });
}

TEST_CASE("a room does not wait for a node that is over") {
    House house;
    house.beat(house.silent_address());
    house.relay->on_adopted({house.room});
    house.world.settle();
    CHECK_FALSE(house.has_room());
    house.beat(std::nullopt);
    house.run([&] { return house.has_room(); });
}

TEST_CASE("a room waits a second at most for a node that does not answer") {
    House house;
    house.beat(house.silent_address());
    house.relay->on_adopted({house.room});
    house.world.settle();
    house.world.turn(999ms);
    CHECK_FALSE(house.has_room());
    house.world.turn(1ms);
    CHECK(house.has_room());
}

TEST_CASE("requests that an owner refuses because it stops are carried out by the next one, in their order") {
    House house;
    house.beat(house.node.address);
    house.run([&] { return !house.got<mesh::ConnectedPlayers>().empty(); });
    Guest eva(house.world, "Eva");
    const std::string code = house.room.room.code;
    const auto say = [&](const Json& request) { house.say(eva, request); };
    const auto id_of = [](const mesh::Request& request) { return Json::parse(request.text)["id"]; };
    const auto refuse = [&](const mesh::Request& request) {
        const Json refused{
            {"t", "refused"}, {"re", id_of(request)}, {"code", "shutting_down"}, {"text", "Later."}};
        house.node.say(
            mesh::Frames{{request.socket}, true, {}, refused.dump(), id_of(request).dump(), "shutting_down"});
    };
    const auto requests = [&](std::size_t count) {
        house.run([&] { return house.got<mesh::Request>().size() >= count; });
    };
    say({{"t", "room.join"}, {"id", "join"}, {"room", code}});
    say({{"t", "room.chat"}, {"id", "chat"}, {"room", code}, {"text", "hi"}});
    requests(2);
    const std::size_t frames = eva.sink->frames.size();
    for (const mesh::Request& request : house.got<mesh::Request>()) refuse(request);
    house.node.say(mesh::TablesQuery{1, eva.id});
    house.run([&] { return !house.got<mesh::Tables>().empty(); });
    CHECK(eva.sink->frames.size() == frames);

    // It still owns the room, and refuses again.
    house.world.turn(100ms);
    requests(4);
    CHECK(id_of(house.got<mesh::Request>()[2]) == "join");
    CHECK(id_of(house.got<mesh::Request>()[3]) == "chat");
    refuse(house.got<mesh::Request>()[2]);
    refuse(house.got<mesh::Request>()[3]);
    house.node.say(mesh::TablesQuery{2, eva.id});
    house.run([&] { return house.got<mesh::Tables>().size() == 2; });

    house.cluster.room = house.room;
    house.node.links->stop();
    house.beat(std::nullopt);
    house.run([&] { return eva.count("chat") > 0; });
    house.world.settle();
    CHECK(eva.answer_to("join")["t"] == "ok");
    CHECK(eva.answer_to("chat")["t"] == "ok");
    CHECK_FALSE(eva.sink->closed);
}

TEST_CASE("what a failed owner may have carried out is not given to the next one, but the socket is closed") {
    House house;
    house.beat(house.node.address);
    house.run([&] { return !house.got<mesh::ConnectedPlayers>().empty(); });
    Guest eva(house.world, "Eva");
    const std::string code = house.room.room.code;
    house.say(eva, {{"t", "room.join"}, {"id", "join"}, {"room", code}});
    house.say(eva, {{"t", "room.chat"}, {"id", "chat"}, {"room", code}, {"text", "hi"}});
    house.run([&] { return house.got<mesh::Request>().size() == 2; });
    house.node.links->stop();
    house.run([&] { return eva.sink->closed.has_value(); });
    CHECK(eva.sink->closed == CloseCode::restart);
    house.beat(std::nullopt);
    house.relay->on_adopted({house.room});
    house.run([&] { return house.has_room(); });
    house.world.settle();
    CHECK(house.world.database.store().open_room(code).value().chat.empty());
    CHECK(eva.count("ok") == 1);  // of hello
}

TEST_CASE("who deletes their account is answered before a beat that names them closes their socket") {
    House house;
    Guest eva(house.world, "Eva");
    house.world.database_stands_still();
    house.say(eva, {{"t", "me.delete"}, {"id", "delete"}});
    house.world.run();
    storage::NodeList list;
    list.nodes = {{.epoch = own}};
    list.forgotten = {eva.id};
    house.relay->on_node_list(std::move(list));
    house.world.run();
    CHECK_FALSE(eva.sink->closed);
    SUBCASE("the deletion is written") {
        house.world.database_comes_back();
        house.world.settle();
        CHECK(eva.answer_to("delete")["t"] == "ok");
    }
    SUBCASE("the disk is full, and another node has deleted it") {
        house.world.disk_is_full_for = [](const storage::Write& write) {
            return std::holds_alternative<storage::ForgetPlayer>(write);
        };
        house.world.database_comes_back();
        CHECK(refusal(eva.answer_to("delete")) == "storage");
    }
    CHECK(eva.sink->closed == CloseCode::deleted);
}

TEST_CASE("a socket whose hello waits for the disk while its player is deleted at another node is closed") {
    House house;
    house.beat(house.node.address);
    house.run([&] { return !house.got<mesh::ConnectedPlayers>().empty(); });
    const Guest eva(house.world, "Eva");
    const auto socket = std::make_shared<ScriptedSink>();
    const Json hello{{"t", "hello"}, {"id", 1}, {"v", 1}, {"token", eva.token}, {"name", "Evita"}};
    house.world.database_stands_still();
    house.world.lobby->receive(socket, std::get<protocol::ClientMessage>(protocol::parse(hello.dump())));
    house.run([&] { return house.world.waiting_for_database() > 0; });
    house.node.say(mesh::AccountDeleted{eva.id});
    house.run([&] { return eva.sink->closed.has_value(); });
    CHECK_FALSE(socket->closed);
    house.world.database_comes_back();
    CHECK(socket->is_greeted);
    CHECK(socket->closed == CloseCode::deleted);
}

TEST_CASE("a socket whose link breaks while it waits for a room comes back over the next link") {
    House house;
    const std::string code = house.room.room.code;
    const auto linked = [&](const OtherNode& node) {
        house.run([&] {
            storage::NodeList roll;
            roll.nodes = {{.epoch = other, .address = node.address},
                          {.epoch = 4, .address = house.silent_address()},  // the room waits for it
                          {.epoch = own}};
            house.relay->on_node_list(std::move(roll));
            return !node.got<mesh::ConnectedPlayers>().empty();
        });
    };
    const auto come_through = [&](const OtherNode& node) {
        const std::size_t before = node.got<mesh::Tables>().size();
        node.say(mesh::TablesQuery{1, "p_nobody"});
        house.run([&] { return node.got<mesh::Tables>().size() > before; });
    };
    linked(house.node);
    house.relay->on_adopted({house.room});
    house.run([&] { return !house.got<mesh::RoomsTakenOver>().empty(); });
    const mesh::Attach ana{
        1, {.id = house.room.seats.at(0).player, .name = "Ana"}, false, {}, {{code, {}, 0}}};
    house.node.say(ana);
    come_through(house.node);
    house.node.links->stop();
    OtherNode again(house.world.executor(), other, own);
    linked(again);
    again.say(ana);
    come_through(again);
    CHECK_FALSE(house.has_room());
    house.world.turn(1s);
    house.run([&] { return !again.got<mesh::Frames>().empty(); });
    come_through(again);
    CHECK(again.got<mesh::ReattachRefused>().empty());
    again.links->stop();
    house.world.settle();
}

TEST_CASE("a request that is sent again because the link broke is answered once") {
    House house;
    const std::string code = house.room.room.code;
    house.beat(std::nullopt);
    house.relay->on_adopted({house.room});
    house.run([&] { return house.has_room(); });
    const mesh::Attach ben{1, {.id = "p_ben", .name = "Ben"}, false, {}, {}};
    const mesh::Request join{1, Json{{"t", "room.join"}, {"id", "join"}, {"room", code}}.dump()};
    const auto linked = [&](const OtherNode& node) {
        house.run([&] {
            house.beat(node.address);  // the end of the last link may not have been noticed
            return !node.got<mesh::ConnectedPlayers>().empty();
        });
    };
    linked(house.node);
    house.world.database_stands_still();
    house.node.say(ben);
    house.node.say(join);
    house.run([&] { return house.world.waiting_for_database() > 0; });
    house.node.links->stop();
    OtherNode again(house.world.executor(), other, own);
    linked(again);
    again.say(ben);
    again.say(join);
    const auto answers = [&](std::size_t count) {  // all that was said before has arrived then
        again.say(mesh::RoomsTakenOver{{"ZZZZZZ"}});
        house.run([&] { return again.got<mesh::AttachDone>().size() == count; });
    };
    answers(1);
    house.world.database_comes_back();
    answers(2);
    const auto frames = again.got<mesh::Frames>();
    const auto replies = std::ranges::count_if(frames, [](const auto& sent) { return sent.is_reply; });
    CHECK(replies == 1);
    again.links->stop();
    house.world.settle();
}

}  // namespace

TEST_CASE("the database is asked once for a code that is no room's, and an address may try so many") {
    House house;
    house.cluster.owner_of_all = std::nullopt;
    house.beat(std::nullopt);
    Guest eva(house.world, "Eva");
    int id = 100;
    const auto join = [&](const std::string& code) {
        const int request_id = ++id;
        house.say(eva, {{"t", "room.join"}, {"id", request_id}, {"room", code}});
        house.run([&] {
            return std::ranges::any_of(
                eva.sink->frames, [&](const Json& frame) { return frame.value("re", Json()) == request_id; });
        });
        return refusal(eva.answer_to(request_id));
    };
    for (int n = 0; n < 10; ++n) CHECK(join("NOBODY") == "no_room");
    CHECK(house.cluster.asked_for_owners == 1);
    for (int n = 0; n < 20; ++n) CHECK(join("NO" + std::to_string(n)) == "no_room");
    CHECK(join("NO20") == "rate_limited");
    CHECK(house.cluster.asked_for_owners == 21);
}

TEST_CASE("a player comes back to a table at another node although their network has guessed codes") {
    ClusterHouse house;
    house.beat(house.node.address);
    house.run([&] { return !house.got<mesh::ConnectedPlayers>().empty(); });
    house.cluster.seats = {house.room.room.code};
    Guest ana(house.world), eva(house.world, "Eva");
    for (int n = 0; n < 30; ++n)
        house.world.invitations.count_wrong_code({}, Invitations::Time(house.world.hands.now()));
    ana.come_back();
    const Json join{{"t", "room.join"}, {"id", "join"}, {"room", house.room.room.code}};
    house.say(eva, join);
    house.world.settle();
    CHECK(refusal(eva.answer_to("join")) == "rate_limited");
    house.say(ana, join);
    house.run([&] { return !house.got<mesh::Request>().empty() || ana.count("refused") > 0; });
    CHECK(ana.count("refused") == 0);
}

TEST_CASE("the first look for a table at another node asks whose it is and claims nothing") {
    House house;
    house.beat(house.node.address);
    house.run([&] { return !house.got<mesh::ConnectedPlayers>().empty(); });
    Guest eva(house.world, "Eva");
    house.say(eva, {{"t", "room.join"}, {"id", "join"}, {"room", house.room.room.code}});
    house.run([&] { return !house.got<mesh::Request>().empty(); });
    CHECK(house.cluster.asked_for_owners > 0);
    CHECK(house.cluster.adoptions == 0);
}

TEST_CASE("of a value for the dice only what the protocol knows goes to the node of the table") {
    House house;
    house.beat(house.node.address);
    house.run([&] { return !house.got<mesh::ConnectedPlayers>().empty(); });
    Guest eva(house.world, "Eva");
    const Json known{
        {"room", house.room.room.code}, {"id", "g"}, {"t", "dice.give"}, {"match", "m_1"}, {"seq", 7},
        {"value", std::string(64, 'a')}};
    Json padded = known;
    padded["padding"] = std::string(10'000, 'x');
    house.say(eva, padded);
    house.run([&] { return !house.got<mesh::Request>().empty(); });
    CHECK(Json::parse(house.got<mesh::Request>().front().text) == known);
}

}  // namespace cubilete::server
