#pragma once

#include <array>
#include <cstdint>

#include "engine/games/threes_away/scoring.hpp"

namespace cubilete::threes_away {

/// The best chance there is of ending a turn at or under a score, for the player who plays for nothing else:
/// dynamic programming over the dice still to be thrown (RULES.md 2.4, last column). Exact.
///
/// Setting aside the lowest dice is always best, so only their number is chosen.
class Odds {
  public:
    /// The table's rules on dice count, nothing else of its options.
    explicit Odds(const Options& options);
    /// The same, worked out once for every set of rules.
    static const Odds& at(const Options& options);

    /// With `dice` 0..5 to be thrown, in how many of whole(dice) equally likely ways the dice thrown can be
    /// brought to count `at_most` (any integer).
    std::int64_t ways(int dice, int at_most) const;
    /// The same once they lie there and some are to be set aside, of whole(size - 1) ways; with bottoms
    /// whole_throw `may_turn` says whether they may still be called.
    std::int64_t ways_with(const Dice& thrown, int at_most, bool may_turn) const;

    /// 6 for each throw of each die, if one is set aside a time: 6^1 6^2 ... 6^dice.
    static constexpr std::int64_t whole(int dice) {
        std::int64_t product = 1, throws = 1;
        for (int die = 1; die <= dice; ++die) {
            throws *= faces;
            product *= throws;
        }
        return product;
    }

  private:
    std::int64_t ways_as_they_lie(const Dice& thrown, int at_most) const;

    Options options_;
    std::array<std::array<std::int64_t, most_points + 1>, dice_a_turn + 1> ways_{};
};

}  // namespace cubilete::threes_away
