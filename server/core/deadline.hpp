#pragma once

#include <chrono>
#include <memory>
#include <utility>

#include "server/core/net.hpp"

namespace cubilete::server {

/// A deadline that is started and stopped often and that rarely passes. Stopping is cheap: the timer fires once
/// more, without effect. The timer exists only while it is set, because most sockets are idle. `Owner` must be owned
/// by a shared_ptr, owns the deadline, and lives on the thread of the executor. All functions and the callback
/// `on_passed` run on that thread.
///
/// If the timer fires more than a second late, the process was suspended or had no processor time, and data
/// that arrived in time may still be unread. So the whole wait starts again, once.
template <class Owner>
class Deadline {
  public:
    Deadline(Owner& owner, const Executor& executor, std::chrono::milliseconds wait,
             void (Owner::*on_passed)())
        : owner_(owner), executor_(executor), wait_(wait), on_expiry_(on_passed) {}

    /// Starts, or starts again from now.
    void start() {
        was_late_ = false;
        begin();
    }
    void stop() { expires_at_ = never; }
    bool is_running() const { return expires_at_ != never; }

  private:
    using Steady = std::chrono::steady_clock;
    static constexpr Steady::time_point never = Steady::time_point::max();
    static constexpr std::chrono::seconds late{1};

    void begin() {
        expires_at_ = Steady::now() + wait_;
        if (!timer_) arm();
    }

    void arm() {
        timer_ = std::make_unique<SteadyTimer>(executor_, expires_at_);
        timer_->async_wait([this, weak = owner_.weak_from_this()](const boost::system::error_code&) {
            if (const auto alive = weak.lock()) on_expiry();
        });
    }

    void on_expiry() {
        timer_.reset();
        if (expires_at_ == never) return;
        const auto now = Steady::now();
        if (now < expires_at_) return arm();
        if (now - expires_at_ > late && !std::exchange(was_late_, true)) return begin();
        expires_at_ = never;
        (owner_.*on_expiry_)();
    }

    Owner& owner_;
    Executor executor_;
    std::unique_ptr<SteadyTimer> timer_;  ///< while it runs
    std::chrono::milliseconds wait_;
    void (Owner::*on_expiry_)();
    Steady::time_point expires_at_ = never;
    bool was_late_ = false;
};

/// Lets one coroutine wait until another on the same thread raises the signal. A signal without a waiting
/// coroutine is lost, so check the condition before you wait.
class Signal {
  public:
    explicit Signal(const Executor& executor) : timer_(executor, SteadyTimer::time_point::max()) {}

    auto wait() {
        waits_ = true;
        return timer_.async_wait(as_values);
    }
    /// Costs nothing while no coroutine waits.
    void notify() {
        if (std::exchange(waits_, false)) timer_.cancel();
    }

  private:
    SteadyTimer timer_;
    bool waits_ = false;
};

}  // namespace cubilete::server
