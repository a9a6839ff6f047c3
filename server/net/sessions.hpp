#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "server/core/asio_clock.hpp"
#include "server/core/config.hpp"
#include "server/core/metrics.hpp"
#include "server/core/net.hpp"
#include "server/core/sink.hpp"
#include "server/core/threads.hpp"
#include "server/net/connection_limit.hpp"
#include "server/net/ws_session.hpp"
#include "server/site/website.hpp"

namespace cubilete::server {

/// All open WebSockets. An actor on the first of the threads. Each session lives on one of them, reads messages
/// and writes the frames of rooms and lobby, within the limits, so that no session delays another.
class Sessions {
  public:
    /// All arguments outlive the last session.
    Sessions(Threads& threads, SessionEvents events, const Limits& limits, Metrics& metrics);

    // From any thread.
    /// Whether the limits of sockets and of queued bytes allow another session.
    bool has_capacity() const;
    /// Takes over a connection that asked for a WebSocket, to the thread of the room that it names. `head` is
    /// the complete head of its request; `counted` is held until the session ends. If its network has too many
    /// sockets, it is closed with 4009 right after the handshake. Call it on the thread of the socket.
    void open(Socket socket, std::string head, const WebSocketUpgrade& wanted, ConnectionLimit::Slot counted);
    std::size_t count() const { return count_; }
    /// Bytes queued for all sockets together.
    std::int64_t queued_bytes() const { return queued_; }
    /// Closes all sessions, a thousand a second or as many as it takes to be through after `most`, and later ones as
    /// soon as they are opened. `done` runs on the first of the threads when none is left.
    void close_all(CloseCode code, std::string reason, std::chrono::milliseconds most,
                   std::function<void()> done);

    // For the sessions themselves.
    /// A session starts or has ended.
    void on_session_start(SinkPtr session);
    void on_session_end(SinkPtr session);
    /// Adds to the number of queued bytes; negative if bytes were written or dropped. Returns false if the
    /// total exceeds the limit.
    bool add_queued_bytes(std::int64_t bytes);

  private:
    struct Closing {
        CloseCode code;
        std::string reason;
        std::function<void()> done;
    };
    void close_batch(std::size_t count);
    void notify_when_empty();

    Threads& threads_;
    Executor executor_;
    SessionEvents events_;
    const Limits& limits_;
    Metrics& metrics_;
    std::unordered_set<SinkPtr> open_;
    std::atomic<std::size_t> count_{0};
    std::atomic<std::int64_t> queued_{0};
    std::optional<Closing> closing_;
    std::vector<SinkPtr> to_close_;
    AsioClock clock_;
    std::unique_ptr<Clock::Timer> closing_timer_;
    ConnectionLimit networks_;
};

}  // namespace cubilete::server
