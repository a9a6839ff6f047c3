#include <algorithm>

#include "server/match/house_cast.hpp"
#include "server/room/room.hpp"
#include "server/room/room_refusals.hpp"

namespace cubilete::server {

using protocol::Code;
using protocol::Refused;

/// Records since when each seated player is absent, and sets the timer for the moment when the others may ask
/// for a built-in bot in their place.
void Room::look_after_absent() {
    const Clock::Duration now = clock_->now();
    std::optional<Clock::Duration> next;
    for (RoomSeat& room_seat : seats_) {
        if (room_seat.is_free() || is_present(room_seat.player.id)) {
            room_seat.away_since.reset();
            room_seat.stand_in.clear();
            continue;
        }
        if (!room_seat.away_since) room_seat.away_since = now;
        const Clock::Duration due = *room_seat.away_since + services_.limits.absence;
        if (due > now) next = std::min(next.value_or(due), due);
    }
    absence_timer_.reset();
    if (next && playing()) absence_timer_ = after(*next - now, &Room::absence_lasts);
}

void Room::absence_lasts() {
    push_room();
    look_after_absent();
}

bool Room::may_stand_in(const RoomSeat& room_seat) const {
    return playing() && !room_seat.is_free() && !room_seat.house && room_seat.away_since &&
           !is_present(room_seat.player.id) &&
           clock_->now() - *room_seat.away_since >= services_.limits.absence;
}

/// A match does not wait forever for an absent player: the host may have a built-in bot play for them, and so
/// may more than half of the seated people who are connected.
Room::Verdict Room::carry_out(const Requester& from, const protocol::RequestId& re,
                              const protocol::RoomStandIn& request) {
    if (!is_here(from.player.id)) return not_in_this_room();
    if (!playing()) return refused(Code::not_started, "No match is being played.");
    const bool host = from.player.id == host_;
    if (!host && !find_seat(from.player.id)) return no_seat_here();
    if (!host && from.player.bot) return refused(Code::not_seated, "Only people vote about a seat.");
    RoomSeat* absent = find_seat(request.player);
    if (!absent) return refused(Code::not_in_room, "Nobody of that id has a seat here.", "/player");
    if (is_present(request.player))
        return refused(Code::not_host, "Who is here plays without help.", "/player");
    if (!absent->house) {
        if (!may_stand_in(*absent)) {
            const auto gone = clock_->now() - absent->away_since.value_or(clock_->now());
            return Refused{Code::not_started, absent->player.name + " has been away for less than a minute.",
                           "/player", static_cast<int>((services_.limits.absence - gone).count())};
        }
        absent->stand_in.insert(from.player.id);
        const Votes votes = votes_of(absent->stand_in);
        if (host || std::ssize(votes.by) >= votes.needed) {
            absent->house = true;
            absent->stand_in.clear();
            gate_->write(row());
            set_house();
        }
    }
    answer(from, re);
    push_room();
    return {};
}

}  // namespace cubilete::server
