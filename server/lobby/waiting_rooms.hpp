#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "protocol/people.hpp"
#include "server/core/clock.hpp"
#include "server/room/room_report.hpp"

namespace cubilete::server {

/// A node of a cluster: its epoch, or this one.
using NodeNumber = std::int64_t;
constexpr NodeNumber this_node = 0;

/// A room of quick.match that waits for players.
struct WaitingRoom {
    std::string room;  ///< code
    std::string game;
    int taken = 0;
    int seats = 0;
    bool accepts_people = false;      ///< quick.match may seat another person here
    bool accepts_programs = false;    ///< quick.match may seat another program here
    std::vector<std::string> seated;  ///< player ids

    friend bool operator==(const WaitingRoom&, const WaitingRoom&) = default;
};
/// Returns nothing if the room does not wait.
std::optional<WaitingRoom> to_waiting_room(const RoomReport& report);

/// The rooms of quick.match that wait for players, of this node and the first ones of others, in the order in which
/// strangers get seats there: the fullest first, then the oldest. Not thread-safe. A change or a search costs a look-up.
class WaitingRooms {
  public:
    /// As many rooms of a game are told to other nodes: those with a free seat first.
    static constexpr std::size_t max_advertised = 20;
    struct Location {
        std::string room;
        NodeNumber node = this_node;
    };

    /// Adds a room of this node, or updates it.
    void put(WaitingRoom room) { put(std::move(room), this_node); }
    /// Removes a room of this node; does nothing if it does not wait.
    void remove(const std::string& code) { remove(code, this_node); }
    /// All rooms of a game of which another node has told. A room is at the node that has told of it last.
    void apply(NodeNumber node, const std::string& game, const std::vector<WaitingRoom>& rooms);
    /// Removes all rooms of another node.
    void forget(NodeNumber node);
    /// Returns the room in which the player has a seat, otherwise the first one of the game with a free seat for
    /// them; none that is in `tried`.
    std::optional<Location> find(const protocol::PlayerInfo& player, const std::string& game,
                                 const std::set<std::string>& tried) const;
    /// The rooms of a game that are told to other nodes.
    std::vector<WaitingRoom> first(const std::string& game) const;
    /// Returns the games that have changed since the last call.
    std::set<std::string> take_changed() { return std::exchange(changed_, {}); }
    /// A stranger is sent to a room of another node: a seat counts as taken until that node tells of the room again,
    /// or until `deadline`, a time of the caller's clock.
    void reserve_seat(const std::string& code, Clock::Duration deadline);
    /// Forgets the reservations whose deadline has come.
    void expire_reservations(Clock::Duration now);

  private:
    struct LocatedRoom {
        WaitingRoom room;
        std::uint64_t number = 0;  ///< later rooms have higher numbers
        NodeNumber node = this_node;
        int reserved = 0;  ///< seats
        Clock::Duration reserved_until{};

        int taken() const { return room.taken + reserved; }
    };
    struct OrderKey {
        int taken = 0;
        std::uint64_t number = 0;

        friend bool operator<(const OrderKey& a, const OrderKey& b) {
            return a.taken != b.taken ? a.taken > b.taken : a.number < b.number;
        }
    };
    using Order = std::map<OrderKey, std::string>;  ///< codes
    struct Game {
        Order for_people;
        Order for_programs;
        Order full;
        std::map<NodeNumber, std::set<std::string>> of_node;  ///< codes
    };
    void put(WaitingRoom room, NodeNumber node);
    void remove(const std::string& code, NodeNumber node);
    void place(const LocatedRoom& listed);
    void remove_from_order(const LocatedRoom& listed);

    std::unordered_map<std::string, LocatedRoom> rooms_;  ///< by code
    std::map<std::string, Game> games_;
    std::unordered_map<std::string, std::set<std::string>> of_player_;  ///< codes
    std::deque<std::pair<Clock::Duration, std::string>> reservations_;  ///< their ends, and codes
    std::set<std::string> changed_;
    std::uint64_t numbers_ = 0;
};

}  // namespace cubilete::server
