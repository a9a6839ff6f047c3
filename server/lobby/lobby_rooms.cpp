// Rooms that are taken up from the data, and new ones.
#include <utility>

#include "protocol/codec.hpp"
#include "server/core/spdlog.hpp"
#include "server/core/tokens.hpp"
#include "server/lobby/lobby.hpp"
#include "server/match/built_in_bots.hpp"
#include "server/room/password_hash.hpp"
#include "server/room/room_refusals.hpp"

namespace cubilete::server {

using protocol::Code;
using protocol::Refused;

namespace {

/// As RoomReport::noted, until the room reports it.
std::vector<std::string> noted_in(const storage::OpenRoom& stored) {
    std::vector<std::string> noted;
    for (const storage::Seat& seat : stored.seats)
        if (!level_of(seat.player)) noted.push_back(seat.player);
    for (const storage::ChatLine& line : stored.chat) noted.push_back(line.from);
    return noted;
}

}  // namespace

// ---- stored rooms

void Lobby::take_up_rooms(const storage::Store& store) {
    store.open_rooms([&](const storage::OpenRoom& stored) { restore(stored); });
    if (!rooms_.empty()) spdlog::info("took up {} rooms", rooms_.size());
    loader_->start();
}

void Lobby::restore(const storage::OpenRoom& stored, const std::optional<Carried>& carried) {
    const std::string& code = stored.room.code;
    RoomReport known;
    known.line.room = code;
    for (const storage::Seat& seat : stored.seats)
        if (!level_of(seat.player)) known.seated.push_back(seat.player);
    known.members = known.seated;
    known.noted = noted_in(stored);
    try {
        const auto room = rooms_[code].room = Room::restore(services_, link(), stored, carried);
        if (stored.match) loader_->add(code, room);
        RoomMemory memory = restored_memory(stored.room.settings);
        places_.opened(code, std::move(memory.maker));
        known.people = static_cast<int>(known.seated.size());
        known.unattended_since_ms = memory.unattended_since_ms;
        reported(known);
    } catch (const std::exception& trouble) {
        rooms_.erase(code);
        places_.closed(code);
        spdlog::error("room {} cannot be opened and stays as it is on disk: {}", code, trouble.what());
    }
}

// ---- new rooms

Lobby::Verdict Lobby::too_many_rooms(const Client& client) const {
    return places_.may_open(client.player, address_key(client.socket->network()));
}

Lobby::Verdict Lobby::carry_out(Client& client, const protocol::RequestId& re,
                                protocol::RoomCreate& request) {
    create_room(client.socket, re, std::move(request.fields));
    return {};
}

Lobby::Task Lobby::create_room(SinkPtr socket, protocol::RequestId re, protocol::RoomFields fields) {
    if (Verdict too_many = too_many_rooms(clients_.at(socket.get()))) co_return too_many;
    auto settings = new_settings(fields);
    if (auto* no = std::get_if<Refused>(&settings)) co_return std::move(*no);
    auto& wanted = std::get<RoomSettings>(settings);
    if (fields.password && *fields.password) {
        if (Verdict too_much = quotas_.hash(socket->network())) co_return too_much;
        const Read<std::string> hash = co_await hashed(socket, **fields.password);
        if (const auto* no = std::get_if<Refused>(&hash)) co_return *no;
        wanted.password = std::get<std::string>(hash);
    }
    for (;;) {
        Client& maker = clients_.at(socket.get());
        if (draining_) co_return shutting_down();
        if (maker.over) co_return {};
        if (Verdict too_many = too_many_rooms(maker)) co_return too_many;
        if (make_room(maker, re, wanted)) co_return {};
        const Read<bool> come = co_await codes(socket);
        if (const auto* no = std::get_if<Refused>(&come)) co_return *no;
    }
}

/// The hash of a password, which takes a while.
Awaited<Lobby, Lobby::Read<std::string>> Lobby::hashed(const SinkPtr& socket, const std::string& password) {
    return {*this, socket, [this, socket, password](std::function<void(Read<std::string>)> then) {
                const auto hash = [then, password] { then(password_hash(password)); };
                if (!services_.aside(socket->network(), hash)) then(too_much_to_hash());
            }};
}

/// Returns a code that no room has, not even on another node; nothing while none is at hand.
std::optional<std::string> Lobby::new_code() {
    if (services_.other_nodes) return services_.other_nodes->take_code();
    std::string code = random_room_code();
    while (rooms_.contains(code)) code = random_room_code();
    return code;
}

/// Waits until there are codes for rooms again.
Awaited<Lobby, Lobby::Read<bool>> Lobby::codes(const SinkPtr& socket) {
    return {*this, socket, [this](std::function<void(Read<bool>)> then) {
                services_.other_nodes->await_codes([then](bool come) {
                    if (come) return then(true);
                    then(Refused{Code::busy, "There is no code for a new table just now.", {}, 250});
                });
            }};
}

/// Returns the code of the new room, or nothing while there is no code for it.
std::optional<std::string> Lobby::make_room(Client& client, const protocol::RequestId& re,
                                            RoomSettings settings, bool accepts_bot) {
    const auto code = new_code();
    if (!code) return code;
    const Requester maker{people_.at(client.player).info, client.socket, re};
    client.visited.insert(*code);
    Maker by = maker_of(client.player, client.socket->network());
    if (const auto left = places_.left_too_many(by.site))
        rooms_.at(*left).room->post([](Room& room) { room.close_if_empty(true); });
    if (const auto other = places_.make_place())
        rooms_.at(*other).room->post([](Room& room) { room.close_if_empty(false); });
    places_.opened(*code, std::move(by));
    rooms_[*code].room = Room::make(services_, link(), *code, std::move(settings), maker, accepts_bot);
    if (database_away_) rooms_[*code].room->post([](Room& room) { room.database_away(true); });
    return code;
}

}  // namespace cubilete::server
