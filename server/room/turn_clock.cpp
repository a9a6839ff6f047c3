#include "server/room/turn_clock.hpp"

#include <algorithm>
#include <utility>

namespace cubilete::server {

namespace {

constexpr std::chrono::seconds longest_delay{1};  // of a timer under normal load

}  // namespace

TurnClock::TurnClock(Actor& actor, Actor::Action on_timeout)
    : actor_(actor), on_timeout_(std::move(on_timeout)) {}

void TurnClock::update(const Wait& wait, int turn_ms) {
    if (wait.kind == kind_ && wait.number == number_) return;
    kind_ = wait.kind;
    number_ = wait.number;
    running_ = false;
    paused_.reset();
    if (wait.kind == Wait::Kind::none) return;
    extended_ = false;
    duration_ = Clock::Duration(wait.kind == Wait::Kind::turn ? turn_ms : wait.milliseconds);
    if (duration_.count() > 0) start(duration_);
}

void TurnClock::resume(Clock::Duration left, Clock::Duration grace, Clock::Duration run) {
    if (!is_running() || left.count() <= 0) return;
    duration_ = std::max(duration_, left + grace);
    start(std::max(left + grace - run, Clock::Duration(0)));
}

void TurnClock::stop() {
    running_ = false;
    paused_.reset();
    kind_ = Wait::Kind::none;
}

void TurnClock::pause() {
    if (!running_) return;
    paused_ = left();
    running_ = false;
}

void TurnClock::unpause() {
    if (paused_) start(*paused_);
}

void TurnClock::freeze() {
    if (!frozen_since_) frozen_since_ = actor_.clock().now();
}

void TurnClock::unfreeze(Clock::Duration grace) {
    if (!frozen_since_) return;
    const Clock::Duration least = std::max(left(), grace);
    frozen_since_.reset();
    if (!is_running()) return;
    duration_ = std::max(duration_, least);
    if (paused_)
        paused_ = least;
    else
        start(least);
}

/// The time by which `deadline_` is meant.
Clock::Duration TurnClock::now() const { return frozen_since_.value_or(actor_.clock().now()); }

bool TurnClock::extend_late_turn(Clock::Duration grace) {
    const bool too_late = actor_.clock().now() - deadline_ > longest_delay;
    if (!too_late || extended_ || kind_ != Wait::Kind::turn) return false;
    extended_ = true;
    duration_ = std::max(duration_, grace);
    start(grace);
    return true;
}

void TurnClock::start(Clock::Duration wait) {
    paused_.reset();
    running_ = true;
    deadline_ = now() + wait;
    if (!timer_ || deadline_ < timer_expires_at_) set_timer(wait);
}

void TurnClock::set_timer(Clock::Duration wait) {
    timer_expires_at_ = actor_.clock().now() + wait;
    timer_ = actor_.after(wait, [this] { on_expiry(); });
}

/// To set a timer once in a while costs less than to set one for each turn.
void TurnClock::on_expiry() {
    timer_.reset();
    if (!running_) return;
    const Clock::Duration more = deadline_ - actor_.clock().now();
    if (more.count() > 0) return set_timer(more);
    running_ = false;
    on_timeout_();
}

Clock::Duration TurnClock::left() const {
    if (paused_) return *paused_;
    return running_ ? std::max(deadline_ - now(), Clock::Duration(1)) : Clock::Duration(0);
}

std::optional<protocol::MatchPush::Clock> TurnClock::push() const {
    if (!is_running()) return std::nullopt;
    return protocol::MatchPush::Clock{kind_, left().count(), duration_.count()};
}

}  // namespace cubilete::server
