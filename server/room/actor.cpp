#include "server/room/actor.hpp"

#include <exception>

#include "server/core/log.hpp"

namespace cubilete::server {

Actor::Actor(const Services& services, Executor executor)
    : services_(services), executor_(std::move(executor)), clock_(services.make_clock(executor_)) {}

void Actor::open_gate() {
    gate_ = std::make_shared<CommitGate>(services_, executor_, bind_weak([this] { reload(); }));
}

std::function<void(Actor::Action)> Actor::runner() {
    return [weak = weak_from_this()](Action action) {
        if (const auto self = weak.lock()) self->run(std::move(action));
    };
}

std::unique_ptr<Clock::Timer> Actor::after(Clock::Duration wait, Action action) {
    struct Timer : Clock::Timer {
        std::shared_ptr<const bool> wanted = std::make_shared<const bool>(true);
        std::unique_ptr<Clock::Timer> timer;
    };
    auto made = std::make_unique<Timer>();
    // A timer that fires while actions are held must not run if it is destroyed before they are released.
    const auto fire = [wanted = std::weak_ptr(made->wanted), action = std::move(action)] {
        if (!wanted.expired()) action();
    };
    made->timer = clock_->after(wait, bind_weak([this, fire] {
                                    if (timers_delayed_) return due_timers_.push_back(fire);
                                    fire();
                                }));
    return made;
}

void Actor::delay_timers(bool delay) {
    timers_delayed_ = delay;
    if (!delay)
        for (Action& action : std::exchange(due_timers_, {})) run(std::move(action));
}

void Actor::when_durable(Action action) { gate_->when_durable(bind_weak(std::move(action))); }

void Actor::when_idle(Action action) { gate_->when_idle(bind_weak(std::move(action))); }

Actor::Action Actor::bind_weak(Action action) {
    return [weak = weak_from_this(), action = std::move(action)] {
        if (const auto self = weak.lock()) self->run_guarded(action);
    };
}

void Actor::hold() { is_held_ = true; }

void Actor::release(Action action) {
    net::post(executor_, [self = shared_from_this(), action = std::move(action)] {
        self->is_held_ = false;
        self->run_guarded(action);
    });
}

void Actor::run_guarded(const Action& action) {
    if (is_held_) return wait(action);
    perform(action);
}

void Actor::wait(Action action) {
    waiting_actions_.push_back(std::move(action));
    if (is_held_) on_action_held();
}

/// Runs `action` and, after the outermost one, those that wait. Throws nothing, so that whoever calls several actors
/// reaches all of them.
void Actor::perform(const Action& action) {
    ++running_;
    invoke(action);
    while (running_ == 1 && !is_held_ && !waiting_actions_.empty()) {
        const Action next = std::move(waiting_actions_.front());
        waiting_actions_.pop_front();
        invoke(next);
    }
    --running_;
}

void Actor::invoke(const Action& action) {
    try {
        try {
            action();
        } catch (const std::exception& bug) {
            on_exception(bug.what());
        }
    } catch (...) {
        log_bug("the end of a room that met a fault", std::current_exception());
    }
}

}  // namespace cubilete::server
