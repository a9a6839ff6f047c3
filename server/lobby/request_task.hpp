#pragma once

#include <coroutine>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "protocol/messages.hpp"
#include "server/core/log.hpp"
#include "server/core/sink.hpp"

namespace cubilete::server {

/// A request that waits for something on another thread, as a coroutine of its owner's thread. It begins at once. What it
/// returns is a refusal, or nothing if it was answered or is answered by somebody else. It ends quietly, at the place
/// where it waits, if its socket closes meanwhile or the answer never comes.
///
/// What is awaited comes from a named function without arguments that are made for the call: GCC 12 destroys such temporaries
/// twice. A coroutine is a member of `Owner`, which lives longer than its threads, and its first two parameters are the socket and
/// the id of the request, by value. The owner has, on its thread but for the first one:
///     void post(std::function<void(Owner&)>)         runs on its thread, if it is still there; from any thread
///     bool goes_on(const SinkPtr&)                   whether the socket is still there: before each coroutine goes on
///     void ended(socket, re, std::optional<Refused>) takes the result
template <class Owner>
class RequestTask {
  public:
    class Promise {
      public:
        Promise(Owner& owner, const SinkPtr& socket, const protocol::RequestId& re, const auto&...)
            : owner_(owner), socket_(socket), re_(re) {}

        RequestTask get_return_object() { return {}; }
        std::suspend_never initial_suspend() const noexcept { return {}; }
        std::suspend_never final_suspend() const noexcept { return {}; }
        void return_value(std::optional<protocol::Refused> why) {
            owner_.ended(socket_, re_, std::move(why));
        }
        void unhandled_exception() { log_bug("a request", std::current_exception()); }

      private:
        Owner& owner_;
        SinkPtr socket_;
        protocol::RequestId re_;
    };
    using promise_type = Promise;  // NOLINT(readability-identifier-naming)
};

/// What a RequestTask waits for: `co_await Awaited<Owner, T>(...)` is a T. `start` is called once, on the owner's thread,
/// with the function that takes the T: on any thread, at most once.
template <class Owner, class T>
class Awaited {
  public:
    using Start = std::function<void(std::function<void(T)> then)>;

    Awaited(Owner& owner, SinkPtr socket, Start start)
        : owner_(owner), socket_(std::move(socket)), start_(std::move(start)) {}

    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> coroutine) {
        // The last one that holds it destroys the coroutine, and this with it, unless it went on.
        const auto suspended = std::make_shared<Suspended>(coroutine);
        const Start start = std::move(start_);
        const auto then = [this, suspended, socket = socket_, owner = owner_.weak_from_this()](T value) {
            const auto alive = owner.lock();
            if (!alive) return;
            alive->post([this, suspended, socket, value = std::move(value)](Owner& on_its_thread) mutable {
                if (!on_its_thread.goes_on(socket)) return;
                value_ = std::move(value);
                suspended->resume();
            });
        };
        try {
            start(then);
        } catch (...) {
            log_bug("what a request waits for", std::current_exception());
        }
    }
    T await_resume() { return *std::move(value_); }

  private:
    class Suspended {
      public:
        explicit Suspended(std::coroutine_handle<> coroutine) : coroutine_(coroutine) {}
        Suspended(const Suspended&) = delete;
        Suspended& operator=(const Suspended&) = delete;
        ~Suspended() {
            if (coroutine_) coroutine_.destroy();
        }
        void resume() { std::exchange(coroutine_, {}).resume(); }

      private:
        std::coroutine_handle<> coroutine_;
    };

    Owner& owner_;
    SinkPtr socket_;
    Start start_;
    std::optional<T> value_{};
};

}  // namespace cubilete::server
