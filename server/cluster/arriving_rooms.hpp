#pragma once

#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "server/cluster/handover.hpp"

namespace cubilete::server {

/// Rooms that have just become this node's. Each goes on when the other nodes have attached their sockets to it: what
/// happens there meanwhile would pass players by who never lost their connection. On the lobby's thread.
class ArrivingRooms {
  public:
    using Epoch = mesh::Epoch;
    /// The room is here now, as it was read.
    using Arrived = std::function<void(const storage::OpenRoom& room)>;

    /// `node`, `remote_rooms` and `handover` outlive it.
    ArrivingRooms(const NodeContext& node, RemoteRooms& remote_rooms, Handover& handover, Arrived arrived);

    bool contains(const std::string& room) const { return arriving_.contains(room); }
    std::size_t count() const { return arriving_.size(); }
    /// Rooms that nobody owned and that are this node's now.
    void on_adopted(std::vector<storage::OpenRoom> rooms);
    /// A beat has told which nodes live.
    void on_node_list();
    /// The node is linked: it hears of the rooms that wait for it.
    void on_link_up(Epoch node) const;
    /// The node has no sockets any more that could come back.
    void stop_awaiting(Epoch node);

    void handle(Epoch from, const mesh::GiveRoom& give);
    void handle(Epoch from, const mesh::AttachDone& known);

  private:
    struct ArrivingRoom {
        std::optional<storage::OpenRoom> room;  ///< nothing until it is read, if another node has given it
        std::set<Epoch> awaited;                ///< nodes that have not answered; some may not be linked yet
        std::optional<TransientState> transient;  ///< if another node has given it
    };

    void adopt_when_answered(std::vector<std::string> rooms);
    void adopt_unless_awaited(const std::string& room);
    void read_given_room(const std::string& room);
    void schedule(Clock::Duration wait, std::function<void()> action);

    const NodeContext& node_;
    RemoteRooms& remote_rooms_;
    Handover& handover_;
    Arrived arrived_;
    std::map<std::string, ArrivingRoom> arriving_;
    std::list<std::unique_ptr<Clock::Timer>> timers_;
};

}  // namespace cubilete::server
