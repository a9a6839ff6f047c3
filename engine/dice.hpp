#pragma once

#include <array>

#include "engine/chance.hpp"

namespace cubilete {

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
