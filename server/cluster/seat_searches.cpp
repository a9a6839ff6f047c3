#include "server/cluster/seat_searches.hpp"

#include <utility>

namespace cubilete::server {

bool SeatSearches::seek(const Requester& from, const protocol::QuickMatch& wanted) {
    OwnSocket* own = sockets_.find(from.socket);
    const Epoch host = node_.peers.search_host(wanted.game);
    if (!own || host == node_.peers.own()) return false;
    ask_for_seat(*own, host, from.request_id, {wanted}, {});
    return true;
}

void SeatSearches::seat(const Requester& from, const protocol::QuickMatch& wanted,
                        const std::set<std::string>& tried, const WaitingRooms::Location& room) {
    if (OwnSocket* own = sockets_.find(from.socket))
        ask_for_seat(*own, room.node, from.request_id, {wanted, tried}, room.room);
    else if (const auto* remote = dynamic_cast<const RemoteSink*>(from.socket.get()))
        node_.links->send(remote->node(), mesh::SeatOffer{remote->number(), request_id_text(from.request_id),
                                                          room.room, room.node});
}

/// Asks the host for a room, or the owner of `room` for a seat there.
void SeatSearches::ask_for_seat(OwnSocket& socket, Epoch node, const protocol::RequestId& request_id,
                                Search search, const std::string& room) {
    if (node_.links->is_linked(node)) sockets_.attach(socket, node);
    const mesh::FindSeat message{socket.number,
                                 request_id_text(request_id),
                                 search.wanted.game,
                                 search.wanted.bots,
                                 {search.tried.begin(), search.tried.end()},
                                 room};
    RemoteRequest request{socket.sink, request_id, {}, false, false, std::move(search)};
    if (!node_.links->send(node, message)) return retry_search(request);
    node_.services.metrics.count_relayed(RelayedKind::request);
    socket.pending.push_back({node, {}, std::move(request)});
}

/// Later, because the lobby may be the caller.
void SeatSearches::retry_search(const RemoteRequest& request) {
    node_.post([this, request] {
        const auto& [wanted, tried] = request.search;
        OwnSocket* own = sockets_.find(request.from);
        if (!own) return;
        const Epoch host = node_.peers.search_host(wanted.game);
        if (host == node_.peers.own())
            node_.lobby.matchmaker().seek(request.from, request.id, wanted, tried);
        else
            ask_for_seat(*own, host, request.id, request.search, {});
    });
}

std::optional<RemoteRequest> SeatSearches::take_search(Epoch from, mesh::SocketNumber number,
                                                       const std::string& request_id) {
    OwnSocket* socket = sockets_.find(number);
    const auto* request = socket ? socket->find_pending(from, request_id) : nullptr;
    if (!request || !request->room.empty()) return std::nullopt;
    return socket->take(*request);
}

void SeatSearches::handle(Epoch from, const mesh::FindSeat& seek) {
    const auto socket = inbound_.find(from, seek.socket);
    if (!socket) return;
    const protocol::QuickMatch wanted{seek.game, seek.bots};
    if (seek.room.empty())
        return node_.lobby.matchmaker().seek(socket, id_of(seek.request_id), wanted,
                                             {seek.tried.begin(), seek.tried.end()});
    node_.lobby.matchmaker().seat(
        socket, id_of(seek.request_id), wanted, seek.room, [this, post = node_.post, from, seek] {
            post([this, from, seek] {
                node_.links->send(from, mesh::SeatDeclined{seek.socket, seek.request_id, seek.room});
            });
        });
}

void SeatSearches::handle(Epoch from, const mesh::SeatOffer& seat) {
    auto request = take_search(from, seat.socket, seat.request_id);
    if (!request) return;
    Search& search = request->search;
    search.tried.insert(seat.room);
    if (seat.node != node_.peers.own())
        return ask_for_seat(sockets_.at(seat.socket), seat.node, request->id, search, seat.room);
    node_.lobby.matchmaker().seat(
        request->from, request->id, search.wanted, seat.room,
        [this, post = node_.post, request = *request] { post([this, request] { retry_search(request); }); });
}

void SeatSearches::handle(Epoch from, const mesh::SeatDeclined& none) {
    if (const auto request = take_search(from, none.socket, none.request_id)) retry_search(*request);
}

}  // namespace cubilete::server
