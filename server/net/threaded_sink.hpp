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

    void send(Frame frame) final { command(std::move(frame)); }
    void close(CloseCode code, std::string reason) final { command(Closing{code, std::move(reason)}); }

  protected:
    const Executor& executor() const { return executor_; }
    // On the thread of the socket. They call neither a room nor the lobby, because one of them may be on the stack.
    virtual void accept(Frame frame) = 0;
    virtual void finish(CloseCode code, std::string reason) = 0;

  private:
    struct Closing {
        CloseCode code;
        std::string reason;
    };
    using Command = std::variant<Frame, Closing>;
    void command(Command command);
    void execute(Command& command);

    Executor executor_;
    Mailbox<Command> commands_;  ///< of other threads, not yet carried out
};

}  // namespace cubilete::server
