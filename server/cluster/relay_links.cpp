// What crosses the links: sockets and their requests in one direction, frames in the other.
#include <algorithm>
#include <iterator>
#include <utility>

#include "protocol/codec.hpp"
#include "server/cluster/relay.hpp"
#include "server/core/spdlog.hpp"
#include "server/room/room_refusals.hpp"

namespace cubilete::server {

namespace {

constexpr std::size_t most_players_of_message = 1'000;

protocol::Refused link_is_busy() {
    return {protocol::Code::busy, "The server of that table cannot keep up; try again.", {}, 250};
}

}  // namespace

Relay::Local* Relay::local(const SinkPtr& socket) {
    const auto number = numbers_.find(socket.get());
    return number == numbers_.end() ? nullptr : local(number->second);
}

Relay::Local* Relay::local(SocketNumber number) {
    const auto known = locals_.find(number);
    return known == locals_.end() ? nullptr : &known->second;
}

// ---- links

void Relay::up(Epoch node) {
    told_(node, false);
    met_.insert(node);
    handover_->up(node);
    mesh::Owns owns;
    for (const auto& [room, arriving] : arriving_)
        if (arriving.awaited.contains(node)) owns.rooms.push_back(room);
    if (!owns.rooms.empty()) mesh_->send(node, owns);
    mesh::Here here;
    const auto tell = [&] { mesh_->send(node, std::exchange(here, {})); };
    for (const auto& [player, sockets] : of_player_) {
        here.players.push_back(player);
        if (here.players.size() == most_players_of_message) tell();
    }
    tell();
    for (const WindowNews& news : windows_.told()) mesh_->send(node, news);
    sweep();
}

void Relay::down(Epoch node) {
    ++ended_links_[node];
    for (auto remote = remotes_.lower_bound({node, 0});
         remote != remotes_.end() && remote->first.first == node; remote = remotes_.erase(remote))
        lobby_->gone(remote->second);
    await_no_more(node);
    handover_->down(node);
    lobby_->forget_window(node);
    for (auto& [number, socket] : locals_) {
        socket.attached.erase(node);
        for (auto& [room, seat] : socket.rooms)
            if (seat.owner == node) seat.owner = 0;
        bool may_have_happened = false;
        std::map<std::string, std::vector<Waiting>> back;
        for (auto request = socket.unanswered.begin(); request != socket.unanswered.end();) {
            if (request->owner != node) {
                ++request;
                continue;
            }
            may_have_happened |= !request->request.repeatable && !request->refused;
            if (!request->room.empty())  // otherwise it is for the lobby
                back[request->room].push_back(std::move(request->request));
            request = socket.unanswered.erase(request);
        }
        for (auto& [room, requests] : back) wait_again(socket, node, room, std::move(requests));
        if (may_have_happened) socket.sink->close(CloseCode::restart, "the server of the table has failed");
    }
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

void Relay::received(Epoch from, mesh::Message message) {
    if (stopped_) return;
    try {
        std::visit([&](auto& body) { take(from, std::move(body)); }, message);
    } catch (const std::exception& bug) {
        spdlog::error("a message of node {} met a fault: {}", from, bug.what());
    }
}

// ---- this node has the socket

/// Sends a request to the owner of its room.
void Relay::send(Local& socket, Epoch owner, const std::string& room, Waiting request) {
    if (mesh_->is_busy(owner)) return refuse(request.from, request.id, link_is_busy());
    attach(socket, owner);
    if (!mesh_->send(owner, mesh::Request{socket.number, request.text}))
        return refuse(request.from, request.id, link_is_busy());
    services_.metrics.relayed(Relayed::request);
    socket.unanswered.push_back({owner, room, std::move(request)});
}

/// Tells the node of the socket, and that it comes back to `room`, if it was there before.
void Relay::attach(Local& socket, Epoch node, const std::string& room) {
    const bool is_new = socket.attached.insert(node).second;
    mesh::Attach message{socket.number, socket.player, socket.sink->takes_dice(), socket.sink->network(), {}};
    for (auto& [code, seat] : socket.rooms) {
        if (code != room && (!is_new || seat.owner != 0)) continue;
        message.rooms.push_back({code, seat.match, seat.seq});
        if (code == room) seat.owner = node;
    }
    if (is_new || !message.rooms.empty()) mesh_->send(node, message);
}

/// The socket gets a push about a room: it is attached there.
void Relay::see(Local& socket, Epoch from, const Headline& push) {
    if (push.type == "gone") return leave(socket, push.room);
    const auto [known, is_new] = places_.try_emplace(push.room);
    Place& place = known->second;
    if (place.waiting.empty()) place.owner = place.last = from;
    place.sockets.insert(socket.number);
    SeenRoom& seen = socket.rooms[push.room];
    seen.owner = from;
    if (push.type != "match") return;
    seen.match = push.match;
    seen.seq = push.seq;
}

void Relay::leave(Local& socket, const std::string& room) {
    socket.rooms.erase(room);
    const auto place = places_.find(room);
    if (place == places_.end()) return;
    place->second.sockets.erase(socket.number);
    forget_unused(room);
}

/// Returns false if the client must not get the reply, because the request goes to the next owner of the room.
bool Relay::answered(Local& socket, Epoch from, const Headline& reply) {
    const auto request = std::ranges::find_if(socket.unanswered, [&](const Unanswered& one) {
        return one.owner == from && text_of(one.request.id) == reply.re;
    });
    if (request == socket.unanswered.end()) return true;
    const std::string room = request->room;
    const bool is_kept = reply.code == protocol::name_of(protocol::Code::shutting_down) && !room.empty();
    if (is_kept)
        request->refused = true;
    else {
        if (request->request.leaves && reply.type == "ok") leave(socket, room);
        socket.unanswered.erase(request);
    }
    keep_for_next_owner(socket, from, room);
    if (!is_kept) send_waiting(room);  // a socket may have waited for this reply
    return !is_kept;
}

/// The owner of the room stops, or is not its owner: requests that it did not carry out wait for the next one. So do all
/// that came later; they are kept together, in their order, when the last one is answered.
void Relay::keep_for_next_owner(Local& socket, Epoch owner, const std::string& room) {
    std::vector<Waiting> kept;
    const auto is_there = [&](const Unanswered& one) { return one.owner == owner && one.room == room; };
    for (const Unanswered& one : socket.unanswered)
        if (is_there(one) && !one.refused) return;
    for (Unanswered& one : socket.unanswered)
        if (is_there(one)) kept.push_back(std::move(one.request));
    if (kept.empty()) return;
    std::erase_if(socket.unanswered, is_there);
    wait_again(socket, owner, room, std::move(kept));
    send_waiting(room);
    sweep_soon();
}

/// Requests that `owner` did not carry out wait for the next one, before those that the socket has sent since.
void Relay::wait_again(const Local& socket, Epoch owner, const std::string& room,
                       std::vector<Waiting> requests) {
    const auto [known, is_new] = places_.try_emplace(room);
    Place& place = known->second;
    if (is_new || place.owner == owner) {
        lose(place);
        place.last = owner;
    }
    const auto newer = std::ranges::find(place.waiting, socket.sink, &Waiting::from);
    place.waiting.insert(newer, std::make_move_iterator(requests.begin()),
                         std::make_move_iterator(requests.end()));
}

/// A request of the socket has not been answered by another owner of the room. A later one must not overtake it.
bool Relay::awaits_another(const Local& socket, const std::string& room, Epoch owner) {
    return std::ranges::any_of(socket.unanswered,
                               [&](const Unanswered& one) { return one.room == room && one.owner != owner; });
}

/// Sends what waits for the room to its owner, if that is known. Requests of other nodes go back to their nodes.
void Relay::send_waiting(const std::string& room) {
    const auto known = places_.find(room);
    if (known == places_.end() || known->second.owner == 0 || known->second.waiting.empty()) return;
    const Epoch owner = known->second.owner;
    for (Waiting& waiting : std::exchange(known->second.waiting, {})) {
        Local* socket = local(waiting.from);
        if (!socket) continue;
        if (awaits_another(*socket, room, owner))
            known->second.waiting.push_back(std::move(waiting));
        else
            send(*socket, owner, room, std::move(waiting));
    }
    forget_unused(room);
}

void Relay::take(Epoch from, mesh::Frames frames) {
    const Headline headline = headline_of(frames.text);
    const auto text = std::make_shared<const std::string>(std::move(frames.text));
    for (const SocketNumber number : frames.sockets) {
        Local* socket = local(number);
        if (!socket) continue;
        if (frames.is_reply && !answered(*socket, from, headline)) continue;
        if (!frames.is_reply && !headline.room.empty()) see(*socket, from, headline);
        socket->sink->send({text, frames.is_reply ? Frame::Kind::reply : Frame::Kind::push, frames.subject});
    }
}

/// Another node owns the room by now. The request goes to that one.
void Relay::take(Epoch from, const mesh::NotHere& wrong) {
    Local* socket = local(wrong.socket);
    const auto [place, is_new] = places_.try_emplace(wrong.room);
    if (is_new || place->second.owner == from) lose(place->second);
    if (socket) {
        const auto request = std::ranges::find_if(socket->unanswered, [&](const Unanswered& one) {
            return one.owner == from && text_of(one.request.id) == wrong.re;
        });
        if (request != socket->unanswered.end()) request->refused = true;
        keep_for_next_owner(*socket, from, wrong.room);
    }
    if (const auto lost = places_.find(wrong.room); lost != places_.end() && lost->second.owner == 0)
        look_up(wrong.room);
}

void Relay::take(Epoch, const mesh::NotBack& refused) {
    if (Local* socket = local(refused.socket)) {
        leave(*socket, refused.room);
        socket->sink->close(CloseCode::restart, "the table has moved");
    }
}

void Relay::take(Epoch from, const mesh::Members& members) {
    for (const std::string& player : members.players)
        if (const auto own = of_player_.find(player); own != of_player_.end())
            for (const SocketNumber number : own->second) attach(locals_.at(number), from);
}

void Relay::take(Epoch from, const mesh::Known& known) {
    for (const std::string& room : known.rooms) {
        if (handover_->known(from, room)) continue;  // it is about the time before the room came back
        const auto arriving = arriving_.find(room);
        if (arriving != arriving_.end() && arriving->second.awaited.erase(from) > 0)
            take_up_unless_awaited(room);
    }
}

void Relay::take(Epoch from, const mesh::Owns& owns) {
    for (const std::string& room : owns.rooms)
        if (const auto place = places_.find(room); place != places_.end() && place->second.owner != from)
            settled(room, from);
    mesh_->send(from, mesh::Known{owns.rooms});
}

// ---- this node has the room

void Relay::take(Epoch from, mesh::Attach attach) {
    auto& sink = remotes_[{from, attach.socket}];
    if (!sink) {
        sink = std::make_shared<RemoteSink>(frames_, from, ended_links_[from], attach.socket, attach.network);
        sink->set_takes_dice(attach.takes_dice);
        lobby_->introduce(sink, attach.player);
    }
    for (mesh::Seen& seen : attach.rooms) {
        if (lobby_->has_room(seen.room))
            come_back(sink, seen);
        else if (const auto arriving = arriving_.find(seen.room); arriving != arriving_.end())
            add_back(arriving->second.back, {sink, std::move(seen)});
        else {
            // It may be here soon, or should be: if its former owner could not tell, only the data know. If another
            // node has it, the socket's node has to look for it: it may have heard of the room's moves in another
            // order than they happened.
            const std::string room = seen.room;
            const auto [place, is_new] = places_.try_emplace(room);
            if (is_new || place->second.owner != 0) lose(place->second);
            add_back(place->second.back, {sink, std::move(seen)});
            look_up(room);
        }
    }
}

/// A socket comes back once, with what it has seen last.
void Relay::add_back(std::vector<Back>& all, Back back) {
    const auto known = std::ranges::find(all, back.socket, &Back::socket);
    if (known == all.end())
        all.push_back(std::move(back));
    else
        known->seen = std::move(back.seen);
}

/// The room is not here: the nodes of these sockets look for it.
void Relay::send_on(const std::vector<Back>& back) {
    for (const auto& [socket, seen] : back)
        mesh_->send(socket->node(), mesh::NotHere{socket->number(), seen.room, {}});
}

void Relay::come_back(const std::shared_ptr<RemoteSink>& socket, const mesh::Seen& known) {
    std::optional<protocol::RoomJoin::Seen> seen;
    if (!known.match.empty()) seen = {known.match, known.seq};
    lobby_->come_back(socket, known.room, seen, [weak = weak_from_this(), socket, room = known.room] {
        if (const auto self = weak.lock())
            self->post([=](Relay& relay) {
                relay.mesh_->send(socket->node(), mesh::NotBack{socket->number(), room});
            });
    });
}

void Relay::take(Epoch from, const mesh::Detach& detach) {
    const auto known = remotes_.find({from, detach.socket});
    if (known == remotes_.end()) return;
    lobby_->gone(known->second);
    remotes_.erase(known);
}

void Relay::take(Epoch from, mesh::Request request) {
    const auto known = remotes_.find({from, request.socket});
    if (known == remotes_.end()) return;
    auto parsed = protocol::parse(request.text, services_.limits.message);
    if (auto* bad = std::get_if<protocol::BadMessage>(&parsed)) {  // of a node of another version
        if (bad->re) refuse(known->second, *bad->re, std::move(bad->refused));
        return;
    }
    auto& message = std::get<protocol::ClientMessage>(parsed);
    message.text = std::move(request.text);
    lobby_->receive(known->second, std::move(message));
}

void Relay::take(Epoch from, const mesh::Here& here) {
    mesh::Members members;
    for (const std::string& player : here.players)
        if (lobby_->is_member(player)) members.players.push_back(player);
    if (!members.players.empty()) mesh_->send(from, members);
}

void Relay::take(Epoch, const mesh::Renamed& renamed) {
    if (const auto own = of_player_.find(renamed.player); own != of_player_.end())
        for (const SocketNumber number : own->second) locals_.at(number).player.name = renamed.name;
    lobby_->know_name(renamed.player, renamed.name);
}

void Relay::take(Epoch, const mesh::Forgotten& forgotten) { forget(forgotten.player); }

void Relay::take(Epoch, const mesh::NewDevice& device) { lobby_->tell_of_device(device.player); }

/// A text that goes to several sockets of a node crosses once. What comes late for a socket that was attached over an
/// earlier link does not cross: its node has sent the request again, and a socket must not get two replies.
void Relay::send_frames() {
    std::vector<RemoteFrames::Sent> sent = frames_->take_all();
    if (stopped_) return;
    for (std::size_t at = 0; at < sent.size();) {
        const RemoteFrames::Sent& first = sent[at];
        mesh::Frames message{
            {}, first.frame.kind == Frame::Kind::reply, first.frame.subject, *first.frame.text};
        while (at < sent.size() && sent[at].node == first.node && sent[at].link == first.link &&
               sent[at].frame.text == first.frame.text)
            message.sockets.push_back(sent[at++].socket);
        if (const auto ended = ended_links_.find(first.node);
            first.link != (ended == ended_links_.end() ? 0 : ended->second))
            continue;
        if (mesh_->send(first.node, message)) services_.metrics.relayed(Relayed::frame);
    }
}

}  // namespace cubilete::server
