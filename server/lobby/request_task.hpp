#pragma once

#include <coroutine>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include "protocol/messages.hpp"
#include "server/core/log.hpp"
#include "server/core/sink.hpp"
#include "server/core/spdlog.hpp"
#include "server/room/room_refusals.hpp"
#include "server/room/services.hpp"

namespace cubilete::server {

/// A request that waits for something on another thread, as a coroutine of its owner's thread. It begins at once. What it
/// returns is a refusal, or nothing if it was answered or is answered by somebody else. It ends quietly, at the place
/// where it waits, if its socket closes meanwhile or the answer never comes, and with a refusal if that is what comes.
///
/// The operand of co_await is a variable, or a call of a named function without temporary arguments: GCC 12 destroys
/// those twice. A coroutine is a member of a class whose owner() is its `Owner`; both live longer than its threads. Its first two
/// parameters are the socket and the id of the request, by value. The owner has, on its thread:
///     auto poster()                                  as Actor::poster()
///     bool may_resume(socket, request_id, const Rejection* why)   before a request goes on, or is refused if there is a `why`
///     void on_result(socket, request_id, std::optional<Rejection>) takes the result
template <class Owner>
class RequestTask {
  public:
    class Promise {
      public:
        Promise(auto& part, const SinkPtr& socket, const protocol::RequestId& request_id, const auto&...)
            : owner_(part.owner()), socket_(socket), request_id_(request_id) {}

        RequestTask get_return_object() { return {}; }
        std::suspend_never initial_suspend() const noexcept { return {}; }
        std::suspend_never final_suspend() const noexcept { return {}; }
        void return_value(std::optional<protocol::Rejection> why) {
            owner_.on_result(socket_, request_id_, std::move(why));
        }
        void unhandled_exception() { log_bug("a request", std::current_exception()); }

        auto poster() { return owner_.poster(); }
        bool may_resume(const protocol::Rejection* why) {
            return owner_.may_resume(socket_, request_id_, why);
        }

      private:
        Owner& owner_;
        SinkPtr socket_;
        protocol::RequestId request_id_;
    };
    using promise_type = Promise;  // NOLINT(readability-identifier-naming)
};

/// The result that a RequestTask awaits: `co_await Awaitable<T>(...)` is a T. `start` is called once, on the
/// owner's thread, with the function that takes the T, or why there is none: on any thread, at most once.
template <class T>
class Awaitable {
  public:
    using Value = std::variant<T, protocol::Rejection>;
    using Then = std::function<void(Value)>;

    explicit Awaitable(std::function<void(Then)> start) : start_(std::move(start)) {}

    bool await_ready() const noexcept { return false; }
    template <class Promise>
    void await_suspend(std::coroutine_handle<Promise> coroutine) {
        // The last one that holds it destroys the coroutine, and this with it, unless it went on.
        const auto suspended = std::make_shared<Suspended>(coroutine);
        const auto start = std::move(start_);
        Promise& promise = coroutine.promise();
        const auto then = [this, suspended, &promise, post = promise.poster()](Value value) {
            post([this, suspended, &promise, value = std::move(value)]() mutable {
                if (!promise.may_resume(std::get_if<protocol::Rejection>(&value))) return;
                value_ = std::get<T>(std::move(value));
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

    std::function<void(Then)> start_;
    std::optional<T> value_{};
};

/// Reads stored data for a request of the socket: runs `find` on a thread of the history reader.
template <class T>
Awaitable<T> await_read(
    const Services::LookUp& look_up, const SinkPtr& socket,
    const std::function<typename Awaitable<T>::Value(const HistoryReader::Readers&)>& find) {
    return Awaitable<T>([&look_up, socket, find](typename Awaitable<T>::Then then) {
        const auto look = [then, find](const HistoryReader::Readers& readers) {
            try {
                then(find(readers));
            } catch (const std::exception& trouble) {
                spdlog::error("a request cannot be answered from the data: {}", trouble.what());
                then(refused(RefusalReason::unreadable_now));
            }
        };
        look_up(socket->network(), look, [then] { then(refused(RefusalReason::lookups_waiting)); });
    });
}

}  // namespace cubilete::server
