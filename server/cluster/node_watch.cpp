#include "server/cluster/node_watch.hpp"

#include <utility>

namespace cubilete::server {

NodeWatch::BeatFindings NodeWatch::on_beat_confirmed(const std::vector<storage::NodeRow>& nodes, Time now) {
    const bool anew = now - confirmed_ > 2 * limits_.between_beats;
    confirmed_ = now;
    BeatFindings findings;
    std::map<std::int64_t, LastBeat> before = std::exchange(others_, {});
    for (const storage::NodeRow& node : nodes) {
        if (node.epoch == self_) continue;
        const auto known = before.find(node.epoch);
        LastBeat seen{.beat = node.beat, .since = now};
        if (known != before.end()) {
            if (!anew && known->second.beat == node.beat) seen.since = known->second.since;
            before.erase(known);
        }
        others_.emplace(node.epoch, seen);
        const Duration patience =
            refusing_.contains(node.epoch) ? limits_.silence_if_process_gone : limits_.silence;
        if (now - seen.since >= patience)
            findings.failed.push_back({.epoch = node.epoch, .beat_seen = node.beat});
    }
    for (const auto& [epoch, seen] : before) {
        findings.over.push_back(epoch);
        refusing_.erase(epoch);
    }
    return findings;
}

}  // namespace cubilete::server
