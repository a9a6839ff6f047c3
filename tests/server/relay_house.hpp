#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "server/cluster/handshake.hpp"
#include "server/cluster/mesh.hpp"
#include "server/cluster/relay.hpp"
#include "storage/error.hpp"
#include "tests/server/world.hpp"

/// The relay of a node with the real lobby and real links, beside other nodes that only link.
namespace cubilete::server {

using namespace std::chrono_literals;

constexpr mesh::Epoch other = 3;
constexpr mesh::Epoch own = 5;

/// Limits and codes of devices that all nodes share: each is granted after an action of the test.
struct GrantingStores final : storage::QuotaStore, storage::DeviceOfferStore {
    bool try_consume(const std::string&, double, std::chrono::milliseconds) override {
        if (before_consume) before_consume();
        return true;
    }
    void refill(const std::string&) override {}
    void make(const std::string&, const std::string&, std::chrono::milliseconds) override {}
    std::optional<std::string> redeem(const std::string&) override {
        ++redeemed;
        if (before_redeem) before_redeem();
        return player;
    }

    std::function<void()> before_consume;
    std::function<void()> before_redeem;
    std::optional<std::string> player;  ///< of every code
    int redeemed = 0;
};

/// A database of which the relay asks only for codes and rooms.
struct FakeCluster final : storage::Cluster {
    std::int64_t epoch() const override { return self; }
    storage::NodeList beat(const storage::NodeLoad&) override { throw std::logic_error("unused"); }
    bool fence(std::int64_t, std::int64_t) override { return false; }
    std::vector<std::int64_t> ownerless_epochs() override { return {}; }
    std::vector<storage::OpenRoom> adopt(std::int64_t, std::size_t) override { return {}; }
    std::vector<storage::OpenRoom> adopt_room(const std::string&, std::int64_t) override {
        ++adoptions;
        if (!room) return {};
        return {*room};
    }
    std::optional<storage::OpenRoom> receive(const std::string& code) override { return read(code); }
    std::optional<std::int64_t> owner(const std::string&) override {
        ++asked_for_owners;
        return owner_of_all;
    }
    std::vector<std::string> rooms_of(const std::string&) override { return seats; }
    std::vector<std::string> reserve(const std::set<std::string>& codes) override {
        ++asked_for_codes;
        if (!gives_codes) throw storage::DatabaseUnavailable("the database does not answer");
        return {codes.begin(), codes.end()};
    }
    storage::DeviceOfferStore& offers() override { return stores; }
    storage::QuotaStore& quotas() override { return stores; }

    GrantingStores stores;
    std::vector<std::string> seats;         ///< rooms with a seat, of every player
    std::optional<storage::OpenRoom> room;  ///< that can be taken over
    std::atomic<bool> gives_codes = true;
    std::atomic<int> asked_for_codes = 0;
    std::atomic<int> adoptions = 0;  ///< that were tried
    mesh::Epoch self = own;
    std::optional<mesh::Epoch> owner_of_all = other;
    std::atomic<int> asked_for_owners = 0;
    /// Reads a room that was given to this node.
    std::function<std::optional<storage::OpenRoom>(const std::string&)> read = [](const std::string&) {
        return std::nullopt;
    };
};

/// Makes the real links of a node.
inline NodeContext::MakeLinks links_of(const Executor& executor, mesh::NodePort port, mesh::Epoch epoch) {
    return [executor, epoch,
            free = std::make_shared<mesh::NodePort>(std::move(port))](mesh::Links::Events events) {
        return std::make_shared<mesh::Mesh>(executor, mesh::derive_key("a secret of both"), std::move(*free),
                                            epoch, std::move(events));
    };
}

/// A room of a player, as a database returns it.
inline storage::OpenRoom a_room() {
    World world;
    Guest host(world);
    const std::string room = code_of(host.ask({{"t", "room.create"}, {"game", "yahtzee"}, {"seats", 2}}));
    return world.database.store().open_room(room).value();
}

/// A node that says what the test lets it say.
struct OtherNode {
    OtherNode(const Executor& executor, mesh::Epoch self, mesh::Epoch to) : epoch(self), peer(to) {
        mesh::NodePort port(executor, "127.0.0.1:0");
        const mesh::Mesh::Events events{
            [](mesh::Epoch) {}, [](mesh::Epoch) {},
            [this](mesh::Epoch, mesh::Message message) { received.push_back(std::move(message)); },
            [](mesh::Epoch) {}};
        address = port.address();
        links = std::make_shared<mesh::Mesh>(executor, mesh::derive_key("a secret of both"), std::move(port),
                                             epoch, events);
        links->start();
    }
    void say(const mesh::Message& message) const { links->send(peer, message); }
    /// As a beat tells of it.
    storage::NodeRow row() const {
        Json rules = Json::object();
        for (const GameInfo* game : protocol::catalogue()) rules[game->id] = game->version;
        return {.epoch = epoch,
                .address = address,
                .rules = rules.dump(),
                .mesh = static_cast<int>(mesh::version)};
    }
    /// The messages of this kind that it has got.
    template <class Kind>
    std::vector<Kind> got() const {
        std::vector<Kind> all;
        for (const mesh::Message& message : received)
            if (const auto* one = std::get_if<Kind>(&message)) all.push_back(*one);
        return all;
    }

