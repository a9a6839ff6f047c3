#include "server/room/actor.hpp"

#include <exception>
#include <utility>

#include "server/core/log.hpp"

namespace cubilete::server {

Actor::Actor(const Services& services, Executor executor)
    : services_(services), executor_(std::move(executor)), clock_(services.clock_on(executor_)) {}

void Actor::open_gate() {
    gate_ = std::make_shared<CommitGate>(services_, executor_, later([this] { reload(); }));
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
    made->timer = clock_->after(wait, later([this, fire] {
                                    if (timers_delayed_) return due_.push_back(fire);
                                    fire();
                                }));
    return made;
}

void Actor::delay_timers(bool delay) {
    timers_delayed_ = delay;
    if (!delay)
        for (Action& action : std::exchange(due_, {})) run(std::move(action));
}

void Actor::when_durable(Action action) { gate_->then(later(std::move(action))); }

void Actor::when_idle(Action action) { gate_->when_idle(later(std::move(action))); }

Actor::Action Actor::later(Action action) {
    return [weak = weak_from_this(), action = std::move(action)] {
        if (const auto self = weak.lock()) self->guarded(action);
    };
}

void Actor::hold() { held_ = true; }

void Actor::release(Action action) {
    net::post(executor_, [self = shared_from_this(), action = std::move(action)] {
        self->held_ = false;
        self->guarded(action);
    });
}

void Actor::guarded(const Action& action) {
    if (held_) return wait(action);
    perform(action);
}

void Actor::wait(Action action) {
    waiting_.push_back(std::move(action));
    if (held_) awaited();
}

/// Runs `action` and, after the outermost one, those that wait. Throws nothing, so that whoever calls several actors
/// reaches all of them.
void Actor::perform(const Action& action) {
    ++running_;
    carry_out(action);
    while (running_ == 1 && !held_ && !waiting_.empty()) {
        const Action next = std::move(waiting_.front());
        waiting_.pop_front();
        carry_out(next);
    }
    --running_;
}

void Actor::carry_out(const Action& action) {
    try {
        try {
            action();
        } catch (const std::exception& bug) {
            failed(bug.what());
        }
    } catch (...) {
        log_bug("the end of a room that met a fault", std::current_exception());
    }
}

}  // namespace cubilete::server
