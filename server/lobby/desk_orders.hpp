#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "server/lobby/decree_keeper.hpp"
#include "server/lobby/desk_parts.hpp"
#include "server/lobby/pending_desk_request.hpp"

namespace cubilete::server {

/// What operators ask the desk to do: each act is written together with a line of the log. A part of the Lobby, on its thread.
class DeskOrders {
  public:
    DeskOrders(Actor& lobby, DecreeKeeper& decrees, DeskParts& parts);

    void carry_out(const PendingDeskRequest& ask, const protocol::DeskMute& request);
    void carry_out(const PendingDeskRequest& ask, const protocol::DeskBan& request);
    void carry_out(const PendingDeskRequest& ask, const protocol::DeskUnban& request);
    void carry_out(const PendingDeskRequest& ask, const protocol::DeskChange& request);
    void carry_out(const PendingDeskRequest& ask, const protocol::DeskSay& request);
    void carry_out(const PendingDeskRequest& ask, const protocol::DeskClose& request);
    void carry_out(const PendingDeskRequest& ask, const protocol::DeskSet& request);
    void carry_out(const PendingDeskRequest& ask, const protocol::DeskReport& request);

  private:
    using Networks = std::map<std::string, bool>;  ///< by hash: whether perhaps everybody has it
    void ban_player(const PendingDeskRequest& ask, const protocol::DeskBan& request);
    void ban_network(const PendingDeskRequest& ask, const protocol::DeskBan& request);
    void ban_networks(const PendingDeskRequest& ask, const protocol::DeskBan& request, const Decree& ban,
                      bool is_unsafe);
    /// The same as with_player(), with the networks from which the player has come to any node.
    void with_networks(const PendingDeskRequest& ask, const std::string& id,
                       std::function<void(const storage::Player&, const Networks&)> then);
    /// Passes a player who is no built-in bot to `then`, or refuses.
    void with_player(const PendingDeskRequest& ask, const std::string& id,
                     std::function<void(const storage::Player&)> then);
    Decree new_decree(const PendingDeskRequest& ask, Decree::Kind kind, const protocol::DeskTerm& term,
                      const std::string& text);
    /// Writes a decree, new or changed, with a line of the log, and answers.
    void decree(const PendingDeskRequest& ask, const Decree& decree, const std::string& what,
                const std::string& log);
    /// Writes an act that is no decree, and answers.
    void act(const PendingDeskRequest& ask, std::vector<storage::Write> writes, const DeskAct& act);
    std::optional<std::int64_t> end_of(const protocol::DeskTerm& term) const;
    /// A decree in force, or null after the refusal.
    const Decree* find(const PendingDeskRequest& ask, std::int64_t no) const;

    Actor& lobby_;
    DecreeKeeper& decrees_;
    DeskParts& parts_;
};

}  // namespace cubilete::server
