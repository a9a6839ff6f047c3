#include "server/room/attendance.hpp"

#include <algorithm>
#include <utility>

namespace cubilete::server {

Attendance::Attendance(Actor& actor, Seating& seating, Then then)
    : actor_(actor), seating_(seating), then_(std::move(then)) {}

void Attendance::begin(std::optional<std::int64_t> unattended_since_ms) {
    attended_ = seating_.person_online();
    unattended_since_ms_ = unattended_since_ms.value_or(actor_.clock().wall_ms());
    left_at_ = actor_.clock().now();
}

void Attendance::follow(int turn_ms) {
    const Limits& limits = actor_.services().limits;
    const bool playing = seating_.playing();
    note(playing);
    const bool attended = seating_.person_online();
    set(empty_timer_, !attended && !playing, limits.empty_room, then_.close);
    set(abandon_timer_, !attended && playing, until_abandoned(turn_ms), then_.abandon);
    set(host_timer_, !seating_.rules().quick && !seating_.is_online(seating_.host()) && attended && !playing,
        limits.host_absence, then_.replace_host);
    follow_absent();
}

/// Starts a timer unless it runs already, or stops it.
void Attendance::set(std::unique_ptr<Clock::Timer>& timer, bool runs, Clock::Duration wait,
                     const Actor::Action& action) {
    if (!runs)
        timer.reset();
    else if (!timer)
        timer = actor_.after(wait, [&timer, action] {
            timer.reset();
            action();
        });
}

void Attendance::note(bool playing) {
    if (seating_.person_online() != attended_) {
        attended_ = !attended_;
        unattended_since_ms_ = actor_.clock().wall_ms();
        if (playing) then_.write();
    }
    if (seating_.anybody_online() == anybody_) return;
    anybody_ = !anybody_;
    left_at_ = actor_.clock().now();
    then_.report();
}

void Attendance::follow_absent() {
    const Clock::Duration now = actor_.clock().now();
    const auto next = seating_.note_absent(now);
    absence_timer_.reset();
    if (next) absence_timer_ = actor_.after(*next - now, then_.absence_lasts);
}

void Attendance::stop() {
    empty_timer_.reset();
    abandon_timer_.reset();
    host_timer_.reset();
    absence_timer_.reset();
}

std::optional<std::int64_t> Attendance::unattended_since() const {
    return attended_ ? std::nullopt : std::optional(unattended_since_ms_);
}

bool Attendance::is_left_behind() const {
    return !seating_.anybody_online() &&
           actor_.clock().now() - left_at_ >= actor_.services().limits.empty_room;
}

/// After a restart people get at least `empty_room` to come back, however long the server was down.
Clock::Duration Attendance::until_abandoned(int turn_ms) const {
    const Limits& limits = actor_.services().limits;
    Clock::Duration wait = limits.abandon_after;
    if (seating_.people_seated() < 2) wait = std::min(wait, limits.abandon_alone);
    wait = std::max(wait, Clock::Duration(2 * std::int64_t{turn_ms}));
    const Clock::Duration gone(std::max<std::int64_t>(actor_.clock().wall_ms() - unattended_since_ms_, 0));
    return std::min(wait, std::max(wait - gone, limits.empty_room));
}

}  // namespace cubilete::server
