#include "server/room/turn_clock.hpp"

#include <algorithm>
#include <utility>

namespace cubilete::server {

namespace {

constexpr std::chrono::seconds longest_delay{1};  // of a timer under normal load

}  // namespace

TurnClock::TurnClock(Actor& actor, Actor::Action ran_out) : actor_(actor), ran_out_(std::move(ran_out)) {}

void TurnClock::follow(const Wait& wait, int turn_ms) {
    if (wait.kind == kind_ && wait.number == number_) return;
    kind_ = wait.kind;
    number_ = wait.number;
    running_ = false;
    paused_.reset();
    if (wait.kind == Wait::Kind::none) return;
    extended_ = false;
    of_ = Clock::Duration(wait.kind == Wait::Kind::turn ? turn_ms : wait.milliseconds);
    if (of_.count() > 0) start(of_);
}

void TurnClock::resume(Clock::Duration left, Clock::Duration grace, Clock::Duration run) {
    if (!runs() || left.count() <= 0) return;
    of_ = std::max(of_, left + grace);
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

void TurnClock::go_on() {
    if (paused_) start(*paused_);
}

void TurnClock::freeze() {
    if (!still_since_) still_since_ = actor_.clock().now();
}

void TurnClock::unfreeze(Clock::Duration grace) {
    if (!still_since_) return;
    const Clock::Duration least = std::max(left(), grace);
    still_since_.reset();
    if (!runs()) return;
    of_ = std::max(of_, least);
    if (paused_)
        paused_ = least;
    else
        start(least);
}

/// The time by which `until_` is meant.
Clock::Duration TurnClock::now() const { return still_since_.value_or(actor_.clock().now()); }

bool TurnClock::extend_late(Clock::Duration grace) {
    const bool too_late = actor_.clock().now() - until_ > longest_delay;
    if (!too_late || extended_ || kind_ != Wait::Kind::turn) return false;
    extended_ = true;
    of_ = std::max(of_, grace);
    start(grace);
    return true;
}

void TurnClock::start(Clock::Duration wait) {
    paused_.reset();
    running_ = true;
    until_ = now() + wait;
    if (!timer_ || until_ < rings_at_) set_timer(wait);
}

void TurnClock::set_timer(Clock::Duration wait) {
    rings_at_ = actor_.clock().now() + wait;
    timer_ = actor_.after(wait, [this] { on_expiry(); });
}

/// To set a timer once in a while costs less than to set one for each turn.
void TurnClock::on_expiry() {
    timer_.reset();
    if (!running_) return;
    const Clock::Duration more = until_ - actor_.clock().now();
    if (more.count() > 0) return set_timer(more);
    running_ = false;
    ran_out_();
}

Clock::Duration TurnClock::left() const {
    if (paused_) return *paused_;
    return running_ ? std::max(until_ - now(), Clock::Duration(1)) : Clock::Duration(0);
}

std::optional<protocol::MatchPush::Clock> TurnClock::push() const {
    if (!runs()) return std::nullopt;
    return protocol::MatchPush::Clock{kind_, left().count(), of_.count()};
}

}  // namespace cubilete::server
