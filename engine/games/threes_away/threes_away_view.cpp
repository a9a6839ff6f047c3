#include <algorithm>

#include "engine/games/threes_away/odds.hpp"
#include "engine/games/threes_away/threes_away.hpp"

namespace cubilete::threes_away {

namespace {

std::vector<int> worth_of(const Dice& dice, const Options& options) {
    std::vector<int> worth;
    for (const int face : dice) worth.push_back(value_of(face, options));
    return worth;
}

std::vector<std::optional<int>> worth_turned(const Dice& dice, const Options& options) {
    std::vector<std::optional<int>> worth;
    for (const int face : dice)
        worth.push_back(is_turnable(face, options) ? std::optional(min_value_of(face, options))
                                                   : std::nullopt);
    return worth;
}

int permille_of(const State& state, int at_most) {
    const Turn& turn = state.turn;
    const Odds& odds = Odds::at(state.options);
    const int to_come = at_most - turn.sum;
    const auto rounded = [](std::int64_t ways, std::int64_t of) {
        return static_cast<int>((1000 * ways + of / 2) / of);
    };
    if (turn.dice.empty())
        return rounded(odds.ways(turn.in_hand(), to_come), Odds::total_ways(turn.in_hand()));
    return rounded(odds.ways_with(turn.dice, to_come, !turn.turned),
                   Odds::total_ways(static_cast<int>(turn.dice.size()) - 1));
}

/// The goal is to be below the lowest score and at or below the cap; if that is impossible, to tie.
std::optional<View::Goal> goal_of(const State& state) {
    const auto lowest = state.lowest();
    const auto cap = state.cap();
    if (!lowest && !cap) return std::nullopt;
    const int wins = std::min(lowest.value_or(max_points + 1) - 1, cap.value_or(max_points));
    const int ties = std::min(lowest.value_or(max_points), cap.value_or(max_points));
    if (state.turn.sum <= wins) return View::Goal{wins, false, permille_of(state, wins)};
    if (state.turn.sum <= ties) return View::Goal{ties, true, permille_of(state, ties)};
    return std::nullopt;
}

View::Turn view_of_turn(const State& state) {
    const Turn& turn = state.turn;
    return {turn.seat,
            turn.dice,
            turn.kept,
            turn.sum,
            turn.throws,
            turn.in_hand(),
            turn.turned,
            worth_of(turn.dice, state.options),
            worth_turned(turn.dice, state.options),
            state.limit(),
            goal_of(state)};
}

}  // namespace

About Game::about(const State& state) { return {state.options.pots}; }

View Game::view(const State& state, Viewer) {
    View view{.over = state.over,
              .round = state.round,
              .pot_number = state.pot_number,
              .pot = state.pot,
              .lowest = state.lowest(),
              .cap = state.cap(),
              .turn = {},
              .seats = {}};
    if (!state.over) view.turn = view_of_turn(state);
    for (Seat seat = 0; seat < state.players.size(); ++seat) {
        const Player& player = state.players[seat];
        view.seats.push_back({player.score, player.chips, player.out, state.in_round.contains(seat),
                              state.in_pot.contains(seat)});
    }
    return view;
}

}  // namespace cubilete::threes_away
