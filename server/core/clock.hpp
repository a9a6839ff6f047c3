#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>

namespace cubilete::server {

/// Time for actors, so that tests can turn the hands. Timers run on a steady clock: a jump of the wall clock
/// changes nothing.
class Clock {
  public:
    using Duration = std::chrono::milliseconds;

    /// Destroying it cancels it; once destroyed on its owner's strand, the action will not run.
    struct Timer {
        virtual ~Timer() = default;
    };

    virtual ~Clock() = default;
    /// Milliseconds since 1970, UTC: for records only, never for deadlines.
    virtual std::int64_t wall_ms() const = 0;
    /// Steady time since some fixed moment.
    virtual Duration now() const = 0;
    /// Runs `action` once, `wait` from now. Every actor has a clock of its own, whose actions run on its
    /// strand.
    virtual std::unique_ptr<Timer> after(Duration wait, std::function<void()> action) = 0;
};

}  // namespace cubilete::server
