#pragma once

#include <functional>
#include <list>
#include <memory>
#include <string>
#include <utility>

#include "server/core/clock.hpp"
#include "server/core/net.hpp"
#include "server/room/commit_gate.hpp"
#include "server/room/services.hpp"

namespace cubilete::server {

/// Runs actions one at a time on one of the threads. Has a clock, a CommitGate for writes, and a guard against
/// exceptions. The parts of a Room refer to it. Their actions never run after the actor is gone, so they may refer
/// to the parts.
///
/// Only run(), release() and what runner() and poster() returned may be called on other threads.
class Actor : public std::enable_shared_from_this<Actor> {
  public:
    using Action = std::function<void()>;

    Actor(const Services& services, Executor executor);
    virtual ~Actor() = default;
    Actor(const Actor&) = delete;
    Actor& operator=(const Actor&) = delete;

    /// Runs `action` on the actor's thread, from any thread: on that thread before run() returns, unless an action
    /// of this actor is on the stack; then it runs after that one, with the others that came meanwhile.
    void run(auto action) {
        const auto self = shared_from_this();
        if (!executor_.running_in_this_thread())
            net::post(executor_,
                      [self, action = std::move(action)]() mutable { self->run(std::move(action)); });
        else if (is_held_ || running_ > 0)
            wait(std::move(action));
        else
            perform(std::ref(action));
    }
    /// Returns a function like run() that does not keep the actor alive and does nothing once it is gone.
    std::function<void(Action)> runner();
    /// Returns a function like that of runner(), but its actions run behind all that wait already, never before it returns.
    auto poster() {
        return [weak = weak_from_this()](Action action) {
            if (const auto self = weak.lock())
                net::post(self->executor_, [self, action = std::move(action)] { self->run_guarded(action); });
        };
    }
    /// Runs `action` once, `wait` from now, unless the timer is destroyed before.
    std::unique_ptr<Clock::Timer> after(Clock::Duration wait, Action action);
    /// Runs `action` once all earlier writes are durable; drops it if the disk is full.
    void when_durable(Action action);
    /// Runs `action` once all writes are durable or discarded; at once if there are none.
    void when_idle(Action action);

    /// While true, the actions of timers that are due wait; then they run in the order of their times.
    void delay_timers(bool delay);

    Clock& clock() { return *clock_; }
    const Clock& clock() const { return *clock_; }
    CommitGate& gate() { return *gate_; }
    const Services& services() const { return services_; }

  protected:
    /// Call it once, after construction.
    void open_gate();
    void run_guarded(const Action& action);
    /// From now on every action waits, in order, until release(): also those of timers and of run(). A timer
    /// that is destroyed meanwhile does not run.
    void hold();
    /// Runs `action` on the actor's thread and then those that waited. Any thread.
    void release(Action action);

  private:
    void wait(Action action);
    void perform(const Action& action);
    void invoke(const Action& action);
    /// `action`, guarded, unless the actor is gone.
    Action bind_weak(Action action);
    /// An action has thrown.
    virtual void on_exception(const std::string& reason) = 0;
    /// An action has begun to wait until release().
    virtual void on_action_held() {}
    /// The disk was full: returns to the state on disk, or holds all actions until it has.
    virtual void reload() = 0;

    const Services& services_;
    Executor executor_;
    std::unique_ptr<Clock> clock_;
    std::shared_ptr<CommitGate> gate_;
    int running_ = 0;  ///< actions on the stack
    bool is_held_ = false;
    // Lists, because an empty deque has 600 bytes.
    std::list<Action> waiting_actions_;  ///< actions that came while another one ran, or while `is_held_`
    bool timers_delayed_ = false;
    std::list<Action> due_timers_;  ///< actions of timers, while `timers_delayed_`
};

}  // namespace cubilete::server
