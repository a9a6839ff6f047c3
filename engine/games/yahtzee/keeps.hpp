#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "engine/dice.hpp"
#include "engine/inplace_vector.hpp"

/// A turn of Yahtzee by backward induction: what dice are worth that lie on the table, their order apart.
namespace cubilete::yahtzee {

/// In how many ways up to five dice may lie; the fewest dice come first, the 252 rolls of all five last.
inline constexpr int keep_count = 462;
inline constexpr int roll_count = 252;
inline constexpr int first_roll = keep_count - roll_count;

/// Which are which. A keep is the number of one, 0 (no die) to 461; a roll is 0 to 251.
class Keeps {
  public:
    static const Keeps& all();

    int of(const Tally& tally) const { return number_[key_of(tally)]; }
    /// Of five dice on the table.
    int roll_of(const Dice& dice) const { return of(tally(dice)) - first_roll; }
    const Tally& roll(int roll) const { return tallies_[first_roll + roll]; }
    /// A roll's five dice, the lowest first.
    Dice dice(int roll) const;

    struct Neighbours {
        std::array<std::int16_t, 6> more{};    ///< with a die of each face added; only of fewer than five
        InplaceVector<std::int16_t, 5> fewer;  ///< with one die taken away, each once
    };
    const Neighbours& of(int keep) const { return neighbours_[keep]; }

  private:
    Keeps();
    static std::size_t key_of(const Tally& tally);

    std::vector<std::int16_t> number_;
    std::array<Tally, keep_count> tallies_;
    std::array<Neighbours, keep_count> neighbours_;
};

/// Several turns worked out side by side, which differ in what their rolls are worth.
template <std::size_t lanes>
using Lanes = std::array<double, lanes>;
template <std::size_t lanes>
using Worth = std::array<Lanes<lanes>, keep_count>;

/// The rolls say what they are worth; now fewer dice do so, the others being thrown once.
template <std::size_t lanes>
void throw_others(Worth<lanes>& worth, const Keeps& keeps) {
    for (int keep = first_roll - 1; keep >= 0; --keep) {
        Lanes<lanes> sum{};
        for (const auto more : keeps.of(keep).more)
            for (std::size_t lane = 0; lane < lanes; ++lane) sum[lane] += worth[more][lane];
        for (std::size_t lane = 0; lane < lanes; ++lane) worth[keep][lane] = sum[lane] / 6;
    }
}

/// Dice on the table become worth as much as the best that may be kept of them.
template <std::size_t lanes>
void keep_best(Worth<lanes>& worth, const Keeps& keeps) {
    for (int keep = 1; keep < keep_count; ++keep)
        for (const auto fewer : keeps.of(keep).fewer)
            for (std::size_t lane = 0; lane < lanes; ++lane)
                worth[keep][lane] = std::max(worth[keep][lane], worth[fewer][lane]);
}

}  // namespace cubilete::yahtzee
