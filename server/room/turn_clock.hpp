#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "protocol/messages.hpp"
#include "server/room/actor.hpp"

namespace cubilete::server {

/// The clock of a match: one timer for what its rules wait for, a turn or a window.
class TurnClock {
  public:
    /// `on_timeout` runs on the room's thread when the time is over.
    TurnClock(Actor& actor, Actor::Action on_timeout);

    /// Starts anew if the rules wait for something else than before. `turn_ms`: milliseconds of a turn, 0 = no
    /// clock.
    void update(const Wait& wait, int turn_ms);
    /// After a restart `run` ago: `left` was left of the present wait; adds `grace`.
    void resume(Clock::Duration left, Clock::Duration grace, Clock::Duration run);
    void stop();
    /// Stops the time, which goes on with unpause().
    void pause();
    void unpause();
    /// From now on the time stands still, also for waits that begin meanwhile, until unfreeze(). Both may be
    /// called twice.
    void freeze();
    /// The present wait then has at least `grace` left.
    void unfreeze(Clock::Duration grace);
    /// Call it when the time ran out: extends a turn once by `grace` if the timer fired late, because the
    /// process was suspended or overloaded, and a move that was sent in time may wait unread in a socket.
    bool extend_late_turn(Clock::Duration grace);

    bool is_running() const { return running_ || paused_; }
    /// 0 if it does not run, otherwise at least a millisecond.
    Clock::Duration left() const;
    /// They identify the wait and its end: if both are unchanged, the clock's text in a push is, too.
    std::uint32_t number() const { return number_; }
    Clock::Duration deadline() const { return deadline_; }
    std::optional<protocol::MatchPush::Clock> push() const;

  private:
    Clock::Duration now() const;
    void start(Clock::Duration wait);
    void set_timer(Clock::Duration wait);
    void on_expiry();

    Actor& actor_;
    Actor::Action on_timeout_;
    std::uint32_t number_ = 0;
    Wait::Kind kind_ = Wait::Kind::none;
    Clock::Duration duration_{};
    Clock::Duration deadline_{};
    bool extended_ = false;
    bool running_ = false;
    /// Stays set from turn to turn, so it may ring before `deadline_`.
    std::unique_ptr<Clock::Timer> timer_;
    Clock::Duration timer_expires_at_{};
    std::optional<Clock::Duration> paused_;        ///< time that is left
    std::optional<Clock::Duration> frozen_since_;  ///< set between freeze() and unfreeze()
};

}  // namespace cubilete::server
