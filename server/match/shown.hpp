#pragma once

#include <span>
#include <string>
#include <vector>

#include "protocol/match.hpp"

/// The hashes of what viewers are shown of each entry, which the record of a match with provable dice binds
/// (docs/fairness.md, "What is shown"). A room pushes it, and a verifier with the rules computes it again.
namespace cubilete::server {

struct SeenBy {
    Viewer viewer;
    protocol::Sight sight;
};

/// Returns what a watcher and then each of the seats sees of the newest entry.
std::vector<SeenBy> sights_to(const protocol::Match& match, std::span<const Seat> seats);

/// Returns the hash of each of these sights of the newest entry, 24 hexadecimal digits, one behind the other. Viewers who
/// see the same are better neighbours: the hash of their view is computed once.
std::string shown_text(const protocol::Match& match, std::span<const SeenBy> sights);

}  // namespace cubilete::server
