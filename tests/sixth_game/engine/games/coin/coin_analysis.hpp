#pragma once

#include "engine/analysis.hpp"
#include "engine/games/coin/coin_bot.hpp"

namespace cubilete::coin {

/// Nobody decides anything.
struct DecisionEvaluator : DefaultJudge<Game> {
    using Bot = coin::Bot;
    static constexpr int version = 1;
    static AccountKind kind(const Options&, int) { return {.extent = AccountKind::Extent::decisions}; }

    DecisionEvaluator(const Bot::Book&, const Options&, int, std::size_t, Chance&) {}
};

static_assert(GameJudge<DecisionEvaluator>);

}  // namespace cubilete::coin
