#pragma once

#include "engine/analysis.hpp"
#include "engine/games/tres/tres_bot.hpp"

namespace cubilete::tres {

/// Estimates how much of the chance to win the present game decisions of a turn gave away, as far as a seat
/// could know. Simulates like the bot: one half of the turns finds the best move, the other half compares it
/// with the chosen one, with the same cards and the same chance for both. A difference below twice its
/// standard error counts as nothing. Saying TRES and catching are no decisions.
class DecisionEvaluator : public DefaultEvaluator<Game> {
  public:
    using Bot = tres::Bot;
    static constexpr int version = 2;
    static AnalysisKind kind(const Options&, int) { return {.extent = AnalysisKind::Extent::decisions}; }

    DecisionEvaluator(const Bot::Book& book, const Options&, int, std::size_t entries, Chance& chance);

    /// The list has no move that says TRES.
    static Move canonical_move(Move move);
    std::optional<DecisionCost> compute_decision_cost(const State& state, Seat seat,
                                                      std::size_t chosen) const;

  private:
    int turns_;  ///< simulated for a decision
    Chance* chance_;
};

static_assert(GameEvaluator<DecisionEvaluator>);

}  // namespace cubilete::tres
