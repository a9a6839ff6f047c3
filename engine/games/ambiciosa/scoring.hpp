#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/dice.hpp"
#include "engine/games/ambiciosa/options.hpp"

namespace cubilete::ambiciosa {

/// The faces of a poker die, highest first (R0.1).
enum class Face : std::uint8_t { ace = 1, king, queen, jack, ten, nine };
inline constexpr int faces = 6;
/// The names on the wire and in the catalogue, in the order of Face.
inline constexpr std::array<std::string_view, faces> face_names{"A", "K", "Q", "J", "10", "9"};

inline constexpr int dice_per_throw = 3;

/// The points of three dice (docs/rules.md 0.3). A positive value is added to the points of the turn. With 0 or
/// less they are lost, and a negative value is written down.
int worth(const Options& options, const Dice& dice);

/// The possible results of the next throw. It always has three dice (R0.3), so the odds never change.
struct Odds {
    struct PointsCount {
        int points;
        int throws;  ///< number of throws with these points
        friend bool operator==(const PointsCount&, const PointsCount&) = default;
    };
    int throws;                     ///< number of all throws, equally likely
    int lost;                       ///< number of throws that end the turn
    std::vector<PointsCount> each;  ///< by points, in ascending order

    friend bool operator==(const Odds&, const Odds&) = default;
};
const Odds& odds(const Options& options);

}  // namespace cubilete::ambiciosa
