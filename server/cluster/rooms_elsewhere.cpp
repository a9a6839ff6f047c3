#include "server/cluster/rooms_elsewhere.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "protocol/codec.hpp"
#include "server/core/tokens.hpp"
#include "server/room/room_refusals.hpp"

namespace cubilete::server {

namespace {

constexpr Clock::Duration sweep_pause{100};
/// Without an owner that can be reached; then the sockets are closed, so that their clients try another node.
constexpr Clock::Duration most_lost{5'000};
/// Between looks for an owner whose link has ended: it may live and keep its rooms.
constexpr Clock::Duration look_pause{1'000};
constexpr std::size_t most_no_rooms = 1'000;
constexpr Clock::Duration no_room_known{10'000};

protocol::Refused link_is_busy() {
    return {protocol::Code::busy, "The server of that table cannot keep up; try again.", {}, 250};
}

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

RoomsElsewhere::RoomsElsewhere(const ThisNode& node, OwnSockets& sockets, Inbound& inbound, Events events)
    : node_(node), sockets_(sockets), inbound_(inbound), events_(std::move(events)) {}

RoomsElsewhere::Place& RoomsElsewhere::place_of(const std::string& room) {
    const auto [place, is_new] = places_.try_emplace(room);
    if (is_new) lose(place->second);
    return place->second;
}

void RoomsElsewhere::lose(Place& place) const {
    place.owner = 0;
    place.lost = node_.clock->now();
}

void RoomsElsewhere::lose(const std::string& room) {
    if (const auto place = places_.find(room); place != places_.end()) lose(place->second);
}

void RoomsElsewhere::forget_unused(const std::string& room) {
    const auto place = places_.find(room);
    if (place != places_.end() && place->second.sockets.empty() && place->second.waiting.empty() &&
        !place->second.is_read && !inbound_.awaits(room))
        places_.erase(place);
}

// ---- what is asked of a room

void RoomsElsewhere::forward(const Requester& from, protocol::ClientMessage message) {
    const auto& request = std::get<protocol::RoomRequest>(message.request);
    const std::string room = request.room;
    FarRequest waiting{
        from.socket, from.request_id, text_for_link(from.request_id, request, std::move(message.text)),
        is_one_of<protocol::Move, protocol::Hint, protocol::RoomJoin, protocol::DiceTip, protocol::DiceReveal,
                  protocol::DiceGive, protocol::DiceShake>(request.action),
        is_one_of<protocol::RoomLeave>(request.action)};
    if (!places_.contains(room) && sockets_.find(from.socket)) {
        Invitations& invitations = node_.services.invitations;
        const ClientNetwork& network = from.socket->network();
        const TokenBucket::Time time(node_.clock->now());
        if (const auto wait = invitations.must_wait(network, time))
            return node_.refuse(from.socket, from.request_id, too_many_codes(*wait));
        if (const auto until = no_rooms_.find(room);
            until != no_rooms_.end() && node_.clock->now() < until->second) {
            invitations.wrong_code(network, time);
            return node_.refuse(from.socket, from.request_id, no_room(room));
        }
    }
    Place& place = place_of(room);
    place.waiting.push_back(std::move(waiting));
    if (place.owner == 0) return look_up(room);
    send_back(room);
    send_waiting(room);
}

/// Sends a request of a socket of this node to the owner of its room.
void RoomsElsewhere::send(OwnSocket& socket, Epoch owner, const std::string& room, FarRequest request) {
    if (node_.links->is_busy(owner)) return node_.refuse(request.from, request.id, link_is_busy());
    sockets_.attach(socket, owner);
    if (!node_.links->send(owner, mesh::Request{socket.number, request.text}))
        return node_.refuse(request.from, request.id, link_is_busy());
    node_.services.metrics.relayed(Relayed::request);
    socket.unanswered.push_back({owner, room, std::move(request)});
}

void RoomsElsewhere::send_waiting(const std::string& room) {
    const auto known = places_.find(room);
    if (known == places_.end() || known->second.owner == 0 || known->second.waiting.empty()) return;
    const Epoch owner = known->second.owner;
    for (FarRequest& waiting : std::exchange(known->second.waiting, {})) {
        OwnSocket* socket = sockets_.find(waiting.from);
        if (!socket) continue;
        if (socket->awaits_another(room, owner))
            known->second.waiting.push_back(std::move(waiting));
        else
            send(*socket, owner, room, std::move(waiting));
    }
    forget_unused(room);
}

/// Requests of other nodes go back to them: they ask the right node themselves.
void RoomsElsewhere::send_back(const std::string& room) {
    Place& place = places_.at(room);
    std::deque<FarRequest> own;
    for (FarRequest& waiting : place.waiting) {
        if (sockets_.find(waiting.from))
            own.push_back(std::move(waiting));
        else if (const auto* remote = dynamic_cast<const RemoteSink*>(waiting.from.get()))
            node_.links->send(remote->node(), mesh::NotHere{remote->number(), room, text_of(waiting.id)});
    }
    place.waiting = std::move(own);
}

void RoomsElsewhere::wait_again(const OwnSocket& socket, Epoch owner, const std::string& room,
                                std::vector<FarRequest> requests) {
    const bool is_new = !places_.contains(room);
    Place& place = place_of(room);
    if (is_new || place.owner == owner) {
        lose(place);
        place.last = owner;
    }
    const auto newer = std::ranges::find(place.waiting, socket.sink, &FarRequest::from);
    place.waiting.insert(newer, std::make_move_iterator(requests.begin()),
                         std::make_move_iterator(requests.end()));
}

void RoomsElsewhere::seen(const std::string& room, Epoch owner, mesh::SocketNumber socket) {
    Place& place = place_of(room);
    if (place.waiting.empty()) place.owner = place.last = owner;
    place.sockets.insert(socket);
}

void RoomsElsewhere::no_more_seen(const std::string& room, mesh::SocketNumber socket) {
    const auto place = places_.find(room);
    if (place == places_.end()) return;
    place->second.sockets.erase(socket);
    forget_unused(room);
}

// ---- who owns it

void RoomsElsewhere::search_for(const std::string& room) {
    if (Place& place = place_of(room); place.owner != 0) lose(place);
    look_up(room);
}

/// Has the owner of a room read, or takes the room if its owner is over.
void RoomsElsewhere::look_up(const std::string& room) {
    Place& place = places_.at(room);
    if (events_.moves(room) || std::exchange(place.is_read, true)) return;
    place.asked = node_.clock->now();
    sweep_soon();
    const auto over = node_.peers.is_over(place.last) ? std::optional(place.last) : std::nullopt;
    const bool is_own = place.last == node_.peers.own();
    node_.reads.read(
        [this, room, over, is_own](storage::Cluster& cluster) -> ClusterReads::Then {
            std::optional<storage::OpenRoom> adopted;
            if (over) adopted = cluster.adopt_room(room, *over);
            if (is_own) adopted = cluster.receive(room);
            if (adopted)
                return [this, room, adopted = *std::move(adopted)]() mutable {
                    events_.on_adopted(std::move(adopted));
                    is_loaded(room);
                };
            return [this, room, owner = cluster.owner(room)] {
                if (is_loaded(room)) found(room, owner);
            };
        },
        [this, room] { is_loaded(room); });
}

/// Returns whether the room is still needed.
bool RoomsElsewhere::is_loaded(const std::string& room) {
    const auto place = places_.find(room);
    if (place == places_.end()) return false;
    place->second.is_read = false;
    return true;
}

void RoomsElsewhere::found(const std::string& room, std::optional<Epoch> owner) {
    if (node_.lobby.directory().has_room(room)) return arrived(room);
    if (!owner) return closed(room);
    Place& place = places_.at(room);
    if (*owner == node_.peers.own()) {  // it is about to arrive; if not, the next look takes it up
        if (place.owner != 0) lose(place);
        place.last = *owner;
        return;
    }
    send_back(room);
    inbound_.send_on(room);
    if (node_.links->has(*owner)) return settled(room, *owner);
    const bool is_news = std::exchange(place.last, *owner) != *owner;
    if (is_news && node_.peers.is_over(*owner)) return look_up(room);
    forget_unused(room);
}

/// The room is at that node: its sockets come back to it, and requests that waited are sent.
void RoomsElsewhere::settled(const std::string& room, Epoch owner) {
    Place& place = places_.at(room);
    place.owner = place.last = owner;
    for (const mesh::SocketNumber number : place.sockets)
        if (OwnSocket& socket = sockets_.at(number); socket.rooms.at(room).owner != owner)
            sockets_.attach(socket, owner, room);
    send_waiting(room);
    forget_unused(room);
}

void RoomsElsewhere::arrived(const std::string& room) {
    no_rooms_.erase(room);
    inbound_.arrived(room);
    auto found = places_.extract(room);
    if (!found) return;
    for (const mesh::SocketNumber number : found.mapped().sockets) {
        OwnSocket& socket = sockets_.at(number);
        const OwnSocket::SeenRoom before = socket.rooms.extract(room).mapped();
        std::optional<protocol::RoomJoin::Seen> seen;
        if (!before.match.empty()) seen = {before.match, before.seq};
        node_.lobby.directory().come_back(socket.sink, room, seen, [sink = socket.sink] {
            sink->close(CloseCode::restart, "the table has moved");
        });
    }
    for (FarRequest& waiting : found.mapped().waiting) {
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
void RoomsElsewhere::closed(const std::string& room) {
    if (no_rooms_.size() >= most_no_rooms) no_rooms_.clear();
    no_rooms_[room] = node_.clock->now() + no_room_known;
    const auto found = places_.extract(room);
    for (const FarRequest& waiting : found.mapped().waiting) {
        if (found.mapped().sockets.empty() && sockets_.find(waiting.from))
            node_.services.invitations.wrong_code(waiting.from->network(),
                                                  TokenBucket::Time(node_.clock->now()));
        node_.refuse(waiting.from, waiting.id, no_room(room));
    }
    const Frame frame = Frame::push(protocol::write(protocol::GonePush{room, "closed"}), {room});
    for (const mesh::SocketNumber number : found.mapped().sockets) {
        OwnSocket& socket = sockets_.at(number);
        socket.rooms.erase(room);
        socket.sink->send(frame);
    }
    inbound_.send_on(room);
}

/// The room cannot be reached from here.
void RoomsElsewhere::give_up(const std::string& room) {
    const auto found = places_.extract(room);
    const auto close = [](const SinkPtr& sink) {
        sink->close(CloseCode::restart, "the table cannot be reached from here");
    };
    for (const FarRequest& waiting : found.mapped().waiting) {
        if (sockets_.find(waiting.from))
            close(waiting.from);
        else
            node_.refuse(waiting.from, waiting.id, table_moves());
    }
    for (const mesh::SocketNumber number : found.mapped().sockets) {
        OwnSocket& socket = sockets_.at(number);
        socket.rooms.erase(room);
        close(socket.sink);
    }
    inbound_.send_on(room);
}

void RoomsElsewhere::sweep() {
    sweep_timer_.reset();
    std::vector<std::string> lost, look;
    const Peers& peers = node_.peers;
    const Clock::Duration now = node_.clock->now();
    for (const auto& [room, place] : places_) {
        if (place.owner != 0) continue;
        if (now - place.lost > most_lost)
            lost.push_back(room);
        else if (!place.is_read &&
                 (place.last == 0 || place.last == peers.own() || peers.is_over(place.last) ||
                  node_.links->has(place.last) || now - place.asked > look_pause))
            look.push_back(room);
        else
            sweep_soon();
    }
    for (const std::string& room : lost) give_up(room);
    for (const std::string& room : look) look_up(room);
}

void RoomsElsewhere::sweep_soon() {
    if (!sweep_timer_) sweep_timer_ = node_.clock->after(sweep_pause, [this] { sweep(); });
}

// ---- how it goes from one living node to another

void RoomsElsewhere::left(const std::string& room, Epoch to, const HandedOver& room_left) {
    Place& place = place_of(room);
    lose(place);
    place.last = to;
    for (const SinkPtr& sink : room_left.sockets)
        if (OwnSocket* socket = sockets_.find(sink)) {
            place.sockets.insert(socket->number);
            socket->rooms[room] = {0, room_left.match, room_left.seq};
        }
}

void RoomsElsewhere::moved(const std::string& room, Epoch to) {
    if (!places_.contains(room)) return;
    send_back(room);
    settled(room, to);
}

void RoomsElsewhere::released(const std::string& room) {
    if (!places_.contains(room)) return;
    if (node_.lobby.directory().has_room(room)) return arrived(room);
    sweep_soon();
}

void RoomsElsewhere::not_ours(const std::string& room) {
    inbound_.send_on(room);
    if (places_.contains(room)) look_up(room);
}

void RoomsElsewhere::not_at(const std::string& room, Epoch node) {
    Place& place = place_of(room);
    if (place.owner == node) lose(place);
    if (place.owner == 0) look_up(room);
}

void RoomsElsewhere::down(Epoch node) {
    std::vector<std::string> settled;
    for (auto& [room, place] : places_) {
        if (place.owner == node)
            lose(place);
        else if (place.owner != 0)
            settled.push_back(room);
    }
    for (const std::string& room : settled) send_waiting(room);
    sweep_soon();
}

void RoomsElsewhere::take(Epoch from, const mesh::Owns& owns) {
    for (const std::string& room : owns.rooms)
        if (const auto place = places_.find(room); place != places_.end() && place->second.owner != from)
            settled(room, from);
    node_.links->send(from, mesh::Known{owns.rooms});
}

/// Another node has given the room to a third one.
void RoomsElsewhere::take(Epoch from, const mesh::Moved& moved) {
    if (const auto place = places_.find(moved.room);
        place != places_.end() && place->second.owner != moved.to && moved.to != node_.peers.own()) {
        if (node_.links->has(moved.to)) {
            settled(moved.room, moved.to);
        } else {
            lose(place->second);
            place->second.last = moved.to;
            sweep_soon();
        }
    }
    node_.links->send(moved.to, mesh::Known{{moved.room}});
    node_.links->send(from, mesh::Known{{moved.room}});
}

}  // namespace cubilete::server
