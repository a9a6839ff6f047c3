#pragma once

#include "engine/analysis.hpp"
#include "engine/games/escalera/escalera_bot.hpp"

namespace cubilete::escalera {

/// The chance to win. There is no decision, so the analysis is luck only. It ends where extra rounds begin; those who
/// play it off have equal shares then.
class DecisionEvaluator : public DefaultEvaluator<Game> {
  public:
    using Bot = escalera::Bot;
    static constexpr int version = 1;
    static AnalysisKind kind(const Options& options, int seats);

    DecisionEvaluator(const Bot::Book& book, const Options&, int, std::size_t, Chance&) : book_(&book) {}

    bool ends(const State& state) const { return state.race.over || state.race.extra_round > 0; }
    Assessment assess(const State& state) const;

  private:
    const Bot::Book* book_;
};

static_assert(GameEvaluator<DecisionEvaluator>);

}  // namespace cubilete::escalera
