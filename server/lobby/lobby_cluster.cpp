// What the lobby does for sockets and rooms of other nodes, and with them.
#include <map>
#include <set>
#include <utility>

#include "protocol/codec.hpp"
#include "server/core/spdlog.hpp"
#include "server/core/tokens.hpp"
#include "server/lobby/lobby.hpp"
#include "server/room/room_refusals.hpp"
#include "storage/cluster.hpp"

namespace cubilete::server {

bool Lobby::is_member(const std::string& player) const {
    const auto person = people_.find(player);
    return person != people_.end() && !person->second.rooms.empty();
}

void Lobby::take_up(const storage::OpenRoom& stored, const std::optional<Carried>& carried) {
    if (!rooms_.contains(stored.room.code)) restore(stored, carried);
    loader_->start();
}

Lobby::Movable Lobby::movable(const RoomReport& report) const {
    Movable room{report.line.room, report.line.game, report.attended,
                 report.line.phase == Seating::Phase::playing};
    for (const std::string& member : report.members)
        if (const auto person = people_.find(member); person != people_.end())
            room.sockets.insert(room.sockets.end(), person->second.sockets.begin(),
                                person->second.sockets.end());
    return room;
}

std::vector<Lobby::Movable> Lobby::movable_rooms() const {
    std::vector<Movable> rooms;
    rooms.reserve(rooms_.size());
    for (const auto& [code, entry] : rooms_) rooms.push_back(movable(entry.report));
    std::ranges::sort(rooms, {}, &Movable::room);
    return rooms;
}

std::optional<Lobby::Movable> Lobby::movable_room(const std::string& code) const {
    const auto entry = rooms_.find(code);
    if (entry == rooms_.end()) return std::nullopt;
    return movable(entry->second.report);
}

void Lobby::hand_over(const std::string& code, std::int64_t to, HandoverDone done) {
    Entry& entry = rooms_.at(code);
    entry.moves = true;
    waiting_rooms_.remove(code);
    entry.room->post([to, done = std::move(done)](Room& room) { room.hand_over(to, done); });
}

std::shared_ptr<Room> Lobby::let_go(const std::string& code) {
    const Entry& entry = rooms_.at(code);
    std::shared_ptr<Room> room = entry.room;
    RoomReport nobody;
    nobody.line = entry.report.line;
    nobody.line.room = code;
    nobody.closed = true;
    reported(nobody);
    return room;
}

void Lobby::keep(const std::string& code) {
    const auto found = rooms_.find(code);
    if (found == rooms_.end()) return;
    found->second.moves = false;
    if (auto waiting = waiting_room(found->second.report)) waiting_rooms_.put(*std::move(waiting));
}

void Lobby::introduce(const SinkPtr& socket, const protocol::PlayerInfo& player) {
    Client& client = clients_[socket.get()];
    client.socket = socket;
    client.player = player.id;
    Person& person = people_[player.id];
    person.info = player;
    person.sockets.push_back(socket);
    for (const std::string& code : person.rooms)
        if (const auto entry = rooms_.find(code); entry != rooms_.end())
            entry->second.room->post([player, socket](Room& room) { room.attach(player, socket); });
}

void Lobby::come_back(const SinkPtr& socket, const std::string& code,
                      const std::optional<protocol::RoomJoin::Seen>& seen, std::function<void()> refused) {
    const auto client = clients_.find(socket.get());
    const auto entry = rooms_.find(code);
    if (client == clients_.end() || client->second.player.empty() || entry == rooms_.end()) return refused();
    client->second.visited.insert(code);
    entry->second.room->post([player = people_.at(client->second.player).info, socket, seen,
                              refused = std::move(refused)](Room& room) {
        if (!room.come_back(player, socket, seen)) refused();
    });
}

void Lobby::know_window(NodeNumber node, const WindowNews& news) {
    if (!protocol::find_game(news.game)) return;  // of a later version
    lists_->take(node, news);
    waiting_rooms_.take(node, news.game, news.waiting);
}

void Lobby::forget_window(NodeNumber node) {
    lists_->forget(node);
    waiting_rooms_.forget(node);
}

void Lobby::seek(const SinkPtr& socket, const protocol::RequestId& re, const protocol::QuickMatch& wanted,
                 std::set<std::string> tried) {
    if (!services_.journal.accepts())
        return refuse(socket, re, services_.journal.away() ? database_is_away() : too_much_to_write());
    find_seat(socket, re, wanted, std::move(tried));
}

void Lobby::seat(const SinkPtr& socket, const protocol::RequestId& re, const protocol::QuickMatch& wanted,
                 const std::string& code, std::function<void()> declined) {
    const auto client = clients_.find(socket.get());
    const auto entry = rooms_.find(code);
    if (draining_ || client == clients_.end() || client->second.player.empty() || entry == rooms_.end() ||
        entry->second.moves)
        return declined();
    client->second.visited.insert(code);
    const Requester stranger{people_.at(client->second.player).info, socket, re};
    entry->second.room->post([stranger, accepts_bot = wanted.bots, declined = std::move(declined)](
                                 Room& room) { room.seat_stranger(stranger, accepts_bot, declined); });
}

// ---- limits and codes that all nodes share

Lobby::Verdict Lobby::offer_to_cluster(const Client& client, const protocol::RequestId& re) {
    return look_up(client, re,
                   [&cluster = *services_.cluster, player = client.player, code = random_device_code(),
                    valid = device_offers_.valid()](const auto&) -> Found {
                       cluster.offers().make(DeviceOffers::hash_of_code(code), player, valid);
                       return protocol::object(
                           {{"code", code}, {"expires_ms", static_cast<std::int64_t>(valid.count())}});
                   });
}

}  // namespace cubilete::server
