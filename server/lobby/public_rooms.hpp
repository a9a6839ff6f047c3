#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "protocol/json_text.hpp"
#include "protocol/messages.hpp"

namespace cubilete::server {

/// Orders public rooms: those with a free seat first, then the fullest, then the newest.
struct RoomRank {
    bool full = false;         ///< no free seat, or a match in progress
    int taken = 0;             ///< number of taken seats
    std::uint64_t number = 0;  ///< later rooms have higher numbers

    friend bool operator<(const RoomRank& a, const RoomRank& b) {
        if (a.full != b.full) return b.full;
        if (a.taken != b.taken) return a.taken > b.taken;
        return a.number > b.number;
    }
};

/// The first public rooms of one game, in the order of RoomRank. Immutable.
struct RoomWindow {
    struct Shown {
        std::string room;          ///< code
        protocol::JsonText line;   ///< as sent to watchers
        std::uint64_t change = 0;  ///< another number means that the line has changed
        RoomRank rank;
    };
    std::vector<Shown> rooms;  ///< at most PublicRooms::most_shown
    std::size_t total = 0;     ///< public rooms of that game
};
using RoomWindowPtr = std::shared_ptr<const RoomWindow>;

/// The difference between the first `limit` rooms of two windows.
struct RoomChanges {
    std::vector<protocol::JsonText> put;  ///< new in the window, or changed
    std::vector<std::string> gone;        ///< no longer in the window
};
RoomChanges changes_of(const RoomWindow& before, const RoomWindow& now, int limit);

/// All public rooms in order, and a window for each game. Not thread-safe. A change costs a look-up among the
/// rooms of the game. A window is made once and shared until its game changes.
class PublicRooms {
  public:
    static constexpr int most_shown = 200;

    /// Adds a room, or updates it.
    void put(const protocol::RoomLine& line);
    /// Removes a room; does nothing if it is not listed.
    void remove(const std::string& code);
    /// The present window of the game; never null.
    RoomWindowPtr window(const std::string& game);
    /// Returns at most `limit` rooms of the game in the window's order, each as sent to watchers: those after
    /// the room `after`, or the first. Returns nothing if `after` is no public room of that game. Costs a
    /// look-up and `limit` steps.
    std::optional<protocol::JsonText> list(const std::string& game, const std::optional<std::string>& after,
                                           int limit) const;
    std::size_t total(const std::string& game) const;
    /// Returns the games that have changed since the last call.
    std::set<std::string> take_changed() { return std::exchange(changed_, {}); }

  private:
    struct Listed {
        std::string game;
        RoomWindow::Shown shown;
    };
    struct Game {
        std::map<RoomRank, std::string> order;  ///< codes
        RoomWindowPtr window;
    };
    void touch(const std::string& game);

    std::unordered_map<std::string, Listed> rooms_;  ///< by code
    std::map<std::string, Game> games_;
    std::set<std::string> changed_;
    std::uint64_t numbers_ = 0;
};

}  // namespace cubilete::server
