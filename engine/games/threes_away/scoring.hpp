#pragma once

#include <algorithm>

#include "engine/dice.hpp"
#include "engine/games/threes_away/options.hpp"

/// What dice count (RULES.md 2.1.2, R2.8).
namespace cubilete::threes_away {

inline constexpr int faces = 6;
inline constexpr int dice_a_turn = 5;
/// Five 6s where another face is the zero.
inline constexpr int most_points = dice_a_turn * faces;

/// The face that lies below.
constexpr int bottom_of(int face) { return faces + 1 - face; }

/// What a die set aside as it lies counts: the zero face nothing, every other its number.
constexpr int value_of(int face, const Options& options) { return face == options.zero_face ? 0 : face; }

/// Whether a die may be turned over when it is set aside: with bottoms per_die, and only to count less.
constexpr bool may_be_turned(int face, const Options& options) {
    return options.bottoms == Bottoms::per_die &&
           value_of(bottom_of(face), options) < value_of(face, options);
}

/// The least that a die can be set aside for.
constexpr int least_of(int face, const Options& options) {
    return value_of(may_be_turned(face, options) ? bottom_of(face) : face, options);
}

constexpr Dice bottoms_of(Dice dice) {
    for (std::uint8_t& face : dice) face = static_cast<std::uint8_t>(bottom_of(face));
    return dice;
}

/// The dice of a throw for whose faces `wanted(face)` holds.
template <std::predicate<int> Wanted>
constexpr Positions positions_of(const Dice& dice, Wanted wanted) {
    Positions found;
    for (std::uint8_t position = 0; position < dice.size(); ++position)
        if (wanted(dice[position])) found.insert(position);
    return found;
}

/// The dice that have to be set aside whatever else is: all zeros with must_keep_threes.
constexpr Positions zeros_to_keep(const Dice& dice, const Options& options) {
    if (!options.must_keep_threes) return {};
    return positions_of(dice, [&](int face) { return face == options.zero_face; });
}

}  // namespace cubilete::threes_away
