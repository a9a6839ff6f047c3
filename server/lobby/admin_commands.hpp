#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "server/lobby/accounts.hpp"
#include "server/lobby/admin_scatter_gather.hpp"
#include "server/lobby/decree_keeper.hpp"
#include "server/lobby/pending_admin_request.hpp"

namespace cubilete::server {

/// Carries out operators' commands: writes each act with a line of the log. Part of the Lobby, on its thread.
class AdminCommands {
  public:
    AdminCommands(Actor& lobby, DecreeKeeper& decrees, AdminScatterGather& parts, Accounts& accounts);

    void carry_out(const PendingAdminRequest& ask, const protocol::AdminMuteRequest& request);
    void carry_out(const PendingAdminRequest& ask, const protocol::AdminBanRequest& request);
    void carry_out(const PendingAdminRequest& ask, const protocol::AdminUnbanRequest& request);
    void carry_out(const PendingAdminRequest& ask, const protocol::AdminChangeRequest& request);
    void carry_out(const PendingAdminRequest& ask, const protocol::AdminForgetRequest& request);
    void carry_out(const PendingAdminRequest& ask, const protocol::AdminSayRequest& request);
    void carry_out(const PendingAdminRequest& ask, const protocol::AdminCloseRequest& request);
    void carry_out(const PendingAdminRequest& ask, const protocol::AdminSetRequest& request);
    void carry_out(const PendingAdminRequest& ask, const protocol::AdminReportRequest& request);

  private:
    /// The networks from which a player has come.
    struct Networks {
        std::map<std::string, bool> by_hash = {};  ///< whether perhaps everybody has it
        std::vector<std::string> silent = {};      ///< nodes that have not said which they know
    };
    void ban_player(const PendingAdminRequest& ask, const protocol::AdminBanRequest& request);
    void ban_network(const PendingAdminRequest& ask, const protocol::AdminBanRequest& request);
    void ban_networks(const PendingAdminRequest& ask, const protocol::AdminBanRequest& request,
                      const Decree& ban, bool is_unsafe, const std::vector<std::string>& silent);
    /// Calls with_player(), with the networks from which the player has come to any node.
    void with_networks(const PendingAdminRequest& ask, const std::string& id,
                       std::function<void(const storage::Player&, const Networks&)> then);
    /// Passes a player who is no built-in bot to `then`, or refuses.
    void with_player(const PendingAdminRequest& ask, const std::string& id,
                     std::function<void(const storage::Player&)> then);
    Decree new_decree(const PendingAdminRequest& ask, Decree::Kind kind, const protocol::AdminDuration& term,
                      const std::string& text);
    /// Writes a decree, new or changed, with a line of the log, and answers. Calls `again` instead of answering if another
    /// operator has changed the decree meanwhile.
    void decree(const PendingAdminRequest& ask, const Decree& decree, const std::string& what,
                const std::string& log, const std::vector<std::string>& silent = {},
                const std::function<void()>& again = {});
    /// Writes an act that is no decree, and answers.
    void act(const PendingAdminRequest& ask, std::vector<storage::Write> writes, const AdminAction& act);
    std::optional<std::int64_t> end_of(const protocol::AdminDuration& term) const;
    /// A decree in force, or null after the refusal.
    const Decree* find(const PendingAdminRequest& ask, std::int64_t no) const;

    Actor& lobby_;
    DecreeKeeper& decrees_;
    AdminScatterGather& parts_;
    Accounts& accounts_;
};

}  // namespace cubilete::server
