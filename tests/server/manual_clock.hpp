#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <utility>

#include "server/core/clock.hpp"

namespace cubilete::server {

/// The time of all clocks of a test: it changes only when the test turns it. The wall clock may be set to any
/// other time.
class Hands {
  public:
    using Duration = Clock::Duration;

    Duration now() const { return now_; }
    /// Advances the time and runs the due actions in the order of their times.
    void turn(Duration by) {
        const Duration end = now_ + by;
        while (!due_.empty() && due_.begin()->first <= end) {
            auto next = due_.extract(due_.begin());
            now_ = next.key();
            if (const auto action = next.mapped().lock()) (*action)();
        }
        now_ = end;
    }
    /// Simulates a process that stands still: the due actions run at the end.
    void stand_still(Duration by) {
        now_ += by;
        const Duration end = now_;
        while (!due_.empty() && due_.begin()->first <= end) {
            const auto next = due_.extract(due_.begin());
            if (const auto action = next.mapped().lock()) (*action)();
        }
    }
    std::int64_t wall_ms() const { return wall_ms_ + now_.count(); }
    /// Number of timers that have been set so far.
    int set() const { return set_; }
    void set_wall(Duration ahead) { wall_ms_ += ahead.count(); }
    std::shared_ptr<std::function<void()>> set(Duration wait, std::function<void()> action) {
        auto shared = std::make_shared<std::function<void()>>(std::move(action));
        due_.emplace(now_ + wait, shared);
        ++set_;
        return shared;
    }

  private:
    Duration now_{1'000'000};
    std::int64_t wall_ms_ = 1'700'000'000'000;
    int set_ = 0;
    std::multimap<Duration, std::weak_ptr<std::function<void()>>> due_;
};

class ManualClock final : public Clock {
  public:
    explicit ManualClock(Hands& hands) : hands_(hands) {}
    std::int64_t wall_ms() const override { return hands_.wall_ms(); }
    Duration now() const override { return hands_.now(); }
    std::unique_ptr<Timer> after(Duration wait, std::function<void()> action) override {
        auto timer = std::make_unique<ManualTimer>();
        timer->action = hands_.set(wait, std::move(action));
        return timer;
    }

  private:
    struct ManualTimer final : Timer {
        std::shared_ptr<std::function<void()>> action;
    };
    Hands& hands_;
};

}  // namespace cubilete::server
