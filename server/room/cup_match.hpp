#pragma once

#include <memory>

#include "server/match/table.hpp"
#include "server/room/actor.hpp"

namespace cubilete::server {

/// The rules of a match of the day's cup: it counts from its start on, and midnight ends it. A part of a
/// MatchRunner.
class CupMatch {
  public:
    /// `on_midnight` runs on the room's thread when the day of the match is over.
    CupMatch(Actor& actor, Actor::Action on_midnight);

    /// The dice of a match of that day.
    std::unique_ptr<Chance> make_chance(int day) const;
    /// Writes that the player of this match has begun the day.
    void write_begin(const storage::MatchRow& match, int day);
    /// Writes the points of a finished match.
    void write_end(const Table& table, int day);
    /// Waits for the end of the day. The wall clock decides, because players read it; it may be set meanwhile.
    void watch(int day);
    /// Does what is due at midnight if that has passed, though its timer has not run.
    void check(int day);
    void stop() { timer_.reset(); }

  private:
    bool is_over(int day) const;

    Actor& actor_;
    Actor::Action on_midnight_;
    std::unique_ptr<Clock::Timer> timer_;
};

}  // namespace cubilete::server
