#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/games/threes_away/scoring.hpp"

namespace cubilete::threes_away {

/// One throw of some dice, in ascending order, and the number of its permutations.
struct PossibleThrow {
    Dice dice;
    std::int64_t orders;
};
/// Every throw of `count` dice, order ignored.
std::vector<PossibleThrow> possible_throws(int count);

/// The best probability of ending a turn at or below a score, for a player who pursues only this goal. Exact,
/// computed by dynamic programming over the dice still to be thrown (docs/rules.md 2.4, last column).
///
/// To set aside the lowest dice is always best, so only the number of dice is decided.
class Odds {
  public:
    /// Uses only the options that define the points of dice.
    explicit Odds(const Options& options);
    /// Returns the Odds of these options, computed once for each combination of them. Thread-safe.
    static const Odds& at(const Options& options);

    /// The number of ways, of whole(dice) equally likely ones, in which `dice` dice (0..5) can be brought to
    /// a sum of `at_most` or less (any integer).
    std::int64_t ways(int dice, int at_most) const;
    /// The number of ways() after a throw, before dice are set aside; of whole(size - 1). With bottoms
    /// whole_throw, `may_turn` says whether bottoms may still be called.
    std::int64_t ways_with(const Dice& thrown, int at_most, bool may_turn) const;

    /// The number of ways if one die is set aside after each throw: 6^1 6^2 ... 6^dice.
    static constexpr std::int64_t total_ways(int dice) {
        std::int64_t product = 1, throws = 1;
        for (int die = 1; die <= dice; ++die) {
            throws *= faces;
            product *= throws;
        }
        return product;
    }

  private:
    std::int64_t ways_without_turning(const Dice& thrown, int at_most) const;

    Options options_;
    std::array<std::array<std::int64_t, max_points + 1>, dice_per_turn + 1> ways_{};
};

}  // namespace cubilete::threes_away
