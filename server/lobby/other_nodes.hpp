#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "protocol/messages.hpp"
#include "server/lobby/public_rooms.hpp"
#include "server/lobby/waiting_rooms.hpp"
#include "server/room/requester.hpp"
#include "server/room/room_report.hpp"

namespace cubilete::server {

/// The other nodes of a cluster, for the lobby. Every function is called on the lobby's thread, returns at once, and
/// does not call the lobby before it has returned. A server that is alone has none.
class OtherNodes {
  public:
    virtual ~OtherNodes() = default;

    /// A request for a room that is not here. The room's owner answers it, or it is refused; if the room comes here
    /// meanwhile, the lobby gets the message again.
    virtual void forward(const Requester& from, protocol::ClientMessage message) = 0;
    /// quick.match: one node chooses the rooms for all who ask for the same game, so that they meet. Returns false if it
    /// is this one, or if the request has come from another node.
    virtual bool seek(const Requester& from, const protocol::QuickMatch& wanted) = 0;
    /// This node has chosen a room of another one for a stranger. If they get no seat there, the lobby is asked again, by
    /// Matchmaker::seek.
    virtual void seat(const Requester& from, const protocol::QuickMatch& wanted,
                      const std::set<std::string>& tried, const WaitingRooms::Location& room) = 0;
    /// A client's socket has said hello, or has closed.
    virtual void on_hello(const SinkPtr& socket, const protocol::PlayerInfo& player) = 0;
    virtual void on_socket_closed(const SinkPtr& socket) = 0;
    /// The player is now a member of a room here, and was not before.
    virtual void on_new_member(const std::string& player) = 0;
    /// A match has begun in a room here, which may go to the node that has most sockets of its members.
    virtual void on_match_start(const std::string& room) = 0;
    /// A room here is public, as reported, or no longer.
    virtual void on_room_listed(const RoomReport& report) = 0;
    virtual void on_room_unlisted(const std::string& room) = 0;
    /// Asks the other nodes for the player's own tables, as Accounts::tables_of; `done` is called once, soon, on the
    /// lobby's thread, also if not all answer.
    virtual void tables_of(const std::string& player,
                           std::function<void(std::vector<protocol::Json>)> done) = 0;
    /// Asks the other nodes for their public rooms of a game: at most `limit` of each behind `after`. `done` as in
    /// tables_of.
    virtual void list_rooms_after(const std::string& game, const RoomPlace& after, int limit,
                                  std::function<void(std::vector<RoomWindow::ListedRoom>)> done) = 0;
    /// The answers of other nodes to a question of the admin interface.
    struct AdminAnswers {
        std::vector<protocol::Json> parts;
        std::vector<std::string> silent = {};  ///< addresses of the nodes that have not answered
    };
    /// Asks the other nodes for their parts (AdminScatterGather); `done` as in tables_of.
    virtual void ask_nodes(const protocol::Json& question, std::function<void(AdminAnswers)> done) = 0;
    /// A code that no room of any node has; nothing while there is none at hand.
    virtual std::optional<std::string> take_code() = 0;
    /// There was none: calls `then` on the lobby's thread when there are some, or with false if the database gave none.
    virtual void await_codes(std::function<void(bool come)> then) = 0;

    // The lobby calls these when an act of a player here is durable.
    virtual void on_rename(const protocol::PlayerInfo& player) = 0;
    virtual void on_account_deleted(const std::string& player) = 0;
    virtual void on_new_device(const std::string& player) = 0;
};

}  // namespace cubilete::server