    mesh::Epoch epoch;
    mesh::Epoch peer;
    std::string address;
    std::vector<mesh::Message> received;
    std::shared_ptr<mesh::Mesh> links;
};

/// A node that has just taken over a room, and another node.
struct House {
    House() {
        storage::Player host = room.people.at(0);
        host.token_hash = std::string(32, 'a');
        world.database.post({storage::PutPlayer{host}, storage::PutRoom{room.room, room.seats}});
        relay = std::make_shared<Relay>(*world.services, *world.lobby, cluster,
                                        links_of(world.executor(), {world.executor(), "127.0.0.1:0"}, own),
                                        [](mesh::Epoch, bool) {});
        world.services->other_nodes = relay.get();
        relay->start();
        // Another thread reads codes; a room that is made without one waits longer than settle().
        bool has_codes = false;
        relay->await_codes([&](bool come) { has_codes = come; });
        run([&] { return has_codes; });
    }
    ~House() {
        relay->stop();
        node.links->stop();
        silent.close();
        world.settle();
        world.lobby.reset();  // its rooms have sockets of the relay
        world.settle();
        world.services->other_nodes = nullptr;
    }
    House(const House&) = delete;
    House& operator=(const House&) = delete;

    /// A beat tells the relay that this node lives, and the other one if it has an address.
    void beat(const std::optional<std::string>& of_other) {
        storage::NodeList roll;
        if (of_other) roll.nodes.push_back({.epoch = other, .address = *of_other});
        roll.nodes.push_back({.epoch = own});
        relay->on_node_list(std::move(roll));
    }
    bool has_room() const { return world.lobby->directory().has_room(room.room.code); }
    /// Where somebody listens who never answers.
    std::string silent_address() const {
        return "127.0.0.1:" + std::to_string(silent.local_endpoint().port());
    }
    /// Runs until `done` returns true; fails after a generous time.
    void run(const std::function<bool()>& done) {
        const auto end = std::chrono::steady_clock::now() + 5min;
        while (!done()) {
            REQUIRE(std::chrono::steady_clock::now() < end);
            world.executor().context().restart();
            world.executor().context().run_one_for(100ms);
        }
    }
    /// A player says what other nodes may get as it is.
    void say(const Guest& player, const Json& request) const {
        const std::string text = request.dump();
        auto message = std::get<protocol::ClientMessage>(protocol::parse(text));
        message.text = text;
        world.lobby->receive(player.sink, std::move(message));
    }
    /// The messages of this kind that the other node has got.
    template <class Kind>
    std::vector<Kind> got() const {
        return node.got<Kind>();
    }

    storage::OpenRoom room = a_room();
    World world;
    FakeCluster cluster;
    OtherNode node{world.executor(), other, own};
    std::shared_ptr<Relay> relay;
    Acceptor silent{world.executor(), net::ip::tcp::endpoint(net::ip::make_address("127.0.0.1"), 0)};
};

}  // namespace cubilete::server
