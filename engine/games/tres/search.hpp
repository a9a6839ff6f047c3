#pragma once

#include <span>
#include <vector>

#include "engine/bot.hpp"
#include "engine/games/tres/tres.hpp"

/// Simulated games of TRES for the built-in bots.
namespace cubilete::tres {

/// Returns a random state that this seat cannot distinguish from the given one; all such states are about
/// equally likely. The result depends only on `chance` and on what the seat may see.
State sample_hidden_state(const State& state, Seat seat, Chance& chance);

/// Returns, in the order of `moves`, the share of simulated games (0..1) that the seat wins after each move.
/// Simulates about `turns` turns, or fewer if the time is up, and spends more of them on the better moves.
/// Each move is tried at least once.
std::vector<double> evaluate_moves(const State& state, Seat seat, std::span<const Move> moves, int turns,
                                   const ThinkingBudget& with);

/// How much better one move is than another, as the seat sees it: the mean difference of the shares that
/// evaluate_moves() counts, and its standard error.
struct Difference {
    double mean;
    double error;
};
/// Simulates games in pairs, with the same hidden cards and the same chance for both moves, for about `turns` turns
/// but at least 16 pairs.
Difference compare_moves(const State& state, Seat seat, const Move& better, const Move& other, int turns,
                         Chance& chance);

}  // namespace cubilete::tres
