#pragma once

#include <array>
#include <cstddef>

#include "engine/chance.hpp"
#include "engine/small_set.hpp"

namespace cubilete {

/// Dice by their place on the table, 0-based from the left: which of them are thrown, kept or turned.
using Positions = SmallSet<std::uint8_t>;

constexpr int sum(const Dice& dice) {
    int total = 0;
    for (const int face : dice) total += face;
    return total;
}

/// How many dice show each face, 1..6; [0] stays 0.
using Tally = std::array<int, 7>;

constexpr Tally tally(const Dice& dice) {
    Tally count{};
    for (const std::uint8_t face : dice) ++count[face];
    return count;
}

}  // namespace cubilete
