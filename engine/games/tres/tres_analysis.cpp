#include "engine/games/tres/tres_analysis.hpp"

#include "engine/games/tres/search.hpp"

namespace cubilete::tres {

namespace {

/// Of a whole match: one to two seconds on one core.
constexpr int turns_of_match = 1'500'000;
constexpr int least_turns = 400;

}  // namespace

DecisionEvaluator::DecisionEvaluator(const Bot::Book& book, const Options&, int, std::size_t entries,
                                     Chance& chance)
    : turns_(std::clamp(turns_of_match / static_cast<int>(std::clamp<std::size_t>(entries, 1, 1'000'000)),
                        least_turns, book.turns)),
      chance_(&chance) {}

Move DecisionEvaluator::canonical_move(Move move) {
    if (auto* play = std::get_if<Play>(&move)) play->tres = false;
    if (auto* pass = std::get_if<Pass>(&move)) pass->tres = false;
    return move;
}

std::optional<DecisionCost> DecisionEvaluator::compute_decision_cost(const State& state, Seat seat,
                                                                     std::size_t chosen) const {
    std::vector<Move> moves = Game::moves(state, seat);
    // A late call stands at the end of the list.
    if (is_call(moves[chosen])) return {};
    std::erase_if(moves, is_call);
    if (moves.size() == 1) return {};
    const auto shares = evaluate_moves(state, seat, moves, turns_ / 2, *chance_);
    const auto best = static_cast<std::size_t>(std::ranges::max_element(shares) - shares.begin());
    if (best == chosen) return DecisionCost{chosen, 0};
    const Difference lost = compare_moves(state, seat, moves[best], moves[chosen], turns_ / 2, *chance_);
    if (lost.mean <= 2 * lost.error) return DecisionCost{chosen, 0};
    return DecisionCost{best, lost.mean, lost.error};
}

}  // namespace cubilete::tres
