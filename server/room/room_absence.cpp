#include <algorithm>

#include "server/match/house_cast.hpp"
#include "server/room/room.hpp"
#include "server/room/room_refusals.hpp"

namespace cubilete::server {

using protocol::Code;
using protocol::Refused;

/// Sets the timer for the moment when the others may vote for a built-in bot in place of an absent player.
void Room::look_after_absent() {
    const Clock::Duration now = clock_->now();
    const auto next = seating_.note_absent(now);
    absence_timer_.reset();
    if (next) absence_timer_ = after(*next - now, &Room::absence_lasts);
}

void Room::absence_lasts() {
    push_room();
    look_after_absent();
}

/// A match does not wait forever for an absent player: the host may have a built-in bot play for them, and so
/// may more than half of the seated people who are connected.
Verdict Room::carry_out(const Requester& from, const protocol::RoomStandIn& request) {
    auto vote = seating_.vote_for_bot(from.player, request.player, clock_->now());
    if (auto* no = std::get_if<Refused>(&vote)) return std::move(*no);
    if (std::get<Seating::Vote>(vote) == Seating::Vote::decided) {
        gate_->write(row());
        set_house();
    }
    answer(from);
    push_room();
    return {};
}

}  // namespace cubilete::server
