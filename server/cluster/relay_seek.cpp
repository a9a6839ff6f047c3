// quick.match of strangers at different nodes. The node of the socket asks the host of the game's search, which knows the
// rooms of all nodes that wait, then the owner of the room that the host has chosen, and if that declines the host again.
#include <algorithm>
#include <utility>

#include "protocol/codec.hpp"
#include "server/cluster/relay.hpp"
#include "server/core/sha256.hpp"

namespace cubilete::server {

namespace {

protocol::RequestId id_of(const std::string& text) {
    const auto json = protocol::Json::parse(text);
    if (json.is_string()) return json.get<std::string>();
    return json.get<std::int64_t>();
}

}  // namespace

/// The node with the highest hash of game and epoch, so all nodes that see the same nodes choose the same one, and
/// another one for each game. While they do not, strangers may miss each other, but no seat is given twice.
mesh::Epoch Relay::host_of(const std::string& game) const {
    const auto weight = [&](Epoch node) { return sha256(game + ' ' + std::to_string(node)); };
    Epoch host = own_;
    for (const auto& [node, address] : living_)
        if (mesh_->has(node) && !draining_.contains(node) && weight(node) > weight(host)) host = node;
    return host;
}

bool Relay::seek(const Requester& from, const protocol::QuickMatch& wanted) {
    Local* own = local(from.socket);
    if (!own || stopped_) return false;
    const Epoch host = host_of(wanted.game);
    if (host == own_) return false;
    ask_for_seat(*own, host, from.re, {wanted}, {});
    return true;
}

void Relay::seat(const Requester& from, const protocol::QuickMatch& wanted,
                 const std::set<std::string>& tried, const WaitingRooms::Found& room) {
    if (Local* own = local(from.socket))
        ask_for_seat(*own, room.node, from.re, {wanted, tried}, room.room);
    else if (const auto* remote = dynamic_cast<const RemoteSink*>(from.socket.get()))
        mesh_->send(remote->node(), mesh::SeatAt{remote->number(), text_of(from.re), room.room, room.node});
}

/// Asks the host for a room, or the owner of `room` for a seat there.
void Relay::ask_for_seat(Local& socket, Epoch node, const protocol::RequestId& re, Search search,
                         const std::string& room) {
    if (mesh_->has(node)) attach(socket, node);
    const mesh::Seek message{socket.number,
                             text_of(re),
                             search.wanted.game,
                             search.wanted.bots,
                             {search.tried.begin(), search.tried.end()},
                             room};
    if (!mesh_->send(node, message)) return seek_again(socket.sink, re, search);
    services_.metrics.relayed(Relayed::request);
    socket.unanswered.push_back({node, {}, {socket.sink, re, {}, false, false, std::move(search)}});
}

/// Later, because the lobby may be the caller.
void Relay::seek_again(const SinkPtr& socket, const protocol::RequestId& re, const Search& search) {
    post([socket, re, search](Relay& self) {
        Local* own = self.local(socket);
        if (!own) return;
        const Epoch host = self.host_of(search.wanted.game);
        if (host == self.own_)
            self.lobby_->seek(socket, re, search.wanted, search.tried);
        else
            self.ask_for_seat(*own, host, re, search, {});
    });
}

std::optional<Relay::Waiting> Relay::take_search(Epoch from, SocketNumber number, const std::string& re) {
    Local* socket = local(number);
    if (!socket) return std::nullopt;
    const auto request = std::ranges::find_if(socket->unanswered, [&](const Unanswered& one) {
        return one.owner == from && one.room.empty() && text_of(one.request.id) == re;
    });
    if (request == socket->unanswered.end()) return std::nullopt;
    Waiting search = std::move(request->request);
    socket->unanswered.erase(request);
    return search;
}

void Relay::take(Epoch from, const mesh::Seek& seek) {
    const auto known = remotes_.find({from, seek.socket});
    if (known == remotes_.end()) return;
    const protocol::QuickMatch wanted{seek.game, seek.bots};
    if (seek.room.empty()) {
        lobby_->seek(known->second, id_of(seek.re), wanted, {seek.tried.begin(), seek.tried.end()});
        return;
    }
    lobby_->seat(known->second, id_of(seek.re), wanted, seek.room, [weak = weak_from_this(), from, seek] {
        if (const auto self = weak.lock())
            self->post([from, seek](Relay& relay) {
                relay.mesh_->send(from, mesh::NoSeat{seek.socket, seek.re, seek.room});
            });
    });
}

void Relay::take(Epoch from, const mesh::SeatAt& seat) {
    auto request = take_search(from, seat.socket, seat.re);
    if (!request) return;
    Search& search = request->search;
    search.tried.insert(seat.room);
    if (seat.node != own_)
        return ask_for_seat(*local(seat.socket), seat.node, request->id, search, seat.room);
    lobby_->seat(request->from, request->id, search.wanted, seat.room,
                 [weak = weak_from_this(), request = *request] {
                     if (const auto self = weak.lock())
                         self->seek_again(request.from, request.id, request.search);
                 });
}

void Relay::take(Epoch from, const mesh::NoSeat& none) {
    if (const auto request = take_search(from, none.socket, none.re))
        seek_again(request->from, request->id, request->search);
}

}  // namespace cubilete::server
