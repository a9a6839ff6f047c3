#include "server/cluster/own_sockets.hpp"

#include <algorithm>
#include <utility>

#include "server/cluster/this_node.hpp"

namespace cubilete::server {

OwnSocket::PendingRequest* OwnSocket::find_pending(Epoch owner, const std::string& request_id) {
    const auto found = std::ranges::find_if(pending, [&](const PendingRequest& one) {
        return one.owner == owner && request_id_text(one.request.id) == request_id;
    });
    return found == pending.end() ? nullptr : &*found;
}

RemoteRequest OwnSocket::take(const PendingRequest& request) {
    const auto found = std::ranges::find(pending, &request, [](const PendingRequest& one) { return &one; });
    RemoteRequest taken = std::move(found->request);
    pending.erase(found);
    return taken;
}

std::vector<OwnSocket::PendingRequest> OwnSocket::take_all(Epoch owner) {
    std::vector<PendingRequest> taken;
    for (auto next = pending.begin(); next != pending.end();) {
        const auto one = next++;
        if (one->owner != owner) continue;
        taken.push_back(std::move(*one));
        pending.erase(one);
    }
    return taken;
}

std::vector<RemoteRequest> OwnSocket::take_refused(Epoch owner, const std::string& room) {
    const auto is_there = [&](const PendingRequest& one) { return one.owner == owner && one.room == room; };
    std::vector<RemoteRequest> taken;
    for (const PendingRequest& one : pending)
        if (is_there(one) && !one.refused) return taken;
    for (PendingRequest& one : pending)
        if (is_there(one)) taken.push_back(std::move(one.request));
    std::erase_if(pending, is_there);
    return taken;
}

bool OwnSocket::has_pending_elsewhere(const std::string& room, Epoch owner) const {
    return std::ranges::any_of(
        pending, [&](const PendingRequest& one) { return one.room == room && one.owner != owner; });
}

void OwnSockets::add(const SinkPtr& socket, const protocol::PlayerInfo& player) {
    const Number number = ++last_number_;
    sockets_[number] = {number, socket, player, {}, {}, {}};
    numbers_[socket.get()] = number;
    of_player_[player.id].insert(number);
}

void OwnSockets::remove(const OwnSocket& socket) {
    for (const mesh::Epoch node : socket.attached) links_.send(node, mesh::Detach{socket.number});
    const auto sockets_of_player = of_player_.find(socket.player.id);
    sockets_of_player->second.erase(socket.number);
    if (sockets_of_player->second.empty()) of_player_.erase(sockets_of_player);
    numbers_.erase(socket.sink.get());
    sockets_.erase(socket.number);
}

OwnSocket* OwnSockets::find(const SinkPtr& socket) {
    const auto number = numbers_.find(socket.get());
    return number == numbers_.end() ? nullptr : find(number->second);
}

OwnSocket* OwnSockets::find(Number number) {
    const auto known = sockets_.find(number);
    return known == sockets_.end() ? nullptr : &known->second;
}

std::set<OwnSockets::Number> OwnSockets::sockets_of_player(const std::string& player) const {
    const auto known = of_player_.find(player);
    return known == of_player_.end() ? std::set<Number>() : known->second;
}

std::vector<std::string> OwnSockets::players() const {
    std::vector<std::string> players;
    for (const auto& [player, numbers] : of_player_) players.push_back(player);
    return players;
}

void OwnSockets::rename(const protocol::PlayerInfo& player) {
    for (const Number number : sockets_of_player(player.id)) sockets_.at(number).player.update(player);
}

void OwnSockets::attach(OwnSocket& socket, mesh::Epoch node, const std::string& room) {
    const bool is_new = socket.attached.insert(node).second;
    mesh::Attach message{
        socket.number, socket.player, socket.sink->supports_provable_dice(), socket.sink->network(), {}};
    for (auto& [code, seat] : socket.rooms) {
        if (code != room && (!is_new || seat.owner != 0)) continue;
        message.rooms.push_back({code, seat.match, seat.seq});
        if (code == room) seat.owner = node;
    }
    if (is_new || !message.rooms.empty()) links_.send(node, message);
}

void OwnSockets::attach_all(const std::string& player, mesh::Epoch node) {
    for (const Number number : sockets_of_player(player)) attach(sockets_.at(number), node);
}

}  // namespace cubilete::server
