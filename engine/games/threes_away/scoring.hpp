#pragma once

#include <algorithm>

#include "engine/dice.hpp"
#include "engine/games/threes_away/options.hpp"

/// The points of dice (docs/rules.md 2.1, rule 2, and R2.8).
namespace cubilete::threes_away {

inline constexpr int faces = 6;
inline constexpr int dice_per_turn = 5;
/// Five 6s, if another face is the zero face.
inline constexpr int max_points = dice_per_turn * faces;

/// The face at the bottom of a die.
constexpr int bottom_of(int face) { return faces + 1 - face; }

/// The points of a die that is set aside without turning: 0 for the zero face, else its number.
constexpr int value_of(int face, const Options& options) { return face == options.zero_face ? 0 : face; }

/// Whether a die may be turned over when it is set aside: only with bottoms per_die and if it then counts
/// less.
constexpr bool is_turnable(int face, const Options& options) {
    return options.bottoms == BottomsRule::per_die &&
           value_of(bottom_of(face), options) < value_of(face, options);
}

/// The lowest points for which a die can be set aside.
constexpr int min_value_of(int face, const Options& options) {
    return value_of(is_turnable(face, options) ? bottom_of(face) : face, options);
}

constexpr Dice bottoms_of(Dice dice) {
    for (std::uint8_t& face : dice) face = static_cast<std::uint8_t>(bottom_of(face));
    return dice;
}

/// The positions of the dice for whose faces `wanted(face)` is true.
template <std::predicate<int> Wanted>
constexpr Positions positions_of(const Dice& dice, Wanted wanted) {
    Positions found;
    for (std::uint8_t position = 0; position < dice.size(); ++position)
        if (wanted(dice[position])) found.insert(position);
    return found;
}

/// The dice that must be set aside: all zeros, with must_keep_threes.
constexpr Positions zeros_to_keep(const Dice& dice, const Options& options) {
    if (!options.must_keep_threes) return {};
    return positions_of(dice, [&](int face) { return face == options.zero_face; });
}

}  // namespace cubilete::threes_away
