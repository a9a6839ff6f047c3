// quick.match: finds a seat for a stranger, or makes a room.
#include <memory>
#include <utility>

#include "server/lobby/lobby.hpp"
#include "server/room/room_refusals.hpp"

namespace cubilete::server {

using protocol::Refused;

namespace {

/// How many rooms may refuse a stranger of quick.match before a new one is made.
constexpr std::size_t most_tables_tried = 8;
/// Another node tells of its rooms within a quarter of a second, unless it or the link fails.
constexpr Clock::Duration promises_last{2'000};

}  // namespace

Lobby::Verdict Lobby::carry_out(Client& client, const protocol::RequestId& re,
                                protocol::QuickMatch& request) {
    if (!protocol::find_game(request.game)) return no_such_game(request.game);
    const Requester stranger{people_.at(client.player).info, client.socket, re};
    if (services_.other_nodes && services_.other_nodes->seek(stranger, request)) return {};
    find_seat(client.socket, re, std::move(request), {});
    return {};
}

/// Asks one room after another for a seat, the fullest first, and makes a new one if none has a seat.
Lobby::Task Lobby::find_seat(SinkPtr socket, protocol::RequestId re, protocol::QuickMatch wanted,
                             std::set<std::string> tried) {
    for (;;) {
        const auto client = clients_.find(socket.get());
        if (client == clients_.end() || client->second.player.empty() || client->second.over) co_return {};
        if (draining_) co_return shutting_down();
        const protocol::PlayerInfo& player = people_.at(client->second.player).info;
        waiting_rooms_.forget_promises(clock_->now());
        const auto found =
            tried.size() < most_tables_tried ? waiting_rooms_.find(player, wanted.game, tried) : std::nullopt;
        if (!found) {
            const auto made = make_quick_room(client->second, re, wanted);
            if (const auto* no = std::get_if<Refused>(&made)) co_return *no;
            if (std::get<bool>(made)) co_return {};
            const Read<bool> come = co_await codes(socket);
            if (const auto* no = std::get_if<Refused>(&come)) co_return *no;
            tried.clear();
        } else if (tried.insert(found->room); found->node != this_node) {
            waiting_rooms_.promise(found->room, clock_->now() + promises_last);
            services_.other_nodes->seat({player, socket, re}, wanted, tried, *found);
            co_return {};
        } else {
            co_await declined(socket, re, wanted, found->room);
        }
    }
}

/// Asks a room here for a seat. Goes on only if it declines.
Awaited<Lobby, bool> Lobby::declined(const SinkPtr& socket, const protocol::RequestId& re,
                                     const protocol::QuickMatch& wanted, const std::string& room) {
    return {*this, socket, [this, socket, re, wanted, room](std::function<void(bool)> then) {
                seat(socket, re, wanted, room, [then] { then(true); });
            }};
}

/// False: there is no code for a room just now.
Lobby::Read<bool> Lobby::make_quick_room(Client& client, const protocol::RequestId& re,
                                         const protocol::QuickMatch& wanted) {
    if (Verdict too_many = too_many_rooms(client)) return *std::move(too_many);
    protocol::RoomFields open;
    open.game = wanted.game;
    open.is_public = true;
    auto settings = new_settings(open);
    if (auto* no = std::get_if<Refused>(&settings)) return std::move(*no);
    auto& quick = std::get<RoomSettings>(settings);
    quick.quick = true;
    const auto room = make_room(client, re, std::move(quick), wanted.bots);
    // It has not reported yet, but counts, so that two players who ask at the same time meet.
    if (room) waiting_rooms_.put({*room, wanted.game, 0, 1, true, true, {}});
    return room.has_value();
}

}  // namespace cubilete::server
