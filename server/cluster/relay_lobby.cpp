// What the lobbies of all nodes do together: the list of public rooms, a player's own tables.
#include <set>
#include <utility>

#include "protocol/codec.hpp"
#include "server/cluster/relay.hpp"

namespace cubilete::server {

void Relay::lists_room(const RoomReport& report) {
    if (!stopped_) windows_.put(report);
}

void Relay::unlists_room(const std::string& room) {
    if (!stopped_) windows_.remove(room);
}

void Relay::take(Epoch from, const mesh::Window& window) { lobby_->know_window(from, window); }

/// Returns the nodes that have got the question.
std::set<mesh::Epoch> Relay::ask_all(const mesh::Message& question) {
    std::set<Epoch> asked;
    for (const auto& [node, address] : living_)
        if (mesh_->send(node, question)) asked.insert(node);
    return asked;
}

// ---- me.tables

void Relay::tables_of(const std::string& player, std::function<void(std::vector<protocol::Json>)> done) {
    tables_asked_.ask(
        [&](std::int64_t number) {
            return ask_all(mesh::TablesWanted{number, player});
        },
        std::move(done));
}

void Relay::take(Epoch from, const mesh::TablesWanted& wanted) {
    lobby_->tables_of(wanted.player, [weak = weak_from_this(), from, number = wanted.number](auto tables) {
        const auto self = weak.lock();
        if (self && !self->stopped_)
            self->mesh_->send(from, mesh::Tables{number, protocol::Json(std::move(tables)).dump()});
    });
}

void Relay::take(Epoch from, const mesh::Tables& tables) {
    std::vector<protocol::Json> read;
    for (protocol::Json& table : protocol::Json::parse(tables.tables)) read.push_back(std::move(table));
    tables_asked_.answered(tables.number, from, std::move(read));
}

// ---- lobby.list

void Relay::rooms_after(const std::string& game, const RoomPlace& after, int limit,
                        std::function<void(std::vector<RoomWindow::Shown>)> done) {
    rooms_asked_.ask(
        [&](std::int64_t number) {
            return ask_all(mesh::RoomsWanted{number, game, after, limit});
        },
        std::move(done));
}

void Relay::take(Epoch from, const mesh::RoomsWanted& wanted) {
    mesh_->send(from, mesh::Rooms{wanted.number,
                                  lobby_->public_rooms().own_after(wanted.game, wanted.after, wanted.limit)});
}

void Relay::take(Epoch from, const mesh::Rooms& rooms) {
    rooms_asked_.answered(rooms.number, from, rooms.rooms);
}

}  // namespace cubilete::server
