#include "server/room/quick_start.hpp"

#include <algorithm>
#include <utility>

namespace cubilete::server {

QuickStart::QuickStart(Actor& actor, const Seating& seating, Events events)
    : actor_(actor), seating_(seating), events_(std::move(events)) {}

void QuickStart::update(bool waits) {
    if (!seating_.rules().quick) return;
    const bool counted = start_timer_ != nullptr;
    const bool offered = offer_open_;
    const Limits& limits = actor_.services().limits;
    if (!waits || seating_.players_present() < seating_.rules().least) {
        start_timer_.reset();
    } else if (seating_.players_present() == seating_.rules().seats) {
        stop();
        return events_.start();
    } else if (!start_timer_) {
        start_ = actor_.clock().now() + limits.quick_start;
        start_timer_ = actor_.after(limits.quick_start, [this] {
            stop();
            events_.start();
        });
    }
    const RoomSeat* waiting = waits ? seating_.lone_seat() : nullptr;
    if (!waiting) {
        offer_timer_.reset();
        offer_open_ = false;
    } else if (offer_open_ && waiting->accepts_bot) {
        offer_open_ = false;
        return events_.add_bot();
    } else if (!offer_open_ && !offer_timer_) {
        offer_timer_ = actor_.after(limits.auto_bot_after, [this] { open_offer(); });
    }
    if (counted != (start_timer_ != nullptr) || offered != offer_open_) events_.push();
}

void QuickStart::open_offer() {
    offer_timer_.reset();
    const RoomSeat* waiting = seating_.lone_seat();
    if (!waiting) return;
    if (waiting->accepts_bot) return events_.add_bot();
    offer_open_ = true;
    events_.push();
}

void QuickStart::stop() {
    start_timer_.reset();
    offer_timer_.reset();
    offer_open_ = false;
}

std::optional<protocol::RoomPush::Quick> QuickStart::push() const {
    if (!seating_.rules().quick) return std::nullopt;
    protocol::RoomPush::Quick quick{.here = seating_.players_present(),
                                    .needed = seating_.rules().least,
                                    .starts_ms = {},
                                    .offer = offer_open_};
    if (start_timer_) quick.starts_ms = std::max<std::int64_t>((start_ - actor_.clock().now()).count(), 0);
    return quick;
}

}  // namespace cubilete::server
