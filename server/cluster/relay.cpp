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
concept Handles = requires(Part& part, Body& body) {
    part.handle(mesh::Epoch(), std::move(body));
};

/// Gives a message to the part that takes it. Those of the handshake are for the link, and a later version may have others.
template <class Body, class... Parts>
void give(mesh::Epoch from, Body& body, Parts&... parts) {
    constexpr bool is_for_none = std::same_as<Body, mesh::Unknown> || std::same_as<Body, mesh::Hello> ||
                                 std::same_as<Body, mesh::Challenge> || std::same_as<Body, mesh::Proof>;
    static_assert((0 + ... + int(Handles<Parts, Body>)) == int(!is_for_none), "one part takes a message");
    const auto give_to = [&](auto& part) {
        if constexpr (Handles<decltype(part), Body>) part.handle(from, std::move(body));
    };
    (give_to(parts), ...);
}

}  // namespace

Relay::Relay(const Services& services, Lobby& lobby, storage::Cluster& cluster,
             const NodeContext::MakeLinks& make_links,
             const std::function<void(Epoch, bool is_gone)>& on_process_state,
             ClusterReader::JobRunner run_job)
    : node_(services, lobby, cluster, std::move(run_job),
            make_links({[this, on_process_state](Epoch node) {
                            on_process_state(node, false);
                            on_link_up(node);
                        },
                        [this](Epoch node) { on_link_down(node); },
                        [this](Epoch from, mesh::Message message) { on_message(from, std::move(message)); },
                        [this, on_process_state](Epoch node) {
                            on_process_state(node, true);
                            arriving_rooms_.stop_awaiting(node);
                        }})),
      sockets_(*node_.links),
      inbound_(node_,
               [this](const std::string& room) {
                   if (!arriving_rooms_.contains(room)) remote_rooms_.refresh_owner(room);
               }),
      remote_rooms_(node_, sockets_, inbound_,
                    {.is_between_owners =
                         [this](const std::string& room) {
                             return arriving_rooms_.contains(room) || handover_.is_departing(room);
                         },
                     .is_stopping = [this] { return handover_.is_stopping(); },
                     .on_adopted =
                         [this](std::vector<storage::OpenRoom> rooms) {
                             arriving_rooms_.on_adopted(std::move(rooms));
                         }}),
      outbound_(node_, sockets_, remote_rooms_),
      handover_(node_, remote_rooms_, [this] { return arriving_rooms_.count() > 0; }),
      arriving_rooms_(node_, remote_rooms_, handover_,
                      [this](const storage::OpenRoom& room) { shared_lobby_.on_room_arrived(room); }),
      seat_searches_(node_, sockets_, inbound_),
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

void Relay::on_node_list(storage::NodeList list) {
    node_.post([this, list = std::move(list)] {
        const Metrics::Nodes seen = node_.peers.on_node_list(list.nodes);
        node_.services.invitations.set_other_nodes(list.nodes.size() > 1);
        handover_.on_node_list(list.nodes);
        arriving_rooms_.on_node_list();
        node_.services.metrics.set_nodes(seen);
        rooms_ = static_cast<int>(node_.lobby.directory().rooms().size() + arriving_rooms_.count());
        node_.links->set_nodes(node_.peers.living(), node_.peers.newest());
        for (const std::string& player : list.forgotten) shared_lobby_.forget(player);
        node_.lobby.decrees().on_newest_change(list.admin_change);
        remote_rooms_.sweep();
    });
}

void Relay::on_adopted(std::vector<storage::OpenRoom> rooms) {
    node_.post([this, rooms = std::move(rooms)]() mutable { arriving_rooms_.on_adopted(std::move(rooms)); });
}

void Relay::hand_over_all(Clock::Duration most, std::function<void()> done) {
    node_.lobby.directory().room_quota().stop_creating();
    handover_.hand_over_all(most, std::move(done));
}

void Relay::await_answers(std::function<void()> done) {
    node_.post([this, done = std::move(done)] { outbound_.await_answers(most_wait_for_answers, done); });
}

void Relay::on_link_up(Epoch node) {
    node_.peers.on_link_up(node);
    inbound_.on_link_up(node);
    handover_.on_link_up(node);
    arriving_rooms_.on_link_up(node);
    shared_lobby_.on_link_up(node);
    remote_rooms_.sweep();
}

void Relay::on_link_down(Epoch node) {
    inbound_.on_link_down(node);
    arriving_rooms_.stop_awaiting(node);
    handover_.on_link_down(node);
    node_.lobby.directory().forget_window(node);
    outbound_.on_link_down(node);
}

void Relay::on_message(Epoch from, mesh::Message message) {
    try {
        std::visit(
            [&](auto& body) {
                give(from, body, inbound_, remote_rooms_, outbound_, handover_, arriving_rooms_,
                     seat_searches_, shared_lobby_);
            },
            message);
    } catch (const std::exception& bug) {
        spdlog::error("a message of node {} met a fault: {}", from, bug.what());
    }
}

}  // namespace cubilete::server
