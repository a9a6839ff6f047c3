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
        quotas_.room_opened(code, std::move(memory.maker));
        known.people = static_cast<int>(known.seated.size());
        known.unattended_since_ms = memory.unattended_since_ms;
        reported(known);
    } catch (const std::exception& trouble) {
        rooms_.erase(code);
        quotas_.room_closed(code);
        spdlog::error("room {} cannot be opened and stays as it is on disk: {}", code, trouble.what());
    }
}

// ---- new rooms

Lobby::Verdict Lobby::too_many_rooms(const Client& client) const {
    if (!makes_rooms_) return shutting_down();
    if (quotas_.is_full())
        return Refused{Code::busy, "There are as many tables here as this server can serve.", {}, 60'000};
    return quotas_.open_room(client.player, address_key(client.socket->network()));
}

Lobby::Verdict Lobby::carry_out(Client& client, const protocol::RequestId& re,
                                protocol::RoomCreate& request) {
    if (Verdict too_many = too_many_rooms(client)) return too_many;
    auto settings = new_settings(request.fields);
    if (auto* no = std::get_if<Refused>(&settings)) return std::move(*no);
    auto& wanted = std::get<RoomSettings>(settings);
    if (!request.fields.password || !*request.fields.password) return make_own_room(client, re, wanted);
    if (Verdict too_much = quotas_.hash(client.socket->network(), now())) return too_much;
    auto seal = [self = shared_from_this(), socket = client.socket, re, settings = std::move(wanted),
                 password = **request.fields.password]() mutable {
        settings.password = password_hash(password);
        self->resume(socket, re, [re, settings = std::move(settings)](Lobby& lobby, Client& maker) {
            return lobby.make_own_room(maker, re, settings);
        });
    };
    if (!services_.aside(client.socket->network(), std::move(seal))) return too_much_to_hash();
    return {};
}

Lobby::Verdict Lobby::make_own_room(Client& client, const protocol::RequestId& re,
                                    const RoomSettings& settings) {
    if (Verdict too_many = too_many_rooms(client)) return too_many;
    if (!make_room(client, re, settings))
        await_codes(client, re, [re, settings](Lobby& lobby, Client& maker) {
            return lobby.make_own_room(maker, re, settings);
        });
    return {};
}

/// Returns a code that no room has, not even on another node; nothing while none is at hand.
std::optional<std::string> Lobby::new_code() {
    if (services_.other_nodes) return services_.other_nodes->take_code();
    std::string code = random_room_code();
    while (rooms_.contains(code)) code = random_room_code();
    return code;
}

/// Carries out the action when there are codes for rooms again.
void Lobby::await_codes(const Client& client, const protocol::RequestId& re,
                        std::function<Verdict(Lobby&, Client&)> action) {
    services_.other_nodes->await_codes(
        [self = shared_from_this(), socket = client.socket, re, action = std::move(action)](bool come) {
            self->resume(socket, re, [come, action](Lobby& lobby, Client& again) -> Verdict {
                if (come) return action(lobby, again);
                return Refused{Code::busy, "There is no code for a new table just now.", {}, 250};
            });
        });
}

/// Returns the code of the new room, or nothing while there is no code for it.
std::optional<std::string> Lobby::make_room(Client& client, const protocol::RequestId& re,
                                            RoomSettings settings, bool accepts_bot) {
    const auto code = new_code();
    if (!code) return code;
    const Requester maker{people_.at(client.player).info, client.socket, re};
    client.visited.insert(*code);
    Maker by = maker_of(client.player, client.socket->network());
    if (const auto left = quotas_.left_too_many(by.site))
        rooms_.at(*left).room->post([](Room& room) { room.close_if_empty(true); });
    if (const auto other = quotas_.take_place())
        rooms_.at(*other).room->post([](Room& room) { room.close_if_empty(false); });
    quotas_.room_opened(*code, std::move(by));
    rooms_[*code].room = Room::make(services_, link(), *code, std::move(settings), maker, accepts_bot);
    if (database_away_) rooms_[*code].room->post([](Room& room) { room.database_away(true); });
    return code;
}

/// Continues a request whose answer had to wait. Any thread. Does nothing if its socket has closed.
void Lobby::resume(SinkPtr socket, const protocol::RequestId& re,
                   std::function<Verdict(Lobby&, Client&)> action) {
    post([socket = std::move(socket), re, action = std::move(action)](Lobby& self) {
        const auto client = self.clients_.find(socket.get());
        if (client == self.clients_.end()) return;
        Verdict verdict = self.draining_ ? shutting_down() : action(self, client->second);
        if (verdict) self.refuse(socket, re, std::move(*verdict));
    });
}

}  // namespace cubilete::server
