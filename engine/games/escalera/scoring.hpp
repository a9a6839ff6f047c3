#pragma once

#include <cstdint>

#include "engine/dice.hpp"
#include "engine/games/escalera/options.hpp"
#include "engine/inplace_vector.hpp"

namespace cubilete::escalera {

inline constexpr int dice_per_throw = 6;
inline constexpr int faces = 6;

/// A group of dice of one throw.
struct DiceGroup {
    enum class Kind : std::uint8_t {
        straight,  ///< one die of each number, beginning with 1
        sixes,     ///< all 6s of the throw, five or six of them
        aces,      ///< the 1s that reset the total
    };
    Kind of;
    std::uint8_t points;
    Positions dice;

    friend bool operator==(const DiceGroup&, const DiceGroup&) = default;
};

/// A throw and its points (docs/rules.md 1.3).
struct Throw {
    Dice dice;
    int points = 0;
    bool reset = false;  ///< the player's previous total is lost (R1.5)
    InplaceVector<DiceGroup, 4>
        marks;  ///< first the aces, then the groups that count, longest straight first

    friend bool operator==(const Throw&, const Throw&) = default;
};

/// Scores six dice by the best combination: the longest straight, then the longest of the remaining dice
/// (R1.4). The first straight uses only one die of each number, so no other choice would leave more for the
/// second.
Throw score(const Options& options, const Dice& dice);

}  // namespace cubilete::escalera
