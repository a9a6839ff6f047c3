#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <unordered_set>

#include "server/config.hpp"
#include "server/net.hpp"
#include "server/sink.hpp"

namespace cubilete::server {

class Lobby;

/// All open WebSockets (an actor on its own strand). Each runs on a strand of its own, reads messages for the
/// lobby and writes what rooms and lobby send, within the limits; none can make another wait.
class Sessions {
  public:
    /// All three outlive the last session.
    Sessions(net::io_context& io, Lobby& lobby, const Limits& limits);

    // From any thread.
    /// There is memory for another one.
    bool has_room() const;
    /// Takes over a connection that asked for a WebSocket: `head` is its whole request, as it came.
    void open(Socket socket, std::string head);
    /// Closes all, and whoever comes later at once. `done` runs when none is left.
    void close_all(CloseCode code, std::string reason, std::function<void()> done);

    // For the sessions themselves.
    void joined(SinkPtr session);
    void left(SinkPtr session);
    /// Bytes were queued, or, with less than zero, written or given up. False: there are too many altogether.
    bool count_queued(std::int64_t bytes);

  private:
    struct Closing {
        CloseCode code;
        std::string reason;
        std::function<void()> done;
    };
    void tell_when_empty();

    Strand strand_;
    Lobby& lobby_;
    const Limits& limits_;
    std::unordered_set<SinkPtr> open_;
    std::atomic<std::size_t> count_{0};
    std::atomic<std::int64_t> queued_{0};
    std::optional<Closing> closing_;
};

}  // namespace cubilete::server
