// The rooms in which a player sits, asked one by one.
#include <algorithm>
#include <iterator>
#include <utility>

#include "protocol/codec.hpp"
#include "server/lobby/lobby.hpp"

namespace cubilete::server {

using protocol::Json;
using protocol::object;

namespace {

constexpr std::size_t rooms_a_request = 8;  // that many rooms to query cost one request more

}  // namespace

Lobby::Verdict Lobby::carry_out(Client& client, const protocol::RequestId& re, protocol::MeTables&) {
    const auto answer = [weak = weak_from_this(), socket = client.socket, re](std::vector<Json> tables) {
        const auto self = weak.lock();
        if (!self) return;
        Json fields = object({{"tables", std::move(tables)}});
        self->gate_->answer(socket, re, protocol::write(protocol::Ok{re, std::move(fields)}));
    };
    const std::string player = client.player;
    quotas_.charge(player, static_cast<int>(people_.at(player).seats.size() / rooms_a_request));
    tables_of(player, [weak = weak_from_this(), player, answer](std::vector<Json> own) {
        const auto self = weak.lock();
        if (!self || !self->services_.other_nodes) return answer(std::move(own));
        self->services_.other_nodes->tables_of(
            player, [own = std::move(own), answer](std::vector<Json> others) mutable {
                std::ranges::move(others, std::back_inserter(own));
                answer(std::move(own));
            });
    });
    return {};
}

/// Asks each room on its own thread. `done` runs when the last room has answered or no longer exists.
void Lobby::tables_of(const std::string& player, std::function<void(std::vector<Json>)> done) {
    struct Tables {
        std::function<void(std::vector<Json>)> answer;
        std::vector<Json> told = {};  ///< written on the lobby's thread only

        explicit Tables(std::function<void(std::vector<Json>)> finished) : answer(std::move(finished)) {}
        Tables(const Tables&) = delete;
        Tables& operator=(const Tables&) = delete;
        ~Tables() { answer(std::move(told)); }
    };
    const auto tables =
        std::make_shared<Tables>([weak = weak_from_this(), done = std::move(done)](auto told) {
            if (const auto self = weak.lock())
                self->post([done, told = std::move(told)](Lobby&) { done(told); });
        });
    const auto person = people_.find(player);
    if (person == people_.end()) return;
    for (const std::string& code : person->second.seats) {
        const auto entry = rooms_.find(code);
        if (entry == rooms_.end()) continue;
        entry->second.room->post([weak = weak_from_this(), player, tables](Room& room) {
            const auto self = weak.lock();
            auto table = room.table_of(player);
            if (!self || !table) return;
            self->post([tables, table = *std::move(table)](Lobby&) { tables->told.push_back(table); });
        });
    }
}

}  // namespace cubilete::server
