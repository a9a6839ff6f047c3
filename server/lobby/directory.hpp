#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "server/lobby/clients.hpp"
#include "server/lobby/decree_keeper.hpp"
#include "server/lobby/room_lists.hpp"
#include "server/lobby/room_loader.hpp"
#include "server/lobby/room_quota.hpp"
#include "server/lobby/waiting_rooms.hpp"
#include "server/room/room.hpp"

namespace cubilete::server {

/// The rooms of this node by their reports, the lists in which rooms are found, and who is in them. A part of the Lobby,
/// on its thread.
class Directory {
  public:
    struct Entry {
        std::shared_ptr<Room> room;
        RoomReport report;
        bool is_moving =
            false;  ///< it is being handed over: its requests wait at OtherNodes, except answers for dice
    };
    /// A room as far as it matters for handing it over.
    struct MovableRoom {
        std::string room;  ///< code
        std::string game;
        bool attended = false;              ///< somebody is connected
        bool has_match = false;             ///< a match
        std::vector<SinkPtr> sockets = {};  ///< of its members
    };

    /// `decrees`: who is banned leaves every room. It outlives the directory.
    Directory(Actor& lobby, Clients& clients, const DecreeKeeper& decrees);

    /// Takes up the rooms that are open in the data, and logs those that cannot be restored. Their matches are read
    /// while the server already serves.
    void adopt(const storage::Store& store);
    /// Takes up a room that has just become this node's, unless it is here already. `transient`: another node has handed
    /// it over.
    void adopt(const storage::OpenRoom& stored, const std::optional<TransientState>& transient);
    /// Adds a new room and answers its maker.
    void make(const std::string& code, RoomSettings settings, const Requester& maker, bool accepts_bot);

    const std::unordered_map<std::string, Entry>& rooms() const { return rooms_; }
    bool has_room(const std::string& code) const { return rooms_.contains(code); }
    /// Null if the room is not here.
    const Entry* find(const std::string& code) const;
    /// Runs `action` with a room on its thread; does nothing if the room is not here.
    void post(const std::string& code, auto action) const {
        if (const Entry* entry = find(code)) entry->room->post(std::move(action));
    }
    /// Refuses a new name of a member that looks like a different name of another member of the room.
    Verdict check_lookalike_name(const protocol::PlayerInfo& player, const std::string& code) const;

    /// A socket has said hello, here or at another node: it gets the pushes of its player's rooms.
    void introduce(const SinkPtr& socket, const protocol::PlayerInfo& player);
    /// A socket comes back to a room here, in which it was at another node: it gets what it has not seen. Calls
    /// `refused` instead, on the room's thread, if its client has to ask for that itself.
    void reattach(const SinkPtr& socket, const std::string& code,
                  const std::optional<protocol::RoomJoin::Seen>& seen, std::function<void()> refused);
    /// A socket has closed, or its player was deleted.
    void on_socket_closed(const SinkPtr& socket);

    /// The rooms here, by code. One is not here any more when it has been let go.
    std::vector<MovableRoom> movable_rooms() const;
    std::optional<MovableRoom> movable_room(const std::string& code) const;
    /// Has a room given to the node `to`: Room::hand_over. It moves until release_moved() or cancel_handover().
    void hand_over(const std::string& code, std::int64_t to, HandoverDone done);
    /// The room is another node's now. Its members are told nothing. Returns the room, which must stay until requests
    /// that it has under way are answered.
    std::shared_ptr<Room> release_moved(const std::string& code);
    /// The room stays here.
    void cancel_handover(const std::string& code);

    /// Public rooms of another node: they are shown in the list of the lobby.
    void set_window(NodeNumber node, const WindowNews& news);
    /// The other node cannot be reached.
    void forget_window(NodeNumber node);
    RoomLists& lists() { return lists_; }
    WaitingRooms& waiting() { return waiting_; }
    RoomQuota& room_quota() { return room_quota_; }

    /// Puts a room in the lists where it belongs now, and takes it from the others.
    void list(const Entry& entry);
    /// Whether the database that has the data is away: meanwhile the time of all rooms stands still.
    void set_database_away(bool away);
    /// All rooms refuse everything from now on. They hold `all` until what they have accepted is durable.
    void drain(const std::shared_ptr<void>& all);

  private:
    void restore(const storage::OpenRoom& stored, const std::optional<TransientState>& transient = {});
    LobbyLink link();
    void on_room_report(const RoomReport& report);
    void count(const RoomReport& report, int by) const;
    MovableRoom to_movable_room(const RoomReport& report) const;

    Actor& lobby_;
    Clients& clients_;
    const DecreeKeeper& decrees_;
    std::unordered_map<std::string, Entry> rooms_;  ///< by code
    RoomLists lists_;
    WaitingRooms waiting_;
    RoomQuota room_quota_;
    RoomLoader loader_;
    bool database_away_ = false;
};

}  // namespace cubilete::server
