#pragma once

#include <optional>
#include <string>

#include "server/lobby/clients.hpp"
#include "server/lobby/decree_keeper.hpp"
#include "server/lobby/directory.hpp"

namespace cubilete::server {

/// Applies decrees to players who are here, and to their requests. A part of the Lobby, on its thread.
class DecreeEnforcer {
  public:
    DecreeEnforcer(Actor& lobby, Clients& clients, DecreeKeeper& decrees, Directory& directory);

    /// Why a player may not ask for that, if there is a reason. It may change what a request leaves open.
    Verdict check(const std::string& player, const protocol::RoomAction& action);
    Verdict check(const Requester& from, protocol::LobbyRequest& request) const;

    /// A decree is new or has changed.
    void on_change(const Decree& decree);
    /// A socket of a player has said hello; something may have been decreed meanwhile.
    void on_welcome(const SinkPtr& socket, const protocol::PlayerInfo& player);

  private:
    Verdict check_opening(const ClientNetwork& network, const std::optional<std::string>& word) const;
    void tell_all(const Decree& line);
    void disconnect_player(const std::string& player, const std::string& reason);
    void disconnect_network(const Decree& ban);
    void close(const SinkPtr& socket, const std::string& reason);

    Actor& lobby_;
    Clients& clients_;
    DecreeKeeper& decrees_;
    Directory& directory_;
};

}  // namespace cubilete::server
