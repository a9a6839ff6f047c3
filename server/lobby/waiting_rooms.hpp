#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "protocol/people.hpp"
#include "server/room/room_report.hpp"

namespace cubilete::server {

/// A room of quick.match that waits for players.
struct WaitingRoom {
    std::string room;  ///< code
    std::string game;
    int taken = 0;
    int seats = 0;
    bool welcomes_people = false;     ///< quick.match may seat another person here
    bool welcomes_programs = false;   ///< quick.match may seat another program here
    std::vector<std::string> seated;  ///< player ids

    friend bool operator==(const WaitingRoom&, const WaitingRoom&) = default;
};
/// Returns nothing if the room does not wait.
std::optional<WaitingRoom> waiting_room(const RoomReport& report);

/// The rooms of quick.match that wait for players, in the order in which strangers get seats there: the fullest first,
/// then the oldest. Not thread-safe. A change or a search costs a look-up.
class WaitingRooms {
  public:
    /// Adds a room, or updates it.
    void put(WaitingRoom room);
    /// Does nothing if the room does not wait.
    void remove(const std::string& code);
    /// Returns the room in which the player has a seat, otherwise the first one of the game with a free seat for
    /// them; none that is in `tried`. Null if there is none. Valid until the next change.
    const WaitingRoom* find(const protocol::PlayerInfo& player, const std::string& game,
                            const std::set<std::string>& tried) const;

  private:
    struct Listed {
        WaitingRoom room;
        std::uint64_t number = 0;  ///< later rooms have higher numbers
    };
    struct Place {
        int taken = 0;
        std::uint64_t number = 0;

        friend bool operator<(const Place& a, const Place& b) {
            return a.taken != b.taken ? a.taken > b.taken : a.number < b.number;
        }
    };
    using Order = std::map<Place, std::string>;  ///< codes of rooms with a free seat
    struct Game {
        Order for_people;
        Order for_programs;
    };

    std::unordered_map<std::string, Listed> rooms_;  ///< by code
    std::map<std::string, Game> games_;
    std::unordered_map<std::string, std::set<std::string>> of_player_;  ///< codes
    std::uint64_t numbers_ = 0;
};

}  // namespace cubilete::server
