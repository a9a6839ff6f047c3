#pragma once

#include <span>
#include <string>
#include <vector>

#include "protocol/match.hpp"

/// The hashes of what viewers are shown of each entry, which the record of a match with provable dice binds
/// (docs/fairness.md, "What is shown"). A room pushes it, and a verifier with the rules computes it again.
namespace cubilete::server {

struct ViewerSight {
    Viewer viewer;
    protocol::ViewerUpdate sight;
};

/// Returns what a watcher and then each of the seats sees of the newest entry.
std::vector<ViewerSight> viewer_sights(const protocol::Match& match, std::span<const Seat> seats);

/// Returns the hash of each of these sights of the newest entry, 24 hexadecimal digits, one behind the other. Viewers who
/// see the same are better neighbours: the hash of their view is computed once.
std::string shown_hashes(const protocol::Match& match, std::span<const ViewerSight> viewer_updates);

/// The hashes that a player's notes have of a push without its events.
struct SightHashes {
    std::string view;
    std::string you;
};

/// The hashes that a player's notes have of an entry.
struct ShownHashes {
    std::string watcher;  ///< without `you`
    std::string seat;     ///< with it; empty for a spectator
    std::string events;
    SightHashes without_events;  ///< of a push without events
    SightHashes if_aborted;      ///< the same if the match is broken off then: nobody is asked any more
};
/// Returns the hashes of what the viewer sees of the newest entry.
ShownHashes shown_hashes_of(const protocol::Match& match, Viewer viewer);
/// Returns the hash of an entry's events in any order of their members.
std::string event_list_hash(std::int64_t seq, const protocol::Json& events);

}  // namespace cubilete::server
