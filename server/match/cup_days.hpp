#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "server/core/secret.hpp"
#include "server/match/cup_dice.hpp"
#include "storage/rows.hpp"

namespace cubilete::server {

/// The game of the cup: a game of the catalogue.
inline constexpr const char* cup_game = "yahtzee";

/// The days of the cup and their seeds (docs/cup.md). A day lasts from midnight to midnight, UTC; its seed is secret until
/// it is over. Constant, for any thread. Times are milliseconds since 1970, UTC. A seed takes up to three milliseconds.
class CupDays {
  public:
    explicit CupDays(const storage::CupChain& chain);

    /// Draws a new chain whose first day is that of `now_ms`.
    static storage::CupChain draw(std::int64_t now_ms);

    /// The number of the day, from 1; 0 before the first and after the last one.
    int day_at(std::int64_t now_ms) const;
    std::int64_t begins_ms(int day) const;
    std::int64_t ends_ms(int day) const { return begins_ms(day + 1); }
    /// `2026-11-28`
    std::string date_of(int day) const;
    bool is_over(int day, std::int64_t now_ms) const { return now_ms >= ends_ms(day); }

    /// The seed of day 0, which is published first.
    const Digest& end() const { return end_; }
    struct Opened {
        int day;
        Digest seed;
    };
    /// The newest seed that is not secret any more; nothing on the first day.
    std::optional<Opened> newest_public_seed(std::int64_t now_ms) const;
    /// Nothing until the day is over.
    std::optional<Digest> opened(int day, std::int64_t now_ms) const;

    /// The dice of a match of that day, 1..cup_days.
    std::unique_ptr<CupChance> make_chance(int day) const;

  private:
    std::int64_t first_ms_;
    Secret last_;
    Digest end_;
};

/// The day of a match's settings, JSON; nothing for a match that is not of the cup, or of unreadable settings.
std::optional<int> cup_day_of(const std::string& settings);

/// The cup as a server has it.
struct Cup {
    std::shared_ptr<const CupDays> days = nullptr;  ///< null if no chain was ever drawn
    bool is_open = false;                           ///< new matches may begin
};

}  // namespace cubilete::server
