#pragma once

#include <string>

#include "protocol/messages.hpp"
#include "server/desk/desk_sessions.hpp"
#include "server/lobby/desk_orders.hpp"
#include "server/lobby/desk_parts.hpp"
#include "server/lobby/desk_views.hpp"

namespace cubilete::server {

/// The operator's desk: the same requests over the Unix socket and from the page. A part of the Lobby, on its thread.
class Desk {
  public:
    Desk(Actor& lobby, Clients& clients, DecreeKeeper& decrees, Directory& directory);

    /// Carries out a request of an operator.
    void handle(const PendingDeskRequest& ask, const protocol::DeskRequest& request);
    /// A question of another node: DeskParts, or whether it knows a secret, or that all sessions have ended.
    void answer(const protocol::Json& question, const DeskParts::Done& done);
    /// A request of a WebSocket. Returns a refusal, or nothing if it is answered now or later.
    Verdict take(const SinkPtr& socket, const protocol::RequestId& request_id,
                 const protocol::DeskRequest& request);

  private:
    void carry_out(const PendingDeskRequest& ask, const protocol::DeskOpen& request);
    void carry_out(const PendingDeskRequest& ask, const protocol::DeskLink& request);
    void carry_out(const PendingDeskRequest& ask, const protocol::DeskLinks& request);
    Verdict open(const SinkPtr& socket, const protocol::RequestId& request_id, const std::string& secret);
    void open_elsewhere(const SinkPtr& socket, const protocol::RequestId& request_id,
                        const std::string& secret);
    void opened(const SinkPtr& socket, const protocol::RequestId& request_id,
                const DeskSessions::Session& session);
    void send(const SinkPtr& socket, const protocol::RequestId& request_id, const protocol::DeskReply& reply);

    Actor& lobby_;
    Clients& clients_;
    DecreeKeeper& decrees_;
    DeskParts parts_;
    DeskViews views_;
    DeskOrders orders_;
    DeskSessions sessions_;
};

}  // namespace cubilete::server
