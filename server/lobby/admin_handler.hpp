#pragma once

#include <string>

#include "protocol/messages.hpp"
#include "server/admin/admin_sessions.hpp"
#include "server/lobby/admin_commands.hpp"
#include "server/lobby/admin_queries.hpp"
#include "server/lobby/admin_scatter_gather.hpp"

namespace cubilete::server {

/// Requests of operators: the same requests over the Unix socket and from the page. A part of the Lobby, on its thread.
class AdminHandler {
  public:
    AdminHandler(Actor& lobby, Clients& clients, DecreeKeeper& decrees, Directory& directory,
                 Accounts& accounts);

    /// Carries out a request of an operator.
    void handle(const PendingAdminRequest& ask, const protocol::AdminRequest& request);
    /// A question of another node: AdminScatterGather, or whether it knows a secret, which links are open, or that all end.
    void answer(const protocol::Json& question, const AdminScatterGather::Done& done);
    /// A request of a WebSocket. Returns a refusal, or nothing if it is answered now or later.
    Verdict handle(const SinkPtr& socket, const protocol::RequestId& request_id,
                   const protocol::AdminRequest& request);

  private:
    void carry_out(const PendingAdminRequest& ask, const protocol::AdminOpenRequest& request);
    void carry_out(const PendingAdminRequest& ask, const protocol::AdminLinkRequest& request);
    void carry_out(const PendingAdminRequest& ask, const protocol::AdminLinksRequest& request);
    Verdict open(const SinkPtr& socket, const protocol::RequestId& request_id, const std::string& secret);
    void open_elsewhere(const SinkPtr& socket, const protocol::RequestId& request_id,
                        const std::string& secret);
    void opened(const SinkPtr& socket, const protocol::RequestId& request_id,
                const AdminSessions::Session& session);
    void send(const SinkPtr& socket, const protocol::RequestId& request_id,
              const protocol::AdminReply& reply);

    Actor& lobby_;
    Clients& clients_;
    DecreeKeeper& decrees_;
    AdminScatterGather parts_;
    AdminQueries views_;
    AdminCommands orders_;
    AdminSessions sessions_;
};

}  // namespace cubilete::server
