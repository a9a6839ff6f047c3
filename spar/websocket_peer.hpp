#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "server/core/net.hpp"

namespace cubilete::server::spar {

/// One end of a WebSocket, to the bot or to the server. Use it on one thread. It has no limits, since both
/// peers are on this machine.
class WebSocketPeer {
  public:
    struct Events {
        /// Gets no bytes of a binary frame, only a text that is no JSON.
        std::function<void(const std::string& text)> text;
        /// Runs once with the close code, 1006 without one; never after cut() or close().
        std::function<void(int code)> ended;
    };
    virtual ~WebSocketPeer() = default;
    /// Starts to read.
    virtual void listen(Events events) = 0;
    virtual void send(std::string text) = 0;
    /// Sends the queued frames, then a close frame with that code.
    virtual void close(int code) = 0;
    /// Resets the connection; queued frames are lost.
    virtual void cut() = 0;
};
using WebSocketPeerPtr = std::shared_ptr<WebSocketPeer>;

enum class Admission { open, full, broken };
/// Reads a request. Asks `admit` about an upgrade of /ws: `open` accepts it and runs `opened`, `full` answers 503, `broken` closes
/// the connection. Any other request is answered with 404.
void accept_websocket(Socket socket, std::function<Admission()> admit,
                      std::function<void(WebSocketPeerPtr)> opened);
/// Connects to /ws on this machine; `opened` gets nullptr if that fails.
void connect_websocket(const Executor& executor, std::uint16_t port,
                       std::function<void(WebSocketPeerPtr)> opened);

}  // namespace cubilete::server::spar
