#include "engine/games/yahtzee/yahtzee_analysis.hpp"

namespace cubilete::yahtzee {

AnalysisKind DecisionEvaluator::kind(const Options& options, int) {
    if (options.columns > 1)
        return {.extent = AnalysisKind::Extent::none,
                .why_not = "columns",
                .sentence = "There is no analysis for this table: three columns are not solved."};
    return {.extent = AnalysisKind::Extent::all,
            .unit = Hints::Unit::points,
            .exact = options.preset != Preset::generala};
}

Move DecisionEvaluator::canonical_move(Move move) {
    if (auto* score = std::get_if<Score>(&move)) score->column.reset();
    return move;
}

Assessment DecisionEvaluator::assess(const State& state) const {
    Assessment found;
    for (const ScoreCard& card : state.cards)
        found.value.push_back(total(card, state.options) +
                              book_->remaining_value(book_->position(card.columns[0])));
    if (ends(state)) return found;
    const Seat seat = state.turn.seat;
    // Before the first throw the value of the only move is that of the card.
    std::vector<double> worth{found.value[seat]};
    if (state.turn.throws > 0) {
        worth = Bot::values(*book_, state);
        found.value[seat] = std::ranges::max(worth);
    }
    for (const double value : worth) {
        found.worth.push_back(found.value);
        found.worth.back()[seat] = value;
    }
    return found;
}

std::optional<double> DecisionEvaluator::this_turn(const State& state, std::size_t chosen,
                                                   std::size_t best) const {
    const auto points = Bot::points_of_turn(*book_, state);
    return points[best] - points[chosen];
}

}  // namespace cubilete::yahtzee
