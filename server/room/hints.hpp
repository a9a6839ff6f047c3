#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "protocol/json.hpp"
#include "server/match/table.hpp"
#include "server/room/actor.hpp"
#include "server/room/requester.hpp"

namespace cubilete::server {

/// The hints of a match. They are computed once per prompt: a repeated request gets the same answer without
/// new work.
class Hints {
  public:
    Hints(Actor& actor, DeferredAnswer answer);

    /// Answers the player of `seat` with the hints for the newest prompt.
    void ask(const Requester& from, const Table& match, Seat seat);
    /// The disk was full, so that the log may have no entry of what was asked: refuses those who wait, and forgets
    /// all hints.
    void forget();

  private:
    struct PendingHint {
        std::string match;
        std::uint32_t n = 0;
        protocol::Json hints;  ///< null until they are computed
        std::vector<Requester> waiting;
    };
    void compute(const Table& match, Seat seat);
    void on_hints_computed(PendingHint& pending, protocol::Json hints);

    Actor& actor_;
    DeferredAnswer answer_;
    std::map<Seat, PendingHint> pending_;  ///< the newest prompt for which the seat asked
    std::uint64_t round_ = 0;              ///< hints of earlier rounds are void
};

}  // namespace cubilete::server
