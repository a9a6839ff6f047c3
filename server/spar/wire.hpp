#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "server/core/net.hpp"

namespace cubilete::server::spar {

/// One end of a WebSocket, as the referee of `cubilete spar` needs it on both of his sides. All of it on one
/// strand; without limits, since both sides are on this machine.
class Wire {
  public:
    struct Ears {
        std::function<void(const std::string& text)> text;
        /// Once, unless cut() or close() was called before: the close code, 1006 where there was none.
        std::function<void(int code)> ended;
    };
    virtual ~Wire() = default;
    /// Begins to read.
    virtual void listen(Ears ears) = 0;
    virtual void send(std::string text) = 0;
    /// Sends what is queued, then closes.
    virtual void close(int code) = 0;
    /// Ends it without a word. What is queued is lost.
    virtual void cut() = 0;
};
using WirePtr = std::shared_ptr<Wire>;

/// Runs `opened` once the peer's upgrade of /ws is accepted; who asks for anything else is turned away.
void pick_up(Socket socket, std::function<void(WirePtr)> opened);
/// Connects to /ws on this machine; `opened` gets null where nobody answers.
void dial(const Strand& strand, std::uint16_t port, std::function<void(WirePtr)> opened);
/// Answers the request with 503 and closes.
void turn_away(Socket socket);

}  // namespace cubilete::server::spar
