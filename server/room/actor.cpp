#include "server/room/actor.hpp"

#include <exception>
#include <utility>

namespace cubilete::server {

Actor::Actor(const Services& services)
    : services_(services), strand_(net::make_strand(services.io)), clock_(services.clock_on(strand_)) {}

void Actor::open_gate() {
    gate_ = std::make_shared<CommitGate>(services_, strand_, later([this] { reload(); }));
}

void Actor::run(Action action) {
    net::post(strand_, [self = shared_from_this(), action = std::move(action)] { self->guarded(action); });
}

std::function<void(Actor::Action)> Actor::runner() {
    return [weak = weak_from_this()](Action action) {
        if (const auto self = weak.lock()) self->run(std::move(action));
    };
}

std::unique_ptr<Clock::Timer> Actor::after(Clock::Duration wait, Action action) {
    return clock_->after(wait, later(std::move(action)));
}

void Actor::when_durable(Action action) { gate_->then(later(std::move(action))); }

void Actor::when_idle(Action action) { gate_->when_idle(later(std::move(action))); }

Actor::Action Actor::later(Action action) {
    return [weak = weak_from_this(), action = std::move(action)] {
        if (const auto self = weak.lock()) self->guarded(action);
    };
}

void Actor::guarded(const Action& action) {
    try {
        action();
    } catch (const std::exception& bug) {
        failed(bug.what());
    }
}

}  // namespace cubilete::server
