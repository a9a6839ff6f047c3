#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "engine/bot.hpp"
#include "protocol/json.hpp"
#include "server/match/table.hpp"
#include "server/room/actor.hpp"
#include "server/room/bot_quota.hpp"
#include "server/room/seating.hpp"

namespace cubilete::server {

/// Chooses the moves of the built-in bots of a room, and those of absent players while the match waits for
/// them.
class BotController {
  public:
    /// Makes the chosen move; nothing if none could be chosen. Runs on the room's thread.
    using PlayMove = std::function<void(Seat, const std::optional<protocol::Json>& move)>;

    BotController(Actor& actor, const Seating& seating, PlayMove play);

    /// Sets who pays for the entries of the next match.
    void set_quota_owner(BotQuota::Owner owner) { quota_owner_ = std::move(owner); }
    /// BotQuota::Owner::player; empty before a first match.
    const std::string& quota_owner() const { return quota_owner_.player; }
    /// Lets the server's seats that may act choose a move for the present position. Choices for earlier
    /// positions become void. `match` must stay until stop().
    void choose(const Table& match);
    void stop();
    /// Reports an entry to the quota. Past the quota the next entry waits as long as BotQuota says.
    void count_entry();

  private:
    std::optional<Level> level(const Table& match, Seat seat) const;
    Clock::Duration pause(const Table& match, Seat seat) const;
    void think(const Table& match, Seat seat);

    Actor& actor_;
    const Seating& seating_;
    PlayMove play_;
    std::vector<std::unique_ptr<Clock::Timer>> timers_;
    std::uint64_t round_ = 0;          ///< results of earlier rounds are void
    BotQuota::Owner quota_owner_;      ///< the player who started the match
    int entries_ = 0;                  ///< not yet reported to the quota
    Clock::Duration next_entry_at_{};  ///< no entry before then
};

}  // namespace cubilete::server
