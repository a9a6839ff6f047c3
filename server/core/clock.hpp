#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>

namespace cubilete::server {

/// Milliseconds since 1970, UTC, by this machine.
inline std::int64_t system_wall_ms() {
    const auto since_1970 = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(since_1970).count();
}

/// Time for an actor; tests replace it by a clock that they control. Timers run on a steady clock, so a
/// change of the wall clock does not affect them.
class Clock {
  public:
    using Duration = std::chrono::milliseconds;

    /// Destroying it cancels it. If it is destroyed on the thread of its actor, the action never runs
    /// afterwards.
    struct Timer {
        virtual ~Timer() = default;
    };

    virtual ~Clock() = default;
    /// Milliseconds since 1970, UTC. For records only, never for deadlines.
    virtual std::int64_t wall_ms() const = 0;
    /// Time since a fixed but unspecified moment; it never goes back.
    virtual Duration now() const = 0;
    /// Runs `action` once, `wait` from now. Every actor has its own clock, and its actions run on the thread
    /// of the actor.
    virtual std::unique_ptr<Timer> after(Duration wait, std::function<void()> action) = 0;
};

}  // namespace cubilete::server
