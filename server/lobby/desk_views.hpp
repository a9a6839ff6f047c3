#pragma once

#include <string>
#include <vector>

#include "server/lobby/decree_keeper.hpp"
#include "server/lobby/desk_parts.hpp"
#include "server/lobby/pending_desk_request.hpp"

namespace cubilete::server {

/// What operators ask the desk to see. A part of the Lobby, on its thread.
class DeskViews {
  public:
    DeskViews(Actor& lobby, DecreeKeeper& decrees, DeskParts& parts);

    void carry_out(const PendingDeskRequest& ask, const protocol::DeskWho& request);
    void carry_out(const PendingDeskRequest& ask, const protocol::DeskTables& request);
    void carry_out(const PendingDeskRequest& ask, const protocol::DeskTable& request);
    void carry_out(const PendingDeskRequest& ask, const protocol::DeskPlayerRequest& request);
    void carry_out(const PendingDeskRequest& ask, const protocol::DeskBans& request);
    void carry_out(const PendingDeskRequest& ask, const protocol::DeskLog& request);
    void carry_out(const PendingDeskRequest& ask, const protocol::DeskReports& request);
    void carry_out(const PendingDeskRequest& ask, const protocol::DeskSettings& request);

  private:
    void show_player(const PendingDeskRequest& ask, const std::string& id,
                     const std::vector<protocol::Json>& parts);
    protocol::DeskDecree view_of(const Decree& decree) const;

    Actor& lobby_;
    DecreeKeeper& decrees_;
    DeskParts& parts_;
};

}  // namespace cubilete::server
