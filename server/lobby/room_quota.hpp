#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>

#include "server/core/config.hpp"
#include "server/core/metrics.hpp"
#include "server/room/room_settings.hpp"
#include "server/room/seating.hpp"

namespace cubilete::server {

/// The places for rooms on this server: who may make one, and which room gives up its place for it. On the lobby's thread.
class RoomQuota {
  public:
    /// `limits` and `metrics` must outlive it.
    RoomQuota(const Limits& limits, Metrics& metrics) : limits_(limits), metrics_(metrics) {}

    /// Returns why the player may make no room just now, or nothing. A player is charged for all their open rooms, an address only for rooms with somebody
    /// connected; an address at its limit still gets one room per player. So nobody can use up the rooms of
    /// others in their network by leaving rooms behind.
    Verdict check_quota(const std::string& player, const std::string& address) const;
    /// The room counts as attended until set_occupancy() says otherwise. Without a maker it counts for the
    /// server only.
    void add_room(const std::string& code, Maker maker);
    struct Occupancy {
        bool now = true;           ///< a person or a program is connected
        int people = 1;            ///< seated
        std::int64_t left_ms = 0;  ///< nobody is connected since then
    };
    void set_occupancy(const std::string& code, const Occupancy& occupancy);
    void remove_room(const std::string& code);
    /// If a site (site_key()) has left too many rooms behind: the one with the fewest people, of these the one
    /// without anybody for longest. The caller should close it if nobody comes back to it for a while.
    std::optional<std::string> find_surplus_room(const std::string& site) const;
    /// For a new room: the room that gives up its place for it, whoever made it, chosen as by find_surplus_room(), if all
    /// places are taken, or if rooms without anybody take more than four fifths of them. The caller closes it now
    /// unless somebody has connected meanwhile.
    std::optional<std::string> free_place();
    /// Refuses every room from now on, because the server will stop.
    void stop_creating() { is_stopped_ = true; }

  private:
    struct RoomUsage {
        Maker by;
        std::uint64_t number = 0;  ///< in the order made
        Occupancy occupancy;
        bool closing = false;  ///< it has given up its place
    };
    void count(const std::string& code, const RoomUsage& usage, bool counts);

    const Limits& limits_;
    Metrics& metrics_;
    std::unordered_map<std::string, RoomUsage> rooms_;  ///< by code
    std::uint64_t rooms_made_ = 0;
    std::size_t closing_ = 0;
    bool is_stopped_ = false;
    struct EmptyRoom {
        int people = 0;
        std::int64_t since_ms = 0;
        std::uint64_t number = 0;
        std::string room;
        std::string site;
        auto operator<=>(const EmptyRoom&) const = default;
    };
    std::set<EmptyRoom>
        empty_rooms_;  ///< rooms without anybody that have not given up their place, by what closes first
    using Counts = std::unordered_map<std::string, std::size_t>;
    Counts rooms_of_player_;
    Counts attended_of_address_;
    Counts left_of_site_;
};

}  // namespace cubilete::server
