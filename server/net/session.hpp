#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_set>

#include "server/core/config.hpp"
#include "server/core/metrics.hpp"
#include "server/core/net.hpp"
#include "server/core/sink.hpp"
#include "server/net/address_rate.hpp"
#include "server/net/connection_limit.hpp"

namespace cubilete::server {

class Lobby;

/// All open WebSockets (an actor on its own strand). Each runs on a strand of its own, reads messages for the
/// lobby and writes what rooms and lobby send, within the limits; none can make another wait.
class Sessions {
  public:
    /// All of them outlive the last session.
    Sessions(net::io_context& io, Lobby& lobby, const Limits& limits, Metrics& metrics);

    // From any thread.
    /// There is memory for another one.
    bool has_room() const;
    /// Takes one token for opening a WebSocket. Returns 0, or the time that the address has to wait before it
    /// may open one.
    milliseconds wait_of(const ClientNetwork& network) { return openings_.wait_of(network); }
    /// Takes over a connection that asked for a WebSocket: `head` is its whole request, as it came; `counted`
    /// is held until it ends. Where its household has too many, it is told so and closed.
    void open(Socket socket, std::string head, const ClientNetwork& network, ConnectionLimit::Slot counted);
    std::size_t count() const { return count_; }
    std::int64_t queued() const { return queued_; }
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
    Metrics& metrics_;
    std::unordered_set<SinkPtr> open_;
    std::atomic<std::size_t> count_{0};
    std::atomic<std::int64_t> queued_{0};
    std::optional<Closing> closing_;
    ConnectionLimit networks_;
    AddressRate openings_;
};

}  // namespace cubilete::server
