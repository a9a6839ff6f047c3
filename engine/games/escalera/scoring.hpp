#pragma once

#include <cstdint>

#include "engine/dice.hpp"
#include "engine/games/escalera/options.hpp"
#include "engine/inplace_vector.hpp"

namespace cubilete::escalera {

inline constexpr int dice_a_throw = 6;
inline constexpr int faces = 6;

/// Dice of a throw that belong together.
struct Mark {
    enum class Of : std::uint8_t {
        straight,  ///< from 1 on, one die of each number
        sixes,     ///< five or six of them
        aces,      ///< the 1s that reset the total
    };
    Of of;
    std::uint8_t points;
    Positions dice;

    friend bool operator==(const Mark&, const Mark&) = default;
};

/// A throw and what it counts (RULES.md 1.3).
struct Throw {
    Dice dice;
    int points = 0;
    bool reset = false;            ///< the total before this throw is lost (R1.5)
    InplaceVector<Mark, 4> marks;  ///< the aces, then what counts, the longest straight first

    friend bool operator==(const Throw&, const Throw&) = default;
};

/// The best that the rules allow: the longest straight, then the longest of the remaining dice (R1.4). The first
/// takes one die of each number only, so it never costs the second more than another choice would.
Throw score(const Options& options, const Dice& dice);

}  // namespace cubilete::escalera
