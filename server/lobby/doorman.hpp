#pragma once

#include <string>

#include "server/lobby/clients.hpp"
#include "server/lobby/decree_keeper.hpp"
#include "server/lobby/directory.hpp"

namespace cubilete::server {

/// What decrees do to players who are here. A part of the Lobby, on its thread.
class Doorman {
  public:
    Doorman(Actor& lobby, Clients& clients, const DecreeKeeper& decrees, Directory& directory);

    /// A decree is new or has changed.
    void on_change(const Decree& decree);
    /// A socket of a player has said hello; something may have been decreed meanwhile.
    void on_welcome(const SinkPtr& socket, const protocol::PlayerInfo& player);

  private:
    void shut_out(const std::string& player, const std::string& reason);
    void shut_out_network(const Decree& ban);
    void close(const SinkPtr& socket, const std::string& reason);

    Actor& lobby_;
    Clients& clients_;
    const DecreeKeeper& decrees_;
    Directory& directory_;
};

}  // namespace cubilete::server
