#include <algorithm>

#include "server/match/built_in_bots.hpp"
#include "server/room/room_refusals.hpp"
#include "server/room/seating.hpp"

namespace cubilete::server {

Verdict Seating::check_ready_to_start() const {
    for (const RoomSeat& seat : seats_)
        if (seat.is_person() && !seat.ready && seat.player.id != host_)
            return refused(RefusalReason::not_ready, {seat.player.name});
    if (taken_count() < rules_.least)
        return refused(rules_.least == 1 ? RefusalReason::needs_player : RefusalReason::needs_players,
                       {rules_.title, std::to_string(rules_.least)});
    return {};
}

Verdict Seating::check_can_start(const std::string& by) const {
    if (by != host_) return refused(RefusalReason::only_host);
    if (playing()) return refused(RefusalReason::match_running);
    return check_ready_to_start();
}

Verdict Seating::set_wants_rematch(const std::string& player) {
    if (!is_here(player)) return refused(RefusalReason::not_here);
    RoomSeat* seat = seat_of(player);
    if (!seat) return refused(RefusalReason::no_seat);
    if (phase_ == Phase::waiting) return refused(RefusalReason::none_played);
    if (playing()) return refused(RefusalReason::match_running);
    seat->ready = true;
    return {};
}

bool Seating::all_want_rematch() const {
    const bool people = std::ranges::any_of(seats_, &RoomSeat::is_person);
    if (!people && taken_count() == 1 && seats_.size() > 1) return false;
    bool anybody = false;
    for (const RoomSeat& seat : seats_) {
        const bool program = !seat.is_free() && !level_of(seat.player.id) && is_online(seat.player.id);
        const bool asked = people ? seat.is_person() : program;
        if (asked && !seat.ready) return false;
        anybody |= asked;
    }
    return anybody && !check_ready_to_start();
}

void Seating::start() {
    phase_ = Phase::playing;
    close_up();
    for (RoomSeat& seat : seats_) {
        if (seat.is_free()) break;
        seat.ready = seat.bot_plays = seat.left = false;
        seat.missed_turns = 0;
        seat.votes_to_free.clear();
        seat.votes_for_bot.clear();
    }
}

void Seating::finish() {
    phase_ = Phase::finished;
    for (RoomSeat& seat : seats_) {
        seat.ready = seat.bot_plays = false;
        if (seat.left) seat = {};
    }
}

bool Seating::on_move(Seat at) {
    RoomSeat& seat = seats_[at];
    if (seat.left) return false;
    const bool returns = seat.bot_plays || seat.missed_turns > 0;
    seat.bot_plays = false;
    seat.missed_turns = 0;
    return returns;
}

void Seating::missed_turn(Seat at) {
    RoomSeat& seat = seats_[at];
    seat.bot_plays |= ++seat.missed_turns >= rules_.missed_turns;
}

}  // namespace cubilete::server
