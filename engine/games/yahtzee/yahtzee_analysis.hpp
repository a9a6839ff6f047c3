#pragma once

#include "engine/analysis.hpp"
#include "engine/games/yahtzee/yahtzee_bot.hpp"

namespace cubilete::yahtzee {

/// Values each card by itself, by its expected total. Exact, except for Generala, where the optimum does not know
/// that the first throw can win. The analysis ends before a playoff, and before such a throw.
class DecisionEvaluator : public DefaultEvaluator<Game> {
  public:
    using Bot = yahtzee::Bot;
    static constexpr int version = 1;
    static AnalysisKind kind(const Options& options, int seats);

    DecisionEvaluator(const OptimalValues& book, const Options&, int, std::size_t, Chance&) : book_(&book) {}

    bool ends(const State& state) const { return state.over || state.in_playoff(); }
    /// A card with one column ignores the field.
    static Move canonical_move(Move move);
    Assessment assess(const State& state) const;
    std::optional<double> this_turn(const State& state, std::size_t chosen, std::size_t best) const;

  private:
    const OptimalValues* book_;
};

static_assert(GameEvaluator<DecisionEvaluator>);

}  // namespace cubilete::yahtzee
