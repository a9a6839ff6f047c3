#pragma once

#include <functional>
#include <set>
#include <string>
#include <utility>

#include "server/cluster/own_sockets.hpp"
#include "server/cluster/public_rooms_publisher.hpp"
#include "server/cluster/questions.hpp"
#include "server/cluster/this_node.hpp"
#include "server/lobby/other_nodes.hpp"

namespace cubilete::server {

/// The knowledge that the lobbies of all nodes share: where players are and how they are called, the list of
/// public rooms, a player's own tables. On the lobby's thread.
class SharedLobby {
  public:
    using Epoch = mesh::Epoch;

    SharedLobby(const NodeContext& node, OwnSockets& sockets);

    // For the lobby of this node: OtherNodes.
    void on_hello(const SinkPtr& socket, const protocol::PlayerInfo& player);
    void on_new_member(const std::string& player) const {
        node_.links->broadcast(mesh::RoomMembers{{player}});
    }
    void on_rename(const protocol::PlayerInfo& player);
    void on_account_deleted(const std::string& player);
    void on_new_device(const std::string& player) const { node_.links->broadcast(mesh::NewDevice{player}); }
    void tables_of(const std::string& player, Questions<protocol::Json>::Done done);
    void list_rooms_after(const std::string& game, const RoomPlace& after, int limit,
                          Questions<RoomWindow::ListedRoom>::Done done);
    void ask_nodes(const protocol::Json& question, std::function<void(OtherNodes::AdminAnswers)> done);
    /// The public rooms of this node.
    PublicRoomsPublisher& windows() { return windows_; }

    /// The node is linked: it hears who is here and which rooms are public.
    void on_link_up(Epoch node) const;
    /// The player has deleted their account, at some node.
    void forget(const std::string& player);
    /// The room is this node's from now on, as it was read before: who has deleted their account since then leaves it.
    void on_room_arrived(const storage::OpenRoom& room) const;

    void handle(Epoch from, const mesh::ConnectedPlayers& here) const;
    void handle(Epoch from, const mesh::RoomMembers& members);
    void handle(Epoch from, const mesh::Renamed& renamed);
    void handle(Epoch, const mesh::AccountDeleted& forgotten) { forget(forgotten.player); }
    void handle(Epoch, const mesh::NewDevice& device) const {
        node_.lobby.accounts().notify_of_device(device.player);
    }
    void handle(Epoch from, const mesh::Window& window) const {
        node_.lobby.directory().set_window(from, window);
    }
    void handle(Epoch from, const mesh::TablesQuery& wanted) const;
    void handle(Epoch from, const mesh::Tables& tables);
    void handle(Epoch from, const mesh::RoomsQuery& wanted) const;
    void handle(Epoch from, const mesh::AdminQuery& wanted) const;
    void handle(Epoch from, const mesh::AdminAnswer& part);
    void handle(Epoch from, const mesh::Rooms& rooms) {
        rooms_asked_.on_answer(rooms.number, from, rooms.rooms);
    }

  private:
    const NodeContext& node_;
    OwnSockets& sockets_;
    std::set<std::string> forgotten_;
    PublicRoomsPublisher windows_;
    Questions<protocol::Json> tables_asked_;         ///< me.tables
    Questions<RoomWindow::ListedRoom> rooms_asked_;  ///< lobby.list
    /// With the node that answers.
    Questions<std::pair<Epoch, protocol::Json>> admin_questions_;
};

}  // namespace cubilete::server
