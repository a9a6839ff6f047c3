#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "protocol/json_text.hpp"
#include "protocol/messages.hpp"
#include "server/lobby/waiting_rooms.hpp"

namespace cubilete::server {

/// Orders public rooms: those with a free seat first, then the fullest, then the newest.
struct RoomRank {
    bool full = false;  ///< no free seat, or a match in progress
    int taken = 0;      ///< number of taken seats
    /// Later rooms have higher numbers, on all nodes of a cluster as far as their wall clocks agree.
    std::uint64_t number = 0;

    friend bool operator<(const RoomRank& a, const RoomRank& b) {
        if (a.full != b.full) return b.full;
        if (a.taken != b.taken) return a.taken > b.taken;
        return a.number > b.number;
    }
};

/// The first public rooms of one game, in the order of RoomRank. Immutable.
struct RoomWindow {
    struct ListedRoom {
        std::string room;          ///< code
        protocol::JsonText line;   ///< as sent to watchers
        std::uint64_t change = 0;  ///< another number means that the line has changed
        RoomRank rank;
    };
    std::vector<ListedRoom> rooms;  ///< at most PublicRooms::max_shown
    std::size_t total = 0;          ///< public rooms of that game
};
using RoomWindowPtr = std::shared_ptr<const RoomWindow>;

/// A place in the order of the rooms of one game: that of a room, which need not exist any more.
struct RoomPlace {
    RoomRank rank;
    std::string room;  ///< code

    friend bool operator<(const RoomPlace& a, const RoomPlace& b) {
        return std::tie(a.rank, a.room) < std::tie(b.rank, b.room);
    }
};

/// The difference between the first `limit` rooms of two windows.
struct RoomChanges {
    std::vector<RoomWindow::ListedRoom> put;  ///< new in the window, or changed
    std::vector<std::string> gone;            ///< no longer in the window
};
RoomChanges diff_windows(const RoomWindow& before, const RoomWindow& now, int limit);

/// The news of a node's rooms of one game for the other nodes: the changes of its window, or all of it.
struct WindowNews {
    std::string game;
    bool is_whole = false;  ///< whatever was known before is no longer valid
    std::uint64_t total = 0;
    std::vector<RoomWindow::ListedRoom> put;
    std::vector<std::string> gone;
    std::vector<WaitingRoom> waiting;  ///< the first of them, always all
};

/// All public rooms of this node and those in the windows of others, in order, and a window for each game. Not
/// thread-safe. A change costs a look-up among the rooms of the game. A window is made once and shared until its game
/// changes. It is that of all rooms of the cluster, because no room outside of its own node's window can be in it.
class PublicRooms {
  public:
    static constexpr int max_shown = 200;

    /// Adds a room of this node, or updates it. `now_ms`: since 1970.
    void put(const protocol::RoomLine& line, std::int64_t now_ms);
    /// Removes a room of this node; does nothing if it is not listed.
    void remove(const std::string& code) { remove(code, this_node); }
    /// Applies the news of another node about its rooms. A room is at the node that has told of it last.
    void apply(NodeNumber node, const WindowNews& news);
    /// Removes all rooms of another node.
    void forget(NodeNumber node);
    /// The present window of the game; never null.
    RoomWindowPtr window(const std::string& game);
    /// Returns at most `limit` rooms of the game in the window's order, each as sent to watchers: those after
    /// the room `after`, or the first. Returns nothing if `after` is no public room of that game. Costs a
    /// look-up and `limit` steps.
    std::optional<protocol::JsonText> list(const std::string& game, const std::optional<std::string>& after,
                                           int limit) const;
    /// Where the room is in the order of the game; nothing if it is not listed here.
    std::optional<RoomPlace> place_of(const std::string& game, const std::string& code) const;
    enum class Which { all, own };
    /// At most `limit` rooms after `place`, in order: all that are known here, or this node's own.
    std::vector<RoomWindow::ListedRoom> after(const std::string& game, const RoomPlace& place, int limit,
                                              Which which) const;
    std::size_t total(const std::string& game) const;
    /// Returns the games that have changed since the last call.
    std::set<std::string> take_changed() { return std::exchange(changed_, {}); }

  private:
    struct LocatedRoom {
        std::string game;
        RoomWindow::ListedRoom shown;
        NodeNumber node = this_node;
    };
    /// The known rooms of another node.
    struct RemoteRoomCodes {
        std::uint64_t total = 0;
        std::set<std::string> listed;  ///< codes
    };
    struct Game {
        std::set<RoomPlace> order;
        std::map<NodeNumber, RemoteRoomCodes> others;
        RoomWindowPtr window;
    };
    void put(const std::string& game, RoomWindow::ListedRoom shown, NodeNumber node);
    void remove(const std::string& code, NodeNumber node);
    void mark_changed(const std::string& game);

    std::unordered_map<std::string, LocatedRoom> rooms_;  ///< by code
    std::map<std::string, Game> games_;
    std::set<std::string> changed_;
    std::uint64_t newest_ = 0;  ///< the highest number of a room of this node
    std::uint64_t changes_ = 0;
};

}  // namespace cubilete::server
