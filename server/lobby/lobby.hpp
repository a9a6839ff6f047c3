#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/lobby/accounts.hpp"
#include "server/lobby/admin_handler.hpp"
#include "server/lobby/clients.hpp"
#include "server/lobby/decree_keeper.hpp"
#include "server/lobby/directory.hpp"
#include "server/lobby/greeter.hpp"
#include "server/lobby/matchmaker.hpp"
#include "server/lobby/practice.hpp"

namespace cubilete::server {

/// Takes the messages of all sockets and gives each request to the part that carries it out, or to its room. An actor.
/// All requests go through it in the order received, so none overtakes another.
class Lobby final : public Actor {
  public:
    /// Restores the rooms that are open in the data.
    static std::shared_ptr<Lobby> open(const Services& services);

    // From any thread.
    /// Carries out a message of a socket and answers it.
    void receive(SinkPtr from, protocol::ClientMessage&& message);
    /// The socket is closed. Call it once per socket, after its last message.
    void on_socket_closed(SinkPtr socket);
    /// Passes the windows of the public rooms of one game, or of all games without `game`, to `done` on the
    /// lobby's thread.
    void list_rooms(std::optional<std::string> game, std::function<void(std::vector<RoomWindowPtr>)> done);
    /// Carries out a request of an operator.
    void handle_admin_request(PendingAdminRequest ask, protocol::AdminRequest request);
    /// Whether the database that has the data is away: meanwhile the time of all rooms stands still.
    void set_database_away(bool away);
    /// Refuses everything from now on. `done` runs when everything accepted is durable and answered.
    void drain(std::function<void()> done);

    // The parts that other nodes of a cluster need, on the lobby's thread.
    Clients& clients() { return clients_; }
    Directory& directory() { return directory_; }
    Matchmaker& matchmaker() { return matchmaker_; }
    Accounts& accounts() { return accounts_; }
    DecreeKeeper& decrees() { return decrees_; }
    AdminHandler& admin() { return admin_handler_; }

  private:
    Lobby(const Services& services, std::string data_id);
    void add_built_in_bots();
    void on_exception(const std::string& reason) override;
    void reload() override;
    void handle(const SinkPtr& from, protocol::ClientMessage&& message);
    Verdict carry_out(const Requester& from, protocol::LobbyRequest& request);
    Verdict forward_to_room(Requester from, protocol::ClientMessage& message);

    Clients clients_;
    DecreeKeeper decrees_;
    Directory directory_;
    Matchmaker matchmaker_;
    Accounts accounts_;
    Practice practice_;
    DecreeEnforcer decree_enforcer_;
    AdminHandler admin_handler_;
    Greeter greeter_;
    std::vector<protocol::PlayerInfo> missing_bots_;  ///< built-in bots whose rows are not durable yet
    std::unique_ptr<Clock::Timer> bots_retry_;        ///< while the disk has no room for them
};

}  // namespace cubilete::server
