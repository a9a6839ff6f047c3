#pragma once

#include "engine/analysis.hpp"
#include "engine/games/coin/coin_bot.hpp"

namespace cubilete::coin {

/// Nobody decides anything.
struct DecisionEvaluator : DefaultEvaluator<Game> {
    using Bot = coin::Bot;
    static constexpr int version = 1;
    static AnalysisKind kind(const Options&, int) { return {.extent = AnalysisKind::Extent::decisions}; }

    DecisionEvaluator(const Bot::Book&, const Options&, int, std::size_t, Chance&) {}
};

static_assert(GameEvaluator<DecisionEvaluator>);

}  // namespace cubilete::coin
