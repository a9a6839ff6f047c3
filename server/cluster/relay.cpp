#include "server/cluster/relay.hpp"

#include <concepts>
#include <utility>
#include <variant>

#include "server/core/spdlog.hpp"

namespace cubilete::server {

namespace {

/// For answers of other nodes, when this one stops.
constexpr Clock::Duration most_wait_for_answers{500};

template <class Part, class Body>
concept Takes = requires(Part& part, Body& body) {
    part.take(mesh::Epoch(), std::move(body));
};

/// Gives a message to the part that takes it. Those of the handshake are for the link, and a later version may have others.
template <class Body, class... Parts>
void give(mesh::Epoch from, Body& body, Parts&... parts) {
    constexpr bool is_for_none = std::same_as<Body, mesh::Unknown> || std::same_as<Body, mesh::Hello> ||
                                 std::same_as<Body, mesh::Challenge> || std::same_as<Body, mesh::Proof>;
    static_assert((0 + ... + int(Takes<Parts, Body>)) == int(!is_for_none), "one part takes a message");
    const auto give_to = [&](auto& part) {
        if constexpr (Takes<decltype(part), Body>) part.take(from, std::move(body));
    };
    (give_to(parts), ...);
}

}  // namespace

Relay::Relay(const Services& services, Lobby& lobby, storage::Cluster& cluster,
             const ThisNode::MakeLinks& make_links, const std::function<void(Epoch, bool is_gone)>& told,
             ClusterReads::Aside aside)
    : node_(services, lobby, cluster, std::move(aside),
            make_links({[this, told](Epoch node) {
                            told(node, false);
                            up(node);
                        },
                        [this](Epoch node) { down(node); },
                        [this](Epoch from, mesh::Message message) { received(from, std::move(message)); },
                        [this, told](Epoch node) {
                            told(node, true);
                            arrivals_.await_no_more(node);
                        }})),
      sockets_(*node_.links),
      inbound_(node_,
               [this](const std::string& room) {
                   if (!arrivals_.contains(room)) elsewhere_.search_for(room);
               }),
      elsewhere_(node_, sockets_, inbound_,
                 {.moves =
                      [this](const std::string& room) {
                          return arrivals_.contains(room) || handover_.is_leaving(room);
                      },
                  .on_adopted = [this](storage::OpenRoom room) { arrivals_.on_adopted({std::move(room)}); }}),
      outbound_(node_, sockets_, elsewhere_),
      handover_(node_, elsewhere_),
      arrivals_(node_, elsewhere_, handover_),
      seeks_(node_, sockets_, inbound_),
      shared_lobby_(node_, sockets_),
      codes_(node_) {}

void Relay::start() {
    node_.links->start();
    codes_.refill();
}

void Relay::stop() {
    node_.post.stop();
    node_.reads.stop();
    node_.links->stop();
}

void Relay::follow(storage::NodeList list) {
    node_.post([this, list = std::move(list)] {
        const Metrics::Nodes seen = node_.peers.follow(list.nodes);
        handover_.follow(list.nodes);
        arrivals_.follow();
        node_.services.metrics.nodes(seen);
        rooms_ = static_cast<int>(node_.lobby.directory().rooms() + arrivals_.count());
        node_.links->follow(node_.peers.living());
        for (const std::string& player : list.forgotten) shared_lobby_.forget(player);
        elsewhere_.sweep();
    });
}

void Relay::on_adopted(std::vector<storage::OpenRoom> rooms) {
    node_.post([this, rooms = std::move(rooms)]() mutable { arrivals_.on_adopted(std::move(rooms)); });
}

void Relay::hand_over_all(Clock::Duration most, std::function<void()> done) {
    node_.lobby.directory().places().stop_creating();
    handover_.give_all(most, std::move(done));
}

void Relay::when_answered(std::function<void()> done) {
    node_.post([this, done = std::move(done)] { outbound_.when_answered(most_wait_for_answers, done); });
}

void Relay::up(Epoch node) {
    node_.peers.up(node);
    inbound_.up(node);
    handover_.up(node);
    arrivals_.up(node);
    shared_lobby_.up(node);
    elsewhere_.sweep();
}

void Relay::down(Epoch node) {
    inbound_.down(node);
    arrivals_.await_no_more(node);
    handover_.down(node);
    node_.lobby.directory().forget_window(node);
    outbound_.down(node);
}

void Relay::received(Epoch from, mesh::Message message) {
    try {
        std::visit(
            [&](auto& body) {
                give(from, body, inbound_, elsewhere_, outbound_, handover_, arrivals_, seeks_,
                     shared_lobby_);
            },
            message);
    } catch (const std::exception& bug) {
        spdlog::error("a message of node {} met a fault: {}", from, bug.what());
    }
}

}  // namespace cubilete::server
