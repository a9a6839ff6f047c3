#include <algorithm>

#include "protocol/match.hpp"
#include "server/match/house_cast.hpp"
#include "server/room/room.hpp"

namespace cubilete::server {

bool Room::waits_for_quick_start() const {
    return settings_.quick && phase() == Phase::waiting && !draining_ && !closed_ && frozen_.empty();
}

/// Number of seated players who are present, built-in bots included.
int Room::here() const {
    return static_cast<int>(std::ranges::count_if(seats_, [&](const RoomSeat& room_seat) {
        return !room_seat.is_free() && is_present(room_seat.player.id);
    }));
}

/// The minimum of the game, at least two: quick.match starts no match for one player.
int Room::needed_here() const { return std::max(2, protocol::find_game(settings_.game)->min_seats); }

/// Whether quick.match may seat another player here: a program always, a person only if a person is connected
/// or all seats are free, so that people are not sent to programs that wait among themselves.
bool Room::welcomes(bool program) const {
    if (!waits_for_quick_start()) return false;
    const bool people = std::ranges::any_of(seats_, [&](const RoomSeat& room_seat) {
        return !room_seat.is_free() && !room_seat.player.bot && is_online(room_seat.player.id);
    });
    return program || people || std::ranges::all_of(seats_, &RoomSeat::is_free);
}

void Room::seat_stranger(const Requester& from, const protocol::RequestId& re, bool accepts_bot,
                         const std::function<void()>& elsewhere) {
    const std::string& id = from.player.id;
    if (!waits_for_quick_start() || banned_.contains(id)) return elsewhere();
    if (!find_seat(id) && (!welcomes(from.player.bot) || sit(from.player, {}))) return elsewhere();
    RoomSeat& room_seat = *find_seat(id);
    room_seat.ready = true;
    room_seat.out.clear();
    room_seat.accepts_bot = accepts_bot;
    enter(from, re, true, {});
}

/// The seat of the only player who is present; nullptr if there is not exactly one, or if it is a built-in
/// bot.
Room::RoomSeat* Room::alone() {
    if (!waits_for_quick_start() || here() != 1) return nullptr;
    const auto present = std::ranges::find_if(seats_, [&](const RoomSeat& room_seat) {
        return !room_seat.is_free() && is_present(room_seat.player.id);
    });
    return level_of(present->player.id) ? nullptr : &*present;
}

/// Follows a change in a quick.match room. With enough players present the match starts after a delay, at
/// once if all seats are taken by present players. A player who is alone gets the offer of a built-in bot
/// after a delay.
void Room::look_after_quick() {
    if (!settings_.quick) return;
    const bool counted = quick_timer_ != nullptr;
    const bool offered = offer_open_;
    const bool enough = waits_for_quick_start() && here() >= needed_here();
    if (!enough) {
        quick_timer_.reset();
    } else if (here() == std::ssize(seats_)) {
        return start_quick();
    } else if (!quick_timer_) {
        quick_start_ = clock_->now() + services_.limits.quick_start;
        quick_timer_ = after(services_.limits.quick_start, &Room::start_quick);
    }
    const RoomSeat* waiting = alone();
    if (!waiting) {
        auto_bot_timer_.reset();
        offer_open_ = false;
    } else if (offer_open_ && waiting->accepts_bot) {
        return add_auto_bot();
    } else if (!offer_open_ && !auto_bot_timer_) {
        auto_bot_timer_ = after(services_.limits.auto_bot_after, &Room::open_offer);
    }
    if (counted != (quick_timer_ != nullptr) || offered != offer_open_) push_room();
}

void Room::open_offer() {
    auto_bot_timer_.reset();
    const RoomSeat* waiting = alone();
    if (!waiting) return;
    offer_open_ = true;
    if (waiting->accepts_bot) return add_auto_bot();
    push_room();
}

/// Adds one built-in bot. The player's consent holds for one.
void Room::add_auto_bot() {
    offer_open_ = false;
    free_seats_of_the_absent();
    alone()->accepts_bot = false;
    seat_house_player(*std::ranges::find_if(seats_, &RoomSeat::is_free), Level::medium);
    changed();
}

void Room::free_seats_of_the_absent() {
    for (RoomSeat& room_seat : seats_) {
        if (room_seat.is_free() || is_present(room_seat.player.id)) continue;
        members_.erase(room_seat.player.id);  // an absent member has no socket to notify
        room_seat = {};
    }
}

void Room::start_quick() {
    quick_timer_.reset();
    auto_bot_timer_.reset();
    offer_open_ = false;
    if (!waits_for_quick_start() || here() < needed_here()) return;
    free_seats_of_the_absent();
    start_match();
    push_room();
    push_match(1);
    update_idle_timers();
}

std::optional<protocol::RoomPush::Quick> Room::quick_push() const {
    if (!settings_.quick) return std::nullopt;
    protocol::RoomPush::Quick quick{here(), needed_here(), {}, offer_open_};
    if (quick_timer_) quick.starts_ms = std::max<std::int64_t>((quick_start_ - clock_->now()).count(), 0);
    return quick;
}

}  // namespace cubilete::server
