#include "engine/games/escalera/escalera_analysis.hpp"

namespace cubilete::escalera {

AnalysisKind DecisionEvaluator::kind(const Options&, int seats) {
    if (seats == 1)
        return {.extent = AnalysisKind::Extent::none,
                .why_not = "alone",
                .sentence = "There is no analysis of a match without an opponent."};
    return {.extent = AnalysisKind::Extent::all, .unit = Hints::Unit::win, .exact = true, .decides = false};
}

Assessment DecisionEvaluator::assess(const State& state) const {
    if (ends(state)) return {state.race.leaders_shares(), {}};
    Assessment found{chances_of_winning(*book_, state.race), {}};
    found.worth.push_back(found.value);
    return found;
}

}  // namespace cubilete::escalera
