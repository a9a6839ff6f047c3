#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/cluster/envelope.hpp"
#include "server/core/clock.hpp"

namespace cubilete::server {

/// Decides how many rooms a node gives to the others while all of them live, so that all have about the same number. A
/// value: it waits for nothing and reads no clock; `now` is a time of the caller's steady clock.
///
/// A node gives while it has more than 1.25 times the mean, or more than the mean while another has less than 0.75
/// times the mean, and this has lasted for 3 s: rooms that are made at the same time are told of by beats of different
/// ages. All nodes decide at the same time, each by the beats that it has seen. So each takes only its own
/// share: the rooms above the mean, in the order of the nodes that have them, fill up the nodes below the mean in the
/// order of those. With the same beats the shares of no two nodes are the same rooms, and no node gets past the mean.
class Balance {
  public:
    using Epoch = mesh::Epoch;
    using Time = Clock::Duration;

    /// Rooms a second that a node gives, for each reason.
    static constexpr std::size_t max_per_second = 20;
    /// For so long the numbers have been uneven before the first room goes.
    static constexpr Clock::Duration imbalance_deadline{3'000};
    /// A room that has come here, or could not be given away, stays that long.
    static constexpr Clock::Duration hold_time{10'000};
    /// A node that has less than so many rooms more than the one with the fewest gives none.
    static constexpr int min_difference = 6;

    /// `own`: the epoch of this node.
    explicit Balance(Epoch own) : own_(own) {}

    /// The numbers of rooms that the beats have told of, of the nodes that take rooms, and of this one.
    void set_room_counts(std::map<Epoch, int> rooms) { rooms_ = std::move(rooms); }
    /// The nodes to which this one gives rooms now, one for each room, the one with the fewest first.
    std::vector<Epoch> choose_receivers(Time now);
    /// Whether one more room may go from this node to that one because its sockets are there, without need to balance
    /// them afterwards.
    bool allows(Epoch to, Time now);
    /// A room goes to that node; the beats tell of it only later. `balances`: because of choose_receivers().
    void record_transfer(Epoch to, bool balances, Time now);

    /// The room has come to this node, or could not be given away.
    void hold_room(const std::string& room, Time now) { held_until_[room] = now + hold_time; }
    bool is_settling(const std::string& room, Time now) const;

  private:
    struct RoomTransfer {
        Time at;
        Epoch to;
        bool balances;
    };
    void forget(Time now);
    bool is_uneven() const;
    double mean() const;
    std::vector<std::pair<Epoch, double>> outside_mean(bool above) const;
    std::vector<Epoch> own_share() const;
    std::size_t transfers_last_second(bool balances, Time now) const;

    Epoch own_;
    std::map<Epoch, int> rooms_;
    std::optional<Time> uneven_since_;
    std::deque<RoomTransfer> transfers_;  ///< that the beats may not show yet
    std::map<std::string, Time> held_until_;
};

}  // namespace cubilete::server
