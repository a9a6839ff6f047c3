#pragma once

#include "engine/analysis.hpp"
#include "engine/games/threes_away/threes_away_bot.hpp"

namespace cubilete::threes_away {

/// The share of the present pot, also of those who still have to throw, if all play for this pot. Exact pot by pot:
/// later antes and pots are ignored. A round that is played again begins a new analysis of the same pot, because its
/// places differ from the equal shares that the book gives to a tie.
class DecisionEvaluator : public DefaultEvaluator<Game> {
  public:
    using Bot = threes_away::Bot;
    static constexpr int version = 2;
    static AnalysisKind kind(const Options&, int) {
        return {.extent = AnalysisKind::Extent::all, .unit = Hints::Unit::pot, .exact = true};
    }

    DecisionEvaluator(const Bot::Book& book, const Options&, int, std::size_t, Chance&) : book_(&book) {}

    Assessment assess(const State& state) const;
    ValueBreak breaks(const State& before, const State& after) const;

  private:
    const Bot::Book* book_;
};

static_assert(GameEvaluator<DecisionEvaluator>);

}  // namespace cubilete::threes_away
