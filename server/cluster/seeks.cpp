#include "server/cluster/seeks.hpp"

#include <utility>

namespace cubilete::server {

bool Seeks::seek(const Requester& from, const protocol::QuickMatch& wanted) {
    OwnSocket* own = sockets_.find(from.socket);
    const Epoch host = node_.peers.host_of(wanted.game);
    if (!own || host == node_.peers.own()) return false;
    ask_for_seat(*own, host, from.request_id, {wanted}, {});
    return true;
}

void Seeks::seat(const Requester& from, const protocol::QuickMatch& wanted,
                 const std::set<std::string>& tried, const WaitingRooms::Found& room) {
    if (OwnSocket* own = sockets_.find(from.socket))
        ask_for_seat(*own, room.node, from.request_id, {wanted, tried}, room.room);
    else if (const auto* remote = dynamic_cast<const RemoteSink*>(from.socket.get()))
        node_.links->send(remote->node(),
                          mesh::SeatAt{remote->number(), text_of(from.request_id), room.room, room.node});
}

/// Asks the host for a room, or the owner of `room` for a seat there.
void Seeks::ask_for_seat(OwnSocket& socket, Epoch node, const protocol::RequestId& request_id, Search search,
                         const std::string& room) {
    if (node_.links->has(node)) sockets_.attach(socket, node);
    const mesh::Seek message{socket.number,
                             text_of(request_id),
                             search.wanted.game,
                             search.wanted.bots,
                             {search.tried.begin(), search.tried.end()},
                             room};
    FarRequest request{socket.sink, request_id, {}, false, false, std::move(search)};
    if (!node_.links->send(node, message)) return seek_again(request);
    node_.services.metrics.relayed(Relayed::request);
    socket.unanswered.push_back({node, {}, std::move(request)});
}

/// Later, because the lobby may be the caller.
void Seeks::seek_again(const FarRequest& request) {
    node_.post([this, request] {
        const auto& [wanted, tried] = request.search;
        OwnSocket* own = sockets_.find(request.from);
        if (!own) return;
        const Epoch host = node_.peers.host_of(wanted.game);
        if (host == node_.peers.own())
            node_.lobby.matchmaker().seek(request.from, request.id, wanted, tried);
        else
            ask_for_seat(*own, host, request.id, request.search, {});
    });
}

std::optional<FarRequest> Seeks::take_search(Epoch from, mesh::SocketNumber number,
                                             const std::string& request_id) {
    OwnSocket* socket = sockets_.find(number);
    const auto* request = socket ? socket->find_unanswered(from, request_id) : nullptr;
    if (!request || !request->room.empty()) return std::nullopt;
    return socket->take(*request);
}

void Seeks::take(Epoch from, const mesh::Seek& seek) {
    const auto socket = inbound_.find(from, seek.socket);
    if (!socket) return;
    const protocol::QuickMatch wanted{seek.game, seek.bots};
    if (seek.room.empty())
        return node_.lobby.matchmaker().seek(socket, id_of(seek.request_id), wanted,
                                             {seek.tried.begin(), seek.tried.end()});
    node_.lobby.matchmaker().seat(
        socket, id_of(seek.request_id), wanted, seek.room, [this, post = node_.post, from, seek] {
            post([this, from, seek] {
                node_.links->send(from, mesh::NoSeat{seek.socket, seek.request_id, seek.room});
            });
        });
}

void Seeks::take(Epoch from, const mesh::SeatAt& seat) {
    auto request = take_search(from, seat.socket, seat.request_id);
    if (!request) return;
    Search& search = request->search;
    search.tried.insert(seat.room);
    if (seat.node != node_.peers.own())
        return ask_for_seat(sockets_.at(seat.socket), seat.node, request->id, search, seat.room);
    node_.lobby.matchmaker().seat(
        request->from, request->id, search.wanted, seat.room,
        [this, post = node_.post, request = *request] { post([this, request] { seek_again(request); }); });
}

void Seeks::take(Epoch from, const mesh::NoSeat& none) {
    if (const auto request = take_search(from, none.socket, none.request_id)) seek_again(*request);
}

}  // namespace cubilete::server
