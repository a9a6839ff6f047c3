#pragma once

#include <memory>
#include <string>
#include <utility>
#include <variant>

#include "server/core/mailbox.hpp"
#include "server/core/net.hpp"
#include "server/core/sink.hpp"

namespace cubilete::server {

/// A socket that lives on one thread. What its own thread sends it, it takes at once; what other threads send it
/// arrives with one post for all that comes close together.
class ThreadedSink : public Sink, public std::enable_shared_from_this<ThreadedSink> {
  public:
    explicit ThreadedSink(Executor executor, bool is_local = false)
        : Sink(is_local), executor_(std::move(executor)) {}

    void send(Frame frame) final { order(std::move(frame)); }
    void close(CloseCode code, std::string reason) final { order(Closing{code, std::move(reason)}); }

  protected:
    const Executor& executor() const { return executor_; }
    // On the thread of the socket. They call neither a room nor the lobby, because one of them may be on the stack.
    virtual void take(Frame frame) = 0;
    virtual void finish(CloseCode code, std::string reason) = 0;

  private:
    struct Closing {
        CloseCode code;
        std::string reason;
    };
    using Order = std::variant<Frame, Closing>;
    void order(Order order);
    void carry_out(Order& order);

    Executor executor_;
    Mailbox<Order> orders_;  ///< of other threads, not yet carried out
};

}  // namespace cubilete::server
