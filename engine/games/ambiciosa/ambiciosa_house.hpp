#pragma once

#include <optional>
#include <vector>

#include "engine/games/ambiciosa/ambiciosa.hpp"
#include "engine/games/ambiciosa/duel.hpp"
#include "engine/house.hpp"

/// How the house plays La Ambiciosa.
///
/// - easy stops at random, but never with less than 100, always with 500, and not below a total that would be beaten.
/// - medium stops with 250 (RULES 0.4: the largest expected turn), or with the target; in the last round he goes on
///   until he leads.
/// - hard: two play the race by the book (duel.hpp). Among more he plays it against the rival who stands best, and in
///   the last round against all who are still to come, as if each would go on until he has overtaken. Alone he holds
///   at 250.
///
/// Hints are the chance of winning for two, of ending before the best rival for more, and alone, or without a book,
/// the total that is to be expected after the turn.
namespace cubilete::ambiciosa {

struct House {
    using Game = ambiciosa::Game;
    /// Without it `hard` plays as `medium` does.
    using Book = Duel;

    static Book study(const Options& options, int seats);
    static std::optional<Move> choose(const Book& book, const State& state, Seat seat, Level level,
                                      const Thinking& with);
    static Hints hints(const Book& book, const State& state, Seat seat, const Thinking& with);
    static std::vector<Figure> figures();
};

static_assert(HousePlayer<House>);

}  // namespace cubilete::ambiciosa
