#pragma once

#include <cstddef>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "server/cluster/balance.hpp"
#include "server/cluster/remote_rooms.hpp"

namespace cubilete::server {

/// Gives rooms of this node to other nodes while both live, so that nobody waits until a lease has run out: all of them
/// when this node stops; some while it has more than its share (Balance); and one in which a match has just begun, if
/// another node has most of its sockets. A room may come back later. It takes these steps:
///   1. Its requests wait in RemoteRooms. The room finishes what it has begun, and its last write gives it away.
///   2. When that is durable, Give goes to the new owner, which answers GiveAccepted and reads the room.
///   3. Moved goes to all nodes after the last frame about the room; AttachDone comes back after the last request for it.
/// If a link or a node fails meanwhile, the nodes of the sockets find the new owner in the data, as they do when an
/// owner has died.
///
/// On the lobby's thread. A part of the Relay.
class Handover {
  public:
    using Epoch = mesh::Epoch;

    /// `node` and `remote_rooms` outlive it. `awaits_rooms`: whether rooms become this node's just now.
    Handover(const NodeContext& node, RemoteRooms& remote_rooms, std::function<bool()> awaits_rooms);

    /// A beat has returned the list of nodes.
    void on_node_list(const std::vector<storage::NodeRow>& nodes);
    /// The node is linked again: it gets what could not be told.
    void on_link_up(Epoch node);
    /// The node is not linked any more.
    void on_link_down(Epoch node);
    void handle(Epoch from, const mesh::GiveAccepted& taken);
    /// Returns whether it is the answer to Moved for a room that this node has given away.
    bool on_attach_done(Epoch by, const std::string& room);
    /// The room has become this node's.
    void on_room_arrived(const std::string& room) { balance_.hold_room(room, node_.clock->now()); }
    /// This node has given the room away lately. What was read of it before may say that it is this node's.
    bool handed_over_recently(const std::string& room) const;

    /// Requests for the room must wait, and its owner must not be looked up: it is between two owners.
    bool is_departing(const std::string& room) const;
    /// Gives all rooms away, those that come meanwhile as well, to the nodes with the fewest. Calls `done` when no room
    /// is left that another node can take, and at the latest after `most`.
    void hand_over_all(Clock::Duration most, std::function<void()> done);
    bool is_stopping() const { return is_stopping_; }
    /// A match begins in a room here: gives the room to the node that has most of its sockets, now or within 10 s, if
    /// that node takes it and as soon as Balance allows it.
    void on_match_start(const std::string& room);

  private:
    struct Departure {
        enum class Step { writing, given, moved } step = Step::writing;
        Epoch to = 0;
        HandoverReason reason = HandoverReason::drain;
        mesh::GiveRoom given = {};
        std::set<Epoch> awaited = {};  ///< nodes that have not sent AttachDone
    };
    struct Node {
        std::set<std::string> games;  ///< that it plays by the same rules
        int rooms = 0;
    };
    /// A room that was let go: what it has under way is still answered.
    struct ReleasedRoom {
        Clock::Duration since;
        std::string code;
        std::shared_ptr<Room> room;
    };

    bool accepts_game(Epoch node, const std::string& game) const;
    std::optional<Epoch> target(const std::string& game) const;
    bool can_leave(const std::string& room) const;
    void balance();
    void move_to_players();
    bool move_to_players(const std::string& room);
    void give(const std::string& room, Epoch to, HandoverReason reason);
    void on_room_released(const std::string& room, std::optional<RoomHandover> left);
    void end(std::map<std::string, Departure>::iterator leaving);
    void advance();
    void finish();

    const NodeContext& node_;
    RemoteRooms& remote_rooms_;
    std::function<bool()> awaits_rooms_;
    std::map<Epoch, Node> nodes_;  ///< that can take rooms
    /// Nodes that answer Moved. One that has just joined is linked before a beat shows it.
    std::set<Epoch> confirming_nodes_;
    std::map<std::string, Departure> departures_;
    std::map<Epoch, std::vector<mesh::GiveRoom>>
        undelivered_rooms_;                                ///< nodes may not know of rooms that they have
    std::map<std::string, Clock::Duration> match_starts_;  ///< rooms whose match has just begun, and when
    std::set<std::string> retained_rooms_;  ///< rooms that could not be given away when this node stops
    std::list<ReleasedRoom> released_rooms_;
    Balance balance_;
    std::size_t handed_over_ = 0;               ///< since hand_over_all()
    bool is_stopping_ = false;                  ///< hand_over_all() was called
    std::function<void()> on_all_handed_over_;  ///< set while all rooms are given away
    std::unique_ptr<Clock::Timer> deadline_;
};

}  // namespace cubilete::server
