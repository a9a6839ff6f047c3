#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/cluster/inbound.hpp"
#include "server/cluster/own_sockets.hpp"

namespace cubilete::server {

/// Rooms of other nodes that a socket needs: finds the owner of each, keeps what is asked of it until that is known, and
/// brings the sockets to the next owner. On the lobby's thread.
class RemoteRooms {
  public:
    using Epoch = mesh::Epoch;

    struct Events {
        /// The room is between two owners, or is becoming this node's: nobody need look for its owner.
        std::function<bool(const std::string& room)> is_between_owners;
        /// This node stops: rooms whose owners are over go to others.
        std::function<bool()> is_stopping;
        /// Rooms whose owners are over are this node's now.
        std::function<void(std::vector<storage::OpenRoom>)> on_adopted;
    };

    RemoteRooms(const NodeContext& node, OwnSockets& sockets, Inbound& inbound, Events events);

    /// OtherNodes::forward.
    void forward(const Requester& from, protocol::ClientMessage message);
    /// Sockets of other nodes wait for the room here. It may come soon, or should be here: if its former owner could not
    /// tell, only the data know. If another node has it, their nodes have to look for it: they may have heard of the
    /// room's moves in another order than they happened.
    void refresh_owner(const std::string& room);
    /// The room is here now. Its sockets come back first, then what they asked for meanwhile is carried out.
    void on_room_arrived(const std::string& room);
    /// Another node has given the room to this one: what is asked of it waits until it is here.
    void clear_owner(const std::string& room);
    /// The room has come here and belongs to another by now.
    void on_owner_changed(const std::string& room);
    /// Looks for the owners of the rooms that have none, and gives those up that have had none for too long.
    void sweep();
    void schedule_sweep();

    // A room goes from this node to another one.
    /// It is about to be let go. Its sockets here are those of a room of another node now, and what is asked of it waits.
    void on_room_left(const std::string& room, Epoch to, const RoomHandover& room_left);
    /// The new owner has it.
    void on_room_moved(const std::string& room, Epoch to);
    /// The room stays here, or its new owner cannot be told.
    void on_handover_cancelled(const std::string& room);

    // Sockets of this node see rooms of others, and send requests to them.
    /// A socket is in the room, at `owner`.
    void add_viewer(const std::string& room, Epoch owner, mesh::SocketNumber socket);
    void remove_viewer(const std::string& room, mesh::SocketNumber socket);
    /// Requests that `owner` did not carry out wait for the next one, before those that the socket has sent since.
    void requeue(const OwnSocket& socket, Epoch owner, const std::string& room,
                 std::vector<RemoteRequest> requests);
    /// Sends what waits for the room to its owner, if that is known.
    void send_waiting(const std::string& room);
    /// That node is not the owner.
    void on_wrong_owner(const std::string& room, Epoch node);
    void on_link_down(Epoch node);

    void handle(Epoch from, const mesh::RoomsTakenOver& owns);
    void handle(Epoch from, const mesh::Moved& moved);

  private:
    struct Route {
        Epoch owner = 0;         ///< 0: it is being found out
        Epoch last = 0;          ///< the owner before that, or the one to which there is no link
        bool is_read = false;    ///< its owner is being read
        Clock::Duration lost{};  ///< since then it has no owner
        Clock::Duration asked{};
        std::deque<RemoteRequest> waiting;
        std::set<mesh::SocketNumber> sockets;  ///< that have seen it
    };

    Route& route_of(const std::string& room);
    void clear_owner(Route& route) const;
    void look_up(const std::string& room);
    bool end_owner_read(const std::string& room);
    void on_owner_found(const std::string& room, std::optional<Epoch> owner);
    void set_owner(const std::string& room, Epoch owner, bool has_just_come = false);
    void on_room_closed(const std::string& room);
    void abandon_room(const std::string& room);
    void forget_unused(const std::string& room);
    void send(OwnSocket& socket, Epoch owner, const std::string& room, RemoteRequest request);
    void return_sockets(const std::string& room);

    const NodeContext& node_;
    OwnSockets& sockets_;
    Inbound& inbound_;
    Events events_;
    std::unordered_map<std::string, Route> routes_;
    /// Until when these codes, by the data, are no room's: so that guesses do not all ask the database.
    std::unordered_map<std::string, Clock::Duration> unknown_codes_;
    std::unique_ptr<Clock::Timer> sweep_timer_;
};

}  // namespace cubilete::server
