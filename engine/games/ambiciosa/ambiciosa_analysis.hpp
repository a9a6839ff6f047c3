#pragma once

#include "engine/analysis.hpp"
#include "engine/games/ambiciosa/ambiciosa_bot.hpp"

namespace cubilete::ambiciosa {

/// Two players: the chance to win, by the duel of the book. More: what decisions gave away of the chance to finish
/// before the best opponent, as the bot estimates it. The analysis ends where extra rounds begin; those who play it
/// off have equal shares then.
class DecisionEvaluator : public DefaultEvaluator<Game> {
  public:
    using Bot = ambiciosa::Bot;
    static constexpr int version = 1;
    static AnalysisKind kind(const Options& options, int seats);

    DecisionEvaluator(const Duel& book, const Options&, int, std::size_t, Chance& chance)
        : book_(&book), chance_(&chance) {}

    bool ends(const State& state) const { return state.race.over || state.race.extra_round > 0; }
    Assessment assess(const State& state) const;
    std::optional<DecisionCost> compute_decision_cost(const State& state, Seat seat,
                                                      std::size_t chosen) const;

  private:
    const Duel* book_;
    Chance* chance_;
};

static_assert(GameEvaluator<DecisionEvaluator>);

}  // namespace cubilete::ambiciosa
