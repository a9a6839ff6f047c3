#pragma once

#include <optional>
#include <vector>

#include "engine/games/tres/tres.hpp"
#include "engine/house.hpp"

/// How the house plays TRES. Hints are chances of winning the game of the series that is being played.
///
/// - easy lays anything that he can, or draws. He says TRES two times in three, and catches others three times in ten.
/// - medium lays two cards before one (RULES 4.5: "pairs"), otherwise like easy. He forgets TRES once in seven times,
///   and catches others six times in ten.
/// - hard imagines hands for the others and an order of the pile, such as may be for all that he has seen, and plays
///   each of his moves to the end of the game, the others as medium and himself attacking (4.5). He takes the move that
///   won most often; those that win seldom are soon left out. He never forgets TRES and always catches.
///
/// Who has forgotten TRES is asked again in the grace and in the window, and may still think of it.
namespace cubilete::tres {

struct House {
    using Game = tres::Game;
    struct Book {
        int turns =
            /// Turns that hard simulates before a move: 10 to 20 ms on one core. Hints use three times as
            /// many.
            20'000;
        friend bool operator==(const Book&, const Book&) = default;
    };

    static Book study(const Options& options, int seats);
    static std::optional<Move> choose(const Book& book, const State& state, Seat seat, Level level,
                                      const Thinking& with);
    static Hints hints(const Book& book, const State& state, Seat seat, const Thinking& with);
    static std::vector<Figure> figures();
};

static_assert(HousePlayer<House>);

}  // namespace cubilete::tres
