#include "server/room/presence_timers.hpp"

#include <algorithm>
#include <utility>

namespace cubilete::server {

PresenceTimers::PresenceTimers(Actor& actor, Seating& seating, Events events)
    : actor_(actor), seating_(seating), events_(std::move(events)) {}

void PresenceTimers::begin(std::optional<std::int64_t> unattended_since_ms) {
    attended_ = seating_.person_online();
    unattended_since_ms_ = unattended_since_ms.value_or(actor_.clock().wall_ms());
    presence_changed_at_ = actor_.clock().now();
}

void PresenceTimers::update(int turn_ms) {
    const Limits& limits = actor_.services().limits;
    const bool playing = seating_.playing();
    record_presence(playing);
    const bool attended = seating_.person_online();
    set_timer(empty_timer_, !attended && !playing, limits.empty_room, events_.close);
    set_timer(abandon_timer_, !attended && playing, time_until_abandon(turn_ms), events_.abandon);
    set_timer(host_timer_,
              !seating_.rules().quick && !seating_.is_online(seating_.host()) && attended && !playing,
              limits.host_absence, events_.replace_host);
    update_absence_timer();
}

/// Starts a timer unless it runs already, or stops it.
void PresenceTimers::set_timer(std::unique_ptr<Clock::Timer>& timer, bool runs, Clock::Duration wait,
                               const Actor::Action& action) {
    if (!runs)
        timer.reset();
    else if (!timer)
        timer = actor_.after(wait, [&timer, action] {
            timer.reset();
            action();
        });
}

void PresenceTimers::record_presence(bool playing) {
    if (seating_.person_online() != attended_) {
        attended_ = !attended_;
        unattended_since_ms_ = actor_.clock().wall_ms();
        if (playing) events_.write();
    }
    if (seating_.anybody_online() == anybody_online_) return;
    anybody_online_ = !anybody_online_;
    presence_changed_at_ = actor_.clock().now();
    events_.report();
}

void PresenceTimers::update_absence_timer() {
    const Clock::Duration now = actor_.clock().now();
    const auto next = seating_.record_absences(now);
    absence_timer_.reset();
    if (next) absence_timer_ = actor_.after(*next - now, events_.open_absence_vote);
}

void PresenceTimers::stop() {
    empty_timer_.reset();
    abandon_timer_.reset();
    host_timer_.reset();
    absence_timer_.reset();
}

std::optional<std::int64_t> PresenceTimers::unattended_since() const {
    return attended_ ? std::nullopt : std::optional(unattended_since_ms_);
}

bool PresenceTimers::is_long_empty() const {
    return !seating_.anybody_online() &&
           actor_.clock().now() - presence_changed_at_ >= actor_.services().limits.empty_room;
}

/// After a restart people get at least `empty_room` to come back, however long the server was down.
Clock::Duration PresenceTimers::time_until_abandon(int turn_ms) const {
    const Limits& limits = actor_.services().limits;
    Clock::Duration wait = limits.abandon_after;
    if (seating_.people_seated() < 2) wait = std::min(wait, limits.abandon_alone);
    wait = std::max(wait, Clock::Duration(2 * std::int64_t{turn_ms}));
    const Clock::Duration gone(std::max<std::int64_t>(actor_.clock().wall_ms() - unattended_since_ms_, 0));
    return std::min(wait, std::max(wait - gone, limits.empty_room));
}

}  // namespace cubilete::server
