#include "engine/games/yahtzee/scoring.hpp"
#include "engine/games/yahtzee/yahtzee.hpp"

namespace cubilete::yahtzee {

namespace {

View::Column view_of(const Column& column, const Options& options) {
    View::Column shown{{}, column.upper(), column.upper_par(), column.upper_bonus(options)};
    for (const auto& [box, title] : sheet_of(options.preset).lines())
        shown.boxes.push_back({box, column.filled(box) ? std::optional(column.points(box)) : std::nullopt});
    return shown;
}

View::Player view_of(const ScoreCard& card, const Options& options) {
    View::Player player{total(card, options), {}, card.yahtzee_bonus};
    for (int column = 0; column < options.columns; ++column)
        player.columns.push_back(view_of(card.columns[column], options));
    return player;
}

/// The boxes that may be filled now, and their points, by column.
std::vector<Boxes> worth_now(const State& state) {
    std::vector<Boxes> worth(static_cast<std::size_t>(state.options.columns));
    if (state.turn.throws == 0) return worth;
    if (state.in_playoff()) {
        worth.front().push_back({Box::chance, sum(state.turn.dice)});
        return worth;
    }
    const ScoringChoices choices(state.options, state.cards[state.turn.seat], state.turn.dice,
                                 state.turn.throws);
    for (std::size_t column = 0; column < worth.size(); ++column)
        for (const auto& [box, title] : sheet_of(state.options.preset).lines())
            if (choices.boxes(static_cast<int>(column)).contains(box))
                worth[column].push_back({box, choices.points(box)});
    return worth;
}

std::vector<View::PlayoffSum> playoff_of(const State& state) {
    std::vector<View::PlayoffSum> sums;
    if (!state.in_playoff()) return sums;
    for (const Seat seat : SeatSet::first(static_cast<int>(state.cards.size()))) {
        const int made = state.sums[seat];
        if (made > 0)
            sums.push_back({seat, made});
        else if (state.contenders.contains(seat))
            sums.push_back({seat, std::nullopt});
    }
    return sums;
}

}  // namespace

About Game::about(const State& state) {
    return {.rounds = state.rounds(),
            .preset = state.options.preset,
            .upper_goal = state.options.upper_bonus > 0 ? std::optional(upper_goal) : std::nullopt};
}

View Game::view(const State& state, Viewer) {
    View view{
        .over = state.over, .round = state.round, .turn = {}, .seats = {}, .playoff = playoff_of(state)};
    const Turn& turn = state.turn;
    if (!state.over)
        view.turn =
            View::Turn{turn.seat, turn.dice, turn.throws, throws_per_turn - turn.throws, worth_now(state)};
    for (const ScoreCard& card : state.cards) view.seats.push_back(view_of(card, state.options));
    return view;
}

}  // namespace cubilete::yahtzee
