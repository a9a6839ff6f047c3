#include <algorithm>

#include "protocol/match.hpp"
#include "server/match/house_cast.hpp"
#include "server/room/room.hpp"

namespace cubilete::server {

bool Room::waits_for_quick_start() const {
    return settings_.quick && seating_.phase() == Seating::Phase::waiting && !draining_ && !closed_ &&
           frozen_.empty();
}

void Room::seat_stranger(const Requester& from, bool accepts_bot, const std::function<void()>& elsewhere) {
    if (!waits_for_quick_start() || !seating_.join_quick(from.player, accepts_bot, clock_->wall_ms()))
        return elsewhere();
    enter(from, true, {});
}

/// The seat of the player who may get the offer of a built-in bot.
const RoomSeat* Room::alone() const { return waits_for_quick_start() ? seating_.alone() : nullptr; }

/// Follows a change in a quick.match room. With enough players present the match starts after a delay, at
/// once if all seats are taken by present players. A player who is alone gets the offer of a built-in bot
/// after a delay.
void Room::look_after_quick() {
    if (!settings_.quick) return;
    const bool counted = quick_timer_ != nullptr;
    const bool offered = offer_open_;
    const bool enough = waits_for_quick_start() && seating_.players_present() >= seating_.rules().least;
    if (!enough) {
        quick_timer_.reset();
    } else if (seating_.players_present() == settings_.seats) {
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

void Room::add_auto_bot() {
    offer_open_ = false;
    seating_.add_auto_bot(clock_->wall_ms());
    changed();
}

void Room::start_quick() {
    quick_timer_.reset();
    auto_bot_timer_.reset();
    offer_open_ = false;
    if (!waits_for_quick_start() || seating_.players_present() < seating_.rules().least) return;
    seating_.free_absent_seats();
    start_match();
    push_room();
    push_match(1);
    update_idle_timers();
}

std::optional<protocol::RoomPush::Quick> Room::quick_push() const {
    if (!settings_.quick) return std::nullopt;
    protocol::RoomPush::Quick quick{seating_.players_present(), seating_.rules().least, {}, offer_open_};
    if (quick_timer_) quick.starts_ms = std::max<std::int64_t>((quick_start_ - clock_->now()).count(), 0);
    return quick;
}

}  // namespace cubilete::server
