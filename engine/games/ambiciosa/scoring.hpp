#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/dice.hpp"
#include "engine/games/ambiciosa/options.hpp"

namespace cubilete::ambiciosa {

/// The faces of a poker die; the first is the highest (R0.1).
enum class Face : std::uint8_t { ace = 1, king, queen, jack, ten, nine };
inline constexpr int faces = 6;
/// On the wire and in the catalogue, in the order of Face.
inline constexpr std::array<std::string_view, faces> face_names{"A", "K", "Q", "J", "10", "9"};

inline constexpr int dice_a_throw = 3;

/// What three dice are worth (RULES.md 0.3): more than 0 joins the points of the turn; 0 loses them, and so
/// does less, which is then written down.
int worth(const Options& options, const Dice& dice);

/// What the next throw may bring. It is always of all three dice (R0.3), so it is the same at any moment.
struct Odds {
    struct Chances {
        int points;
        int throws;  ///< that are worth these points
        friend bool operator==(const Chances&, const Chances&) = default;
    };
    int throws;                 ///< all there are, equally likely
    int lost;                   ///< those that end the turn
    std::vector<Chances> each;  ///< by points, the fewest first

    friend bool operator==(const Odds&, const Odds&) = default;
};
const Odds& odds(const Options& options);

}  // namespace cubilete::ambiciosa
