#include "engine/games/ambiciosa/ambiciosa_analysis.hpp"

namespace cubilete::ambiciosa {

AnalysisKind DecisionEvaluator::kind(const Options&, int seats) {
    if (seats == 1)
        return {.extent = AnalysisKind::Extent::none,
                .why_not = "alone",
                .sentence = "There is no analysis of a match without an opponent."};
    if (seats > 2) return {.extent = AnalysisKind::Extent::decisions, .unit = Hints::Unit::ahead};
    return {.extent = AnalysisKind::Extent::all, .unit = Hints::Unit::win, .exact = true};
}

Assessment DecisionEvaluator::assess(const State& state) const {
    if (ends(state)) return {state.race.leaders_shares(), {}};
    Assessment found{{0, 0}, {}};
    const Seat seat = state.race.seat, other = 1 - seat;
    for (const double chance : Bot::hints(*book_, state, seat, *chance_).worth) {
        auto& worth = found.worth.emplace_back(2);
        worth[seat] = chance;
        worth[other] = 1 - chance;
        if (chance > found.value[seat]) found.value = worth;
    }
    return found;
}

std::optional<DecisionCost> DecisionEvaluator::compute_decision_cost(const State& state, Seat seat,
                                                                     std::size_t chosen) const {
    const auto worth = Bot::hints(*book_, state, seat, *chance_).worth;
    const auto best = std::ranges::max_element(worth);
    return DecisionCost{static_cast<std::size_t>(best - worth.begin()), *best - worth[chosen]};
}

}  // namespace cubilete::ambiciosa
