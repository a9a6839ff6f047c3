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
    return find_seat(client, re, request, {});
}

/// Asks one room after another for a seat, the fullest first, and makes a new one if none has a seat.
Lobby::Verdict Lobby::find_seat(Client& client, const protocol::RequestId& re,
                                const protocol::QuickMatch& wanted, std::set<std::string> tried) {
    const protocol::PlayerInfo& player = people_.at(client.player).info;
    waiting_rooms_.forget_promises(clock_->now());
    const auto found =
        tried.size() < most_tables_tried ? waiting_rooms_.find(player, wanted.game, tried) : std::nullopt;
    if (!found) return make_quick_room(client, re, wanted);
    tried.insert(found->room);
    if (found->node != this_node) {
        waiting_rooms_.promise(found->room, clock_->now() + promises_last);
        services_.other_nodes->seat({player, client.socket, re}, wanted, tried, *found);
        return {};
    }
    seat(client.socket, re, wanted, found->room,
         [self = shared_from_this(), socket = client.socket, re, wanted, tried] {
             self->resume(socket, re, [re, wanted, tried](Lobby& lobby, Client& again) {
                 return lobby.find_seat(again, re, wanted, tried);
             });
         });
    return {};
}

Lobby::Verdict Lobby::make_quick_room(Client& client, const protocol::RequestId& re,
                                      const protocol::QuickMatch& wanted) {
    if (Verdict too_many = too_many_rooms(client)) return too_many;
    protocol::RoomFields open;
    open.game = wanted.game;
    open.is_public = true;
    auto settings = new_settings(open);
    if (auto* no = std::get_if<Refused>(&settings)) return std::move(*no);
    auto& quick = std::get<RoomSettings>(settings);
    quick.quick = true;
    if (const auto room = make_room(client, re, std::move(quick), wanted.bots))
        // It has not reported yet, but counts, so that two players who ask at the same time meet.
        waiting_rooms_.put({*room, wanted.game, 0, 1, true, true, {}});
    else
        await_codes(client, re, [re, wanted](Lobby& lobby, Client& again) {
            return lobby.find_seat(again, re, wanted, {});
        });
    return {};
}

}  // namespace cubilete::server
