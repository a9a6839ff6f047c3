#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "storage/cluster.hpp"

namespace cubilete::server {

/// Concludes from the beats of the other nodes which of them are dead, by this node's steady clock alone. A value: it
/// waits for nothing and reads no clock. A wrong conclusion costs a healthy node a restart, but no move: a node that
/// is declared dead is fenced before anybody takes its rooms.
class NodeWatch {
  public:
    using Time = std::chrono::steady_clock::time_point;
    using Duration = std::chrono::milliseconds;

    struct Limits {
        Duration between_beats{250};
        /// A node whose beat has not changed for this time is dead. It has stopped itself before: storage::node_lease.
        Duration silence{1'500};
        /// The `silence` of a node whose process is gone from its machine (on_connection_refused()).
        Duration silence_if_process_gone{500};
    };
    /// A node to fence, unless it has beaten since.
    struct FailedNode {
        std::int64_t epoch = 0;
        std::int64_t beat_seen = 0;

        friend bool operator==(const FailedNode&, const FailedNode&) = default;
    };
    struct BeatFindings {
        std::vector<FailedNode> failed;
        std::vector<std::int64_t> over;  ///< epochs that have left, or that another node has fenced

        friend bool operator==(const BeatFindings&, const BeatFindings&) = default;
    };

    /// `self`: the epoch of this node.
    NodeWatch(std::int64_t self, Limits limits) : self_(self), limits_(limits) {}

    /// A beat of this node was confirmed at `now`, and `nodes` came with it. If the beat
    /// before it was confirmed more than two beats ago, then the database was away, or this process stood still, and
    /// the silence of the others tells nothing: it begins to watch all of them anew.
    BeatFindings on_beat_confirmed(const std::vector<storage::NodeRow>& nodes, Time now);

    /// The link to a node was cut, and its machine refuses new ones: the process is dead.
    void on_connection_refused(std::int64_t epoch) { refusing_.insert(epoch); }
    /// There is a link to the node.
    void on_link(std::int64_t epoch) { refusing_.erase(epoch); }

    const Limits& limits() const { return limits_; }

  private:
    struct LastBeat {
        std::int64_t beat = 0;
        Time since;  ///< when this beat was seen first
    };

    std::int64_t self_;
    Limits limits_;
    std::map<std::int64_t, LastBeat> others_;  ///< by epoch
    std::set<std::int64_t> refusing_;
    Time confirmed_{};
};

}  // namespace cubilete::server
