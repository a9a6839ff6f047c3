// The relay of a node with the real lobby and real links, beside another node that only links.
#include "server/cluster/relay.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "server/cluster/handshake.hpp"
#include "server/cluster/mesh.hpp"
#include "tests/server/world.hpp"

namespace cubilete::server {
namespace {

using namespace std::chrono_literals;

constexpr mesh::Epoch other = 3;
constexpr mesh::Epoch own = 5;

/// An engine of which the relay asks only for codes and rooms.
struct Engine final : storage::Cluster {
    std::int64_t epoch() const override { return own; }
    storage::Roll beat(const storage::Load&) override { throw std::logic_error("unused"); }
    bool fence(std::int64_t, std::int64_t) override { return false; }
    std::vector<std::int64_t> ownerless() override { return {}; }
    std::vector<storage::OpenRoom> adopt(std::int64_t, std::size_t) override { return {}; }
    std::optional<storage::OpenRoom> adopt_room(const std::string&, std::int64_t) override { return room; }
    std::optional<storage::OpenRoom> receive(const std::string&) override { return {}; }
    std::optional<std::int64_t> owner(const std::string&) override { return other; }
    std::vector<storage::Owned> rooms_of(const std::string&) override { return {}; }
    bool reserve(const std::string&, const storage::Maker&) override { return true; }
    std::size_t made_by(const std::string&) override { return 0; }
    std::size_t made_from(const std::string&) override { return 0; }
    storage::Offers& offers() override { throw std::logic_error("unused"); }
    storage::Tallies& tallies() override { throw std::logic_error("unused"); }

    std::optional<storage::OpenRoom> room;  ///< that can be taken over
};

/// A room of a player, as an engine returns it.
storage::OpenRoom a_room() {
    World world;
    Guest ana(world);
    const std::string room = code_of(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}, {"seats", 2}}));
    return world.database.store().open_room(room).value();
}

/// A node that has just taken over a room, and another node.
struct House {
    House() {
        storage::Player ana = room.people.at(0);
        ana.token_hash = std::string(32, 'a');
        world.database.post({storage::PutPlayer{ana}, storage::PutRoom{room.room, room.seats}});
        mesh::NodePort port(world.executor(), "127.0.0.1:0");
        const mesh::Mesh::Events events{
            [](mesh::Epoch) {}, [](mesh::Epoch) {},
            [this](mesh::Epoch, mesh::Message message) { received.push_back(std::move(message)); },
            [](mesh::Epoch) {}};
        address = port.address();
        node = std::make_shared<mesh::Mesh>(world.executor(), mesh::key_of("a secret of both"), events);
        node->start(std::move(port), other);
        relay = std::make_shared<Relay>(*world.services, engine, mesh::key_of("a secret of both"),
                                        [](mesh::Epoch, bool) {});
        world.services->elsewhere = relay.get();
        relay->start(world.lobby, mesh::NodePort(world.executor(), "127.0.0.1:0"));
    }
    ~House() {
        relay->stop();
        node->stop();
        silent.close();
        world.settle();
        world.lobby.reset();  // its rooms have sockets of the relay
        world.settle();
        world.services->elsewhere = nullptr;
    }
    House(const House&) = delete;
    House& operator=(const House&) = delete;

    /// What a beat tells: this node lives, and the other one if it has an address.
    void beat(const std::optional<std::string>& of_other) {
        storage::Roll roll;
        if (of_other) roll.nodes.push_back({.epoch = other, .address = *of_other});
        roll.nodes.push_back({.epoch = own});
        relay->follow(std::move(roll));
    }
    bool has_room() const { return world.lobby->has_room(room.room.code); }
    /// Where somebody listens who never answers.
    std::string silent_address() const {
        return "127.0.0.1:" + std::to_string(silent.local_endpoint().port());
    }
    /// Runs until `done` returns true; fails after a generous time.
    void run(const std::function<bool()>& done) {
        const auto end = std::chrono::steady_clock::now() + 30s;
        while (!done()) {
            REQUIRE(std::chrono::steady_clock::now() < end);
            world.executor().context().restart();
            world.executor().context().run_one_for(100ms);
        }
    }
    /// The messages of this kind that the other node has got.
    template <class Kind>
    std::vector<Kind> got() const {
        std::vector<Kind> all;
        for (const mesh::Message& message : received)
            if (const auto* one = std::get_if<Kind>(&message)) all.push_back(*one);
        return all;
    }

