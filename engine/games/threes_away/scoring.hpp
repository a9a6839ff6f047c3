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

/// The face with which a die is set aside for the fewest points.
constexpr int lowest_face_of(int face, const Options& options) {
    return is_turnable(face, options) ? bottom_of(face) : face;
}

constexpr int min_value_of(int face, const Options& options) {
    return value_of(lowest_face_of(face, options), options);
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

/// The faces with which the dice of `kept` are set aside, those of `turned` turned over.
constexpr Dice faces_set_aside(const Dice& dice, Positions kept, Positions turned) {
    Dice set_aside;
    for (const auto position : kept) {
        const int face = dice[position];
        set_aside.push_back(static_cast<std::uint8_t>(turned.contains(position) ? bottom_of(face) : face));
    }
    return set_aside;
}

/// Whether dice of one throw, as they are set aside together, win the pot (A15).
constexpr bool shoots_the_moon(const Dice& set_aside, const Options& options) {
    return options.sixes_shoot_the_moon && set_aside == Dice{6, 6, 6, 6, 6};
}

/// The dice that must be set aside: all zeros, with must_keep_threes.
constexpr Positions zeros_to_keep(const Dice& dice, const Options& options) {
    if (!options.must_keep_threes) return {};
    return positions_of(dice, [&](int face) { return face == options.zero_face; });
}

}  // namespace cubilete::threes_away
