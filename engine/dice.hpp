#pragma once

#include <array>
#include <cstddef>

#include "engine/chance.hpp"
#include "engine/small_set.hpp"

namespace cubilete {

/// A selection of dice on the table by position, 0-based from the left: those to throw, to keep or to turn
/// over.
using Positions = SmallSet<std::uint8_t>;

constexpr int sum(const Dice& dice) {
    int total = 0;
    for (const int face : dice) total += face;
    return total;
}

/// The number of dice that show each face, indexed by face 1..6. Index 0 is unused and stays 0.
using Tally = std::array<int, 7>;

constexpr Tally tally(const Dice& dice) {
    Tally count{};
    for (const std::uint8_t face : dice) ++count[face];
    return count;
}

}  // namespace cubilete