    storage::OpenRoom room = a_room();
    World world;
    Engine engine;
    std::string address;
    std::vector<mesh::Message> received;
    std::shared_ptr<mesh::Mesh> node;
    std::shared_ptr<Relay> relay;
    Acceptor silent{world.executor(), net::ip::tcp::endpoint(net::ip::make_address("127.0.0.1"), 0)};
};

TEST_CASE("a room waits for the sockets of a node to which there is no link yet") {
    House house;
    const std::string code = house.room.room.code;
    house.beat(house.address);
    house.relay->adopted({house.room});
    house.run([&] { return !house.got<mesh::Owns>().empty(); });
    CHECK(house.got<mesh::Owns>().front().rooms == std::vector{code});
    house.world.settle();
    CHECK_FALSE(house.has_room());
    const std::string ana = house.room.seats.at(0).player;
    house.node->send(own, mesh::Attach{1, {ana, "Ana", false}, false, {}, {{code, {}, 0}}});
    house.node->send(own, mesh::Known{{code}});
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

TEST_CASE("a room does not wait for a node whose process is gone") {
    House house;
    const std::string gone = house.silent_address();
    house.silent.close();
    house.beat(gone);
    house.relay->adopted({house.room});
    house.run([&] { return house.has_room(); });
}

TEST_CASE("a room does not wait for a node that is over") {
    House house;
    house.beat(house.silent_address());
    house.relay->adopted({house.room});
    house.world.settle();
    CHECK_FALSE(house.has_room());
    house.beat(std::nullopt);
    house.run([&] { return house.has_room(); });
}

TEST_CASE("a room waits a second at most for a node that does not answer") {
    House house;
    house.beat(house.silent_address());
    house.relay->adopted({house.room});
    house.world.settle();
    house.world.turn(999ms);
    CHECK_FALSE(house.has_room());
    house.world.turn(1ms);
    CHECK(house.has_room());
}

TEST_CASE("requests that an owner refuses because it stops are carried out by the next one, in their order") {
    House house;
    house.beat(house.address);
    house.run([&] { return !house.got<mesh::Here>().empty(); });
    Guest eva(house.world, "Eva");
    const std::string code = house.room.room.code;
    const auto say = [&](Json request) {
        const std::string text = request.dump();
        auto message = std::get<protocol::ClientMessage>(protocol::parse(text));
        message.text = text;
        house.world.lobby->receive(eva.sink, std::move(message));
    };
    const auto id_of = [](const mesh::Request& request) { return Json::parse(request.text)["id"]; };
    const auto refuse = [&](const mesh::Request& request) {
        const Json refused{
            {"t", "refused"}, {"re", id_of(request)}, {"code", "shutting_down"}, {"text", "Later."}};
        house.node->send(own, mesh::Frames{{request.socket}, true, {}, refused.dump()});
    };
    const auto requests = [&](std::size_t count) {
        house.run([&] { return house.got<mesh::Request>().size() >= count; });
    };
    say({{"t", "room.join"}, {"id", "join"}, {"room", code}});
    say({{"t", "room.chat"}, {"id", "chat"}, {"room", code}, {"text", "hi"}});
    requests(2);
    const std::size_t frames = eva.sink->frames.size();
    for (const mesh::Request& request : house.got<mesh::Request>()) refuse(request);
    house.node->send(own, mesh::TablesWanted{1, eva.id});
    house.run([&] { return !house.got<mesh::Tables>().empty(); });
    CHECK(eva.sink->frames.size() == frames);

    // It still owns the room, and refuses again.
    house.world.turn(100ms);
    requests(4);
    CHECK(id_of(house.got<mesh::Request>()[2]) == "join");
    CHECK(id_of(house.got<mesh::Request>()[3]) == "chat");
    refuse(house.got<mesh::Request>()[2]);
    refuse(house.got<mesh::Request>()[3]);
    house.node->send(own, mesh::TablesWanted{2, eva.id});
    house.run([&] { return house.got<mesh::Tables>().size() == 2; });

    house.engine.room = house.room;
    house.node->stop();
    house.beat(std::nullopt);
    house.run([&] { return eva.count("chat") > 0; });
    house.world.settle();
    CHECK(eva.answer_to("join")["t"] == "ok");
    CHECK(eva.answer_to("chat")["t"] == "ok");
    CHECK_FALSE(eva.sink->closed);
}

}  // namespace
}  // namespace cubilete::server
