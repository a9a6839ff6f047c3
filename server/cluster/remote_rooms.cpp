#include "server/cluster/remote_rooms.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "protocol/codec.hpp"
#include "server/room/room_refusals.hpp"

namespace cubilete::server {

namespace {

constexpr Clock::Duration sweep_pause{100};
/// Without an owner that can be reached; then the sockets are closed, so that their clients try another node.
constexpr Clock::Duration longest_without_owner{5'000};
/// Between looks for an owner whose link has ended: it may live and keep its rooms.
constexpr Clock::Duration owner_read_pause{1'000};
constexpr std::size_t most_unknown_codes = 1'000;
constexpr Clock::Duration unknown_code_lifetime{10'000};

template <class... Kinds>
bool is_one_of(const protocol::RoomAction& action) {
    return (std::holds_alternative<Kinds>(action) || ...);
}

/// A request as it crosses a link. Messages about dice are not counted, so they cross without what a client adds.
std::string text_for_link(const protocol::RequestId& id, const protocol::RoomRequest& request,
                          std::string text) {
    protocol::Json known{{"room", request.room}};
    std::visit([&](const auto& value) { known["id"] = value; }, id);
    if (const auto* tip = std::get_if<protocol::DiceTip>(&request.action))
        known.update({{"t", "dice.tip"}, {"match", tip->match}, {"tip", tip->tip}});
    else if (const auto* reveal = std::get_if<protocol::DiceReveal>(&request.action))
        known.update({{"t", "dice.reveal"}, {"match", reveal->match}, {"value", reveal->value}});
    else if (const auto* give = std::get_if<protocol::DiceGive>(&request.action))
        known.update(
            {{"t", "dice.give"}, {"match", give->match}, {"seq", give->seq}, {"value", give->value}});
    else
        return text;
    return known.dump();
}

}  // namespace

RemoteRooms::RemoteRooms(const NodeContext& node, OwnSockets& sockets, Inbound& inbound, Events events)
    : node_(node), sockets_(sockets), inbound_(inbound), events_(std::move(events)) {}

RemoteRooms::Route& RemoteRooms::route_of(const std::string& room) {
    const auto [route, is_new] = routes_.try_emplace(room);
    if (is_new) clear_owner(route->second);
    return route->second;
}

void RemoteRooms::clear_owner(Route& route) const {
    route.owner = 0;
    route.lost = node_.clock->now();
}

void RemoteRooms::clear_owner(const std::string& room) {
    if (const auto route = routes_.find(room); route != routes_.end()) clear_owner(route->second);
}

void RemoteRooms::forget_unused(const std::string& room) {
    const auto route = routes_.find(room);
    if (route != routes_.end() && route->second.sockets.empty() && route->second.waiting.empty() &&
        !route->second.is_read && !inbound_.has_waiting_sockets(room))
        routes_.erase(route);
}

// ---- what is asked of a room

void RemoteRooms::forward(const Requester& from, protocol::ClientMessage message) {
    const auto& request = std::get<protocol::RoomRequest>(message.request);
    const std::string room = request.room;
    RemoteRequest waiting{
        from.socket, from.request_id, text_for_link(from.request_id, request, std::move(message.text)),
        is_one_of<protocol::Move, protocol::Hint, protocol::RoomJoin, protocol::DiceTip, protocol::DiceReveal,
                  protocol::DiceGive, protocol::DiceShake>(request.action),
        is_one_of<protocol::RoomLeave>(request.action)};
    // Of a room that is still here Lobby::forward_to_room() has counted wrong codes, and knows its members.
    const bool is_here = node_.lobby.directory().has_room(room);
    const auto has_seat = [&] {
        return std::ranges::binary_search(node_.lobby.clients().of(from.socket).seats, room);
    };
    if (!is_here && !routes_.contains(room) && sockets_.find(from.socket) && !has_seat()) {
        Invitations& invitations = node_.services.invitations;
        const ClientNetwork& network = from.socket->network();
        const TokenBucket::Time time(node_.clock->now());
        if (const auto wait = invitations.required_wait(network, time))
            return node_.refuse(from.socket, from.request_id, code_rate_exceeded(*wait));
        if (const auto until = unknown_codes_.find(room);
            until != unknown_codes_.end() && node_.clock->now() < until->second) {
            invitations.count_wrong_code(network, time);
            return node_.refuse(from.socket, from.request_id, no_room(room));
        }
    }
    Route& route = route_of(room);
    route.waiting.push_back(std::move(waiting));
    if (route.owner == 0) return look_up(room);
    return_sockets(room);
    send_waiting(room);
}

/// Sends a request of a socket of this node to the owner of its room.
void RemoteRooms::send(OwnSocket& socket, Epoch owner, const std::string& room, RemoteRequest request) {
    if (node_.links->is_busy(owner))
        return node_.refuse(request.from, request.id, refused(RefusalReason::node_behind));
    sockets_.attach(socket, owner);
    if (!node_.links->send(owner, mesh::Request{socket.number, request.text}))
        return node_.refuse(request.from, request.id, refused(RefusalReason::node_behind));
    node_.services.metrics.count_relayed(RelayedKind::request);
    socket.pending.push_back({owner, room, std::move(request)});
}

void RemoteRooms::send_waiting(const std::string& room) {
    const auto known = routes_.find(room);
    if (known == routes_.end() || known->second.owner == 0 || known->second.waiting.empty()) return;
    const Epoch owner = known->second.owner;
    for (RemoteRequest& waiting : std::exchange(known->second.waiting, {})) {
        OwnSocket* socket = sockets_.find(waiting.from);
        if (!socket || socket->is_closing) continue;
        if (socket->has_pending_elsewhere(room, owner))
            known->second.waiting.push_back(std::move(waiting));
        else
            send(*socket, owner, room, std::move(waiting));
    }
    forget_unused(room);
}

/// Requests of other nodes go back to them: they ask the right node themselves.
void RemoteRooms::return_sockets(const std::string& room) {
    Route& route = routes_.at(room);
    std::deque<RemoteRequest> own;
    for (RemoteRequest& waiting : route.waiting) {
        if (sockets_.find(waiting.from))
            own.push_back(std::move(waiting));
        else if (const auto* remote = dynamic_cast<const RemoteSink*>(waiting.from.get()))
            node_.links->send(remote->node(),
                              mesh::WrongOwner{remote->number(), room, request_id_text(waiting.id)});
    }
    route.waiting = std::move(own);
}

void RemoteRooms::requeue(const OwnSocket& socket, Epoch owner, const std::string& room,
                          std::vector<RemoteRequest> requests) {
    const bool is_new = !routes_.contains(room);
    Route& route = route_of(room);
    if (is_new || route.owner == owner) {
        clear_owner(route);
        route.last = owner;
    }
    const auto newer = std::ranges::find(route.waiting, socket.sink, &RemoteRequest::from);
    route.waiting.insert(newer, std::make_move_iterator(requests.begin()),
                         std::make_move_iterator(requests.end()));
}

void RemoteRooms::add_viewer(const std::string& room, Epoch owner, mesh::SocketNumber socket) {
    Route& route = route_of(room);
    // If other sockets see the room, they are still at another node: a look-up or Moved brings all of them.
    if (route.waiting.empty() && route.sockets.empty()) route.owner = route.last = owner;
    route.sockets.insert(socket);
}

void RemoteRooms::remove_viewer(const std::string& room, mesh::SocketNumber socket) {
    const auto route = routes_.find(room);
    if (route == routes_.end()) return;
    route->second.sockets.erase(socket);
    forget_unused(room);
}

// ---- who owns it

void RemoteRooms::refresh_owner(const std::string& room) {
    if (Route& route = route_of(room); route.owner != 0) clear_owner(route);
    look_up(room);
}

/// Has the owner of a room read, or takes the room if its owner is over.
void RemoteRooms::look_up(const std::string& room) {
    Route& route = routes_.at(room);
    if (events_.is_between_owners(room)) return;
    if (node_.lobby.directory().has_room(room)) return on_room_arrived(room);  // it came before this request
    if (std::exchange(route.is_read, true)) return;
    route.asked = node_.clock->now();
    schedule_sweep();
    const auto over = !events_.is_stopping() && node_.peers.has_ended(route.last) ? std::optional(route.last)
                                                                                  : std::nullopt;
    const bool is_own = route.last == node_.peers.own();
    node_.reads.read(
        [this, room, over, is_own](storage::Cluster& cluster) -> ClusterReader::Then {
            std::vector<storage::OpenRoom> adopted;
            if (over) adopted = cluster.adopt_room(room, *over);
            if (is_own)
                if (auto given = cluster.receive(room)) adopted.push_back(*std::move(given));
            if (!adopted.empty())
                return [this, room, adopted = std::move(adopted)]() mutable {
                    events_.on_adopted(std::move(adopted));
                    end_owner_read(room);
                };
            return [this, room, owner = cluster.owner(room)] {
                if (end_owner_read(room)) on_owner_found(room, owner);
            };
        },
        [this, room] { end_owner_read(room); });
}

/// Returns whether the room is still needed.
bool RemoteRooms::end_owner_read(const std::string& room) {
    const auto route = routes_.find(room);
    if (route == routes_.end()) return false;
    route->second.is_read = false;
    return true;
}

void RemoteRooms::on_owner_found(const std::string& room, std::optional<Epoch> owner) {
    if (node_.lobby.directory().has_room(room)) return on_room_arrived(room);
    if (!owner) return on_room_closed(room);
    Route& route = routes_.at(room);
    if (*owner == node_.peers.own()) {  // it is about to arrive; if not, the next look takes it up
        if (route.owner != 0) clear_owner(route);
        route.last = *owner;
        return;
    }
    return_sockets(room);
    inbound_.redirect_sockets(room);
    if (node_.links->is_linked(*owner)) return set_owner(room, *owner);
    const bool is_news = std::exchange(route.last, *owner) != *owner;
    if (is_news && node_.peers.has_ended(*owner)) return look_up(room);
    forget_unused(room);
}

/// The room is at that node: its sockets come back to it, and requests that waited are sent. `has_just_come`: if the node
/// had the room before, it knows no socket any more that was attached to it then.
void RemoteRooms::set_owner(const std::string& room, Epoch owner, bool has_just_come) {
    Route& route = routes_.at(room);
    route.owner = route.last = owner;
    for (const mesh::SocketNumber number : route.sockets)
        if (OwnSocket& socket = sockets_.at(number); has_just_come || socket.rooms.at(room).owner != owner)
            sockets_.attach(socket, owner, room);
    send_waiting(room);
    forget_unused(room);
}

void RemoteRooms::on_room_arrived(const std::string& room) {
    unknown_codes_.erase(room);
    inbound_.on_room_arrived(room);
    auto found = routes_.extract(room);
    if (!found) return;
    for (const mesh::SocketNumber number : found.mapped().sockets) {
        OwnSocket& socket = sockets_.at(number);
        const OwnSocket::SeenRoom before = socket.rooms.extract(room).mapped();
        std::optional<protocol::RoomJoin::Seen> seen;
        if (!before.match.empty()) seen = {before.match, before.seq};
        node_.lobby.directory().reattach(socket.sink, room, seen, [sink = socket.sink] {
            sink->close(CloseCode::restart, "the table has moved");
        });
    }
    for (RemoteRequest& waiting : found.mapped().waiting) {
        const auto* remote = dynamic_cast<const RemoteSink*>(waiting.from.get());
        const bool is_open = remote ? inbound_.find(remote->node(), remote->number()) != nullptr
                                    : sockets_.find(waiting.from) != nullptr;
        if (!is_open) continue;
        auto message = protocol::parse(waiting.text, node_.services.limits.message);
        if (auto* parsed = std::get_if<protocol::ClientMessage>(&message)) {
            parsed->text = std::move(waiting.text);
            node_.lobby.receive(waiting.from, std::move(*parsed));
        }
    }
}

/// There is no such room.
void RemoteRooms::on_room_closed(const std::string& room) {
    if (unknown_codes_.size() >= most_unknown_codes) unknown_codes_.clear();
    unknown_codes_[room] = node_.clock->now() + unknown_code_lifetime;
    const auto found = routes_.extract(room);
    for (const RemoteRequest& waiting : found.mapped().waiting) {
        if (found.mapped().sockets.empty() && sockets_.find(waiting.from))
            node_.services.invitations.count_wrong_code(waiting.from->network(),
                                                        TokenBucket::Time(node_.clock->now()));
        node_.refuse(waiting.from, waiting.id, no_room(room));
    }
    const Frame frame = Frame::push(protocol::write(protocol::GonePush{room, "closed"}), {room});
    for (const mesh::SocketNumber number : found.mapped().sockets) {
        OwnSocket& socket = sockets_.at(number);
        socket.rooms.erase(room);
        socket.sink->send(frame);
    }
    inbound_.redirect_sockets(room);
}

/// The room cannot be reached from here.
void RemoteRooms::abandon_room(const std::string& room) {
    const auto found = routes_.extract(room);
    const auto close = [](const SinkPtr& sink) {
        sink->close(CloseCode::restart, "the table cannot be reached from here");
    };
    for (const RemoteRequest& waiting : found.mapped().waiting) {
        if (sockets_.find(waiting.from))
            close(waiting.from);
        else
            node_.refuse(waiting.from, waiting.id, refused(RefusalReason::moving));
    }
    for (const mesh::SocketNumber number : found.mapped().sockets) {
        OwnSocket& socket = sockets_.at(number);
        socket.rooms.erase(room);
        close(socket.sink);
    }
    inbound_.redirect_sockets(room);
}

void RemoteRooms::sweep() {
    sweep_timer_.reset();
    std::vector<std::string> lost, look;
    const Peers& peers = node_.peers;
    const Clock::Duration now = node_.clock->now();
    for (const auto& [room, route] : routes_) {
        if (route.owner != 0) continue;
        if (now - route.lost > longest_without_owner)
            lost.push_back(room);
        else if (!route.is_read &&
                 (route.last == 0 || route.last == peers.own() || peers.has_ended(route.last) ||
                  node_.links->is_linked(route.last) || now - route.asked > owner_read_pause))
            look.push_back(room);
        else
            schedule_sweep();
    }
    for (const std::string& room : lost) abandon_room(room);
    for (const std::string& room : look) look_up(room);
}

void RemoteRooms::schedule_sweep() {
    if (!sweep_timer_) sweep_timer_ = node_.clock->after(sweep_pause, [this] { sweep(); });
}

// ---- how it goes from one living node to another

void RemoteRooms::on_room_left(const std::string& room, Epoch to, const RoomHandover& room_left) {
    Route& route = route_of(room);
    clear_owner(route);
    route.last = to;
    for (const SinkPtr& sink : room_left.sockets)
        if (OwnSocket* socket = sockets_.find(sink)) {
            route.sockets.insert(socket->number);
            socket->rooms[room] = {0, room_left.match, room_left.seq};
        }
}

void RemoteRooms::on_room_moved(const std::string& room, Epoch to) {
    inbound_.redirect_sockets(room);
    if (!routes_.contains(room)) return;
    return_sockets(room);
    set_owner(room, to);
}

void RemoteRooms::on_handover_cancelled(const std::string& room) {
    if (!routes_.contains(room)) return;
    if (node_.lobby.directory().has_room(room)) return on_room_arrived(room);
    schedule_sweep();
}

void RemoteRooms::on_owner_changed(const std::string& room) {
    inbound_.redirect_sockets(room);
    if (routes_.contains(room)) look_up(room);
}

void RemoteRooms::on_wrong_owner(const std::string& room, Epoch node) {
    Route& route = route_of(room);
    if (route.owner == node) clear_owner(route);
    if (route.owner == 0) look_up(room);
}

void RemoteRooms::on_link_down(Epoch node) {
    std::vector<std::string> settled;
    for (auto& [room, route] : routes_) {
        if (route.owner == node)
            clear_owner(route);
        else if (route.owner != 0)
            settled.push_back(room);
    }
    for (const std::string& room : settled) send_waiting(room);
    schedule_sweep();
}

void RemoteRooms::handle(Epoch from, const mesh::RoomsTakenOver& owns) {
    for (const std::string& room : owns.rooms) {
        // A room that is leaving is followed when this node knows that it has left: until then its pushes are not shown.
        const bool is_leaving = node_.lobby.directory().has_room(room);
        if (routes_.contains(room) && !is_leaving) set_owner(room, from, true);
    }
    node_.links->send(from, mesh::AttachDone{owns.rooms});
}

/// Another node has given the room to a third one.
void RemoteRooms::handle(Epoch from, const mesh::Moved& moved) {
    if (const auto route = routes_.find(moved.room);
        route != routes_.end() && !node_.lobby.directory().has_room(moved.room) &&
        route->second.owner != moved.to && moved.to != node_.peers.own()) {
        if (node_.links->is_linked(moved.to)) {
            set_owner(moved.room, moved.to);
        } else {
            clear_owner(route->second);
            route->second.last = moved.to;
            schedule_sweep();
        }
    }
    node_.links->send(moved.to, mesh::AttachDone{{moved.room}});
    node_.links->send(from, mesh::AttachDone{{moved.room}});
}

}  // namespace cubilete::server
