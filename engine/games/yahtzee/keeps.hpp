#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "engine/dice.hpp"
#include "engine/inplace_vector.hpp"

/// Backward induction over one turn of Yahtzee: the expected value of dice on the table, whatever their
/// order.
namespace cubilete::yahtzee {

/// The number of different sets of 0 to 5 dice, order ignored. Sets with fewer dice come first; the last 252
/// are the rolls of all five dice.
inline constexpr int keep_count = 462;
inline constexpr int roll_count = 252;
inline constexpr int first_roll = keep_count - roll_count;

/// Numbers these sets. A keep is a set of 0 to 5 dice, 0 (no die) to 461. A roll is a set of five dice, 0 to
/// 251.
class Keeps {
  public:
    static const Keeps& all();

    int of(const Tally& tally) const { return number_[key_of(tally)]; }
    const Tally& roll(int roll) const { return tallies_[first_roll + roll]; }
    /// The five dice of a roll, lowest first.
    Dice dice(int roll) const;

    struct Neighbours {
        /// The keep with one more die, by face - 1; only for fewer than five dice
        std::array<std::int16_t, 6> more{};
        InplaceVector<std::int16_t, 5> fewer;  ///< the keeps with one die less, each once
    };
    const Neighbours& of(int keep) const { return neighbours_[keep]; }

  private:
    Keeps();
    static std::size_t key_of(const Tally& tally);

    std::vector<std::int16_t> number_;
    std::array<Tally, keep_count> tallies_;
    std::array<Neighbours, keep_count> neighbours_;
};

/// Values of several turns computed in parallel. They differ in the value of their rolls.
template <std::size_t lanes>
using Lanes = std::array<double, lanes>;
template <std::size_t lanes>
using Worth = std::array<Lanes<lanes>, keep_count>;

/// Takes the values of the rolls and fills in the values of all keeps with fewer dice: the expected value
/// after one throw of the missing dice.
template <std::size_t lanes>
void average_throws(Worth<lanes>& worth, const Keeps& keeps) {
    for (int keep = first_roll - 1; keep >= 0; --keep) {
        Lanes<lanes> sum{};
        for (const auto more : keeps.of(keep).more)
            for (std::size_t lane = 0; lane < lanes; ++lane) sum[lane] += worth[more][lane];
        for (std::size_t lane = 0; lane < lanes; ++lane) worth[keep][lane] = sum[lane] / 6;
    }
}

/// Raises the value of each keep to the highest value among all dice that can be kept from it.
template <std::size_t lanes>
void maximize_keeps(Worth<lanes>& worth, const Keeps& keeps) {
    for (int keep = 1; keep < keep_count; ++keep)
        for (const auto fewer : keeps.of(keep).fewer)
            for (std::size_t lane = 0; lane < lanes; ++lane)
                worth[keep][lane] = std::max(worth[keep][lane], worth[fewer][lane]);
}

}  // namespace cubilete::yahtzee
