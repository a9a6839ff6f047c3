#pragma once

#include <optional>
#include <vector>

#include "engine/bot.hpp"
#include "engine/games/tres/tres.hpp"

/// The strategies of the built-in bots for TRES. Hints are probabilities of winning the current game of the
/// match.
///
/// - easy lays any cards that it can, or draws. It says TRES in 65 % of cases, and catches others in 30 %.
/// - medium lays two cards rather than one (docs/rules.md 4.5: "pairs"), otherwise it plays like easy. It says
///   TRES in 85 %, and catches others in 60 %.
/// - hard simulates random hands of the others and orders of the pile that agree with all it has seen, and
///   plays each of its moves to the end of the game, or for 80 turns: the others like medium, itself attacking
///   (4.5). A game without an end counts by the numbers of cards. It chooses the move with the best mean;
///   moves with a low mean are dropped early. It never forgets TRES and always catches.
///
/// A bot that forgot TRES may still say it when it is asked in the grace or in the window. Beside people it is
/// asked in the window only, because its usual pause is longer than the grace.
namespace cubilete::tres {

/// Says TRES or catches: is no move of a turn.
inline bool is_call(const Move& move) {
    return std::holds_alternative<SayTres>(move) || std::holds_alternative<Catch>(move);
}

struct Bot {
    using Game = tres::Game;
    struct Book {
        int turns =
            /// Turns that hard simulates before a move: 10 to 20 ms on one core. Hints use three times as
            /// many.
            20'000;
        friend bool operator==(const Book&, const Book&) = default;
    };

    static Book compute_book(const Options& options, int seats);
    static std::optional<Move> choose(const Book& book, const State& state, Seat seat, Level level,
                                      const ThinkingBudget& with);
    static Hints hints(const Book& book, const State& state, Seat seat, const ThinkingBudget& with);
    static std::vector<PublishedValueCheck> check_published_values();
};

static_assert(GameBot<Bot>);

}  // namespace cubilete::tres
