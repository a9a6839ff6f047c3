#pragma once

#include <string>
#include <vector>

#include "server/lobby/admin_scatter_gather.hpp"
#include "server/lobby/decree_keeper.hpp"
#include "server/lobby/pending_admin_request.hpp"

namespace cubilete::server {

/// Answers the queries of operators. A part of the Lobby, on its thread.
class AdminQueries {
  public:
    AdminQueries(Actor& lobby, DecreeKeeper& decrees, AdminScatterGather& parts);

    void carry_out(const PendingAdminRequest& ask, const protocol::AdminWhoRequest& request);
    void carry_out(const PendingAdminRequest& ask, const protocol::AdminTablesRequest& request);
    void carry_out(const PendingAdminRequest& ask, const protocol::AdminTableRequest& request);
    void carry_out(const PendingAdminRequest& ask, const protocol::AdminPlayerRequest& request);
    void carry_out(const PendingAdminRequest& ask, const protocol::AdminBansRequest& request);
    void carry_out(const PendingAdminRequest& ask, const protocol::AdminLogRequest& request);
    void carry_out(const PendingAdminRequest& ask, const protocol::AdminReportsRequest& request);
    void carry_out(const PendingAdminRequest& ask, const protocol::AdminSettingsRequest& request);

  private:
    void show_player(const PendingAdminRequest& ask, const std::string& id,
                     const OtherNodes::AdminAnswers& all);
    protocol::AdminDecree view_of(const Decree& decree) const;

    Actor& lobby_;
    DecreeKeeper& decrees_;
    AdminScatterGather& parts_;
};

}  // namespace cubilete::server
