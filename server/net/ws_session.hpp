#pragma once

#include <functional>
#include <optional>
#include <string>

#include "protocol/messages.hpp"
#include "server/core/config.hpp"
#include "server/core/metrics.hpp"
#include "server/core/net.hpp"
#include "server/core/sink.hpp"
#include "server/net/connection_limit.hpp"

namespace cubilete::server {

class Sessions;

/// The events of sessions, each on the thread of its session.
struct SessionEvents {
    std::function<void(SinkPtr from, protocol::ClientMessage&&)> receive;
    std::function<void(SinkPtr)> gone;  ///< once, after the last message
    bool keeps_text = false;            ///< `receive` needs ClientMessage::text
};
/// The objects that a session uses. All of them outlive it.
struct SessionContext {
    Sessions& sessions;
    const SessionEvents& events;
    const Limits& limits;
    Metrics& metrics;
};
/// Where a session comes from, and the slots that it holds until it ends.
struct SessionOrigin {
    ClientNetwork network;
    ConnectionLimit::Slot connection;
    /// Of the WebSockets of the network. Without it the session is closed with 4009 right after the
    /// handshake.
    std::optional<ConnectionLimit::Slot> slot;
    bool is_local = false;  ///< Sink::is_local()
};

/// Starts a session, which lives until its connection ends. `head` is the complete head of the request for
/// the upgrade.
void open_session(Socket socket, std::string head, SessionOrigin from, const SessionContext& parts);

}  // namespace cubilete::server
