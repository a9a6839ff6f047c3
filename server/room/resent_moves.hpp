#pragma once

#include <set>
#include <string>

#include "server/room/actor.hpp"
#include "server/room/requester.hpp"

namespace cubilete::server {

/// Answers moves that are resent after the end of their match as they were answered first. The history reader reads
/// away from the room's thread, one query per player at a time.
class ResentMoves {
  public:
    ResentMoves(Actor& actor, std::string room, DeferredAnswer answer);

    /// Whether an earlier move of the player is being looked up.
    bool is_busy(const std::string& player) const { return players_.contains(player); }
    /// Looks the move up; all writes of the room must be durable.
    void look_up(const Requester& from, const protocol::Move& move);

  private:
    Actor& actor_;
    std::string room_;
    DeferredAnswer answer_;
    std::set<std::string> players_;  ///< ids of those whose earlier match is being read
};

}  // namespace cubilete::server
