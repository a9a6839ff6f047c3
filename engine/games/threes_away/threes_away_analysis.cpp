#include "engine/games/threes_away/threes_away_analysis.hpp"

#include <tuple>

namespace cubilete::threes_away {

namespace {

/// The value of ending the turn of the seat in turn with each score, for one seat of the round.
TurnChances::Worth worth_for(Seat seat, const State& state, const PotChances& chances) {
    const PotChances::Standing standing = standing_of(state);
    if (seat == state.turn.seat) return chances.worth(standing);
    if (place_in_round(state, seat) > place_in_round(state, state.turn.seat)) {
        int place = -1;
        for (const Seat other : state.in_round)
            place += place_in_round(state, other) > place_in_round(state, state.turn.seat) &&
                     place_in_round(state, other) <= place_in_round(state, seat);
        return chances.worth_if_upcoming(standing, place);
    }
    const bool holds = standing.holders > 0 && state.players[seat].score == standing.lowest;
    return holds ? chances.worth_if_holding(standing) : chances.worth_if_beaten(standing);
}

/// The dice of a turn after a move: the number left to throw and the sum of those set aside.
struct KeptDice {
    int dice;
    int sum;
    bool moon = false;
    bool turned = false;  ///< bottoms are called first
};

KeptDice after_keeping(const State& state, const Dice& dice, const Keep& keep) {
    const Dice set_aside = faces_set_aside(dice, keep.dice, keep.turned);
    KeptDice leaves{static_cast<int>(dice.size()) - keep.dice.size(), state.turn.sum};
    for (const int face : set_aside) leaves.sum += value_of(face, state.options);
    leaves.moon = shoots_the_moon(set_aside, state.options);
    return leaves;
}

/// All that can be left after this throw: by Keep moves, the fewest dice first and of as many the lowest, the order
/// in which the book prefers equals.
std::vector<KeptDice> keep_choices(const State& state, const Dice& dice) {
    std::vector<KeptDice> choices;
    const Positions must = zeros_to_keep(dice, state.options);
    for (std::uint32_t bits = 1; bits < 1u << dice.size(); ++bits)
        if (const auto kept = Positions::from_bits(bits); (must - kept).empty())
            choices.push_back(after_keeping(state, dice, {kept, {}}));
    std::ranges::sort(choices, {},
                      [](const KeptDice& choice) { return std::tuple(-choice.dice, choice.sum); });
    return choices;
}

}  // namespace

ValueBreak DecisionEvaluator::breaks(const State& before, const State& after) const {
    if (after.over || before.pot_number != after.pot_number) return ValueBreak::next;
    return before.round != after.round ? ValueBreak::again : ValueBreak::none;
}

Assessment DecisionEvaluator::assess(const State& state) const {
    Assessment found{std::vector<double>(state.players.size(), 0.0), {}};
    if (state.over) return found;
    const Seat actor = state.turn.seat;
    const PotChances& chances = book_->by_player_count.at(static_cast<std::size_t>(state.in_round.size()));
    const auto own = chances.turn().best(worth_for(actor, state, chances), 1);
    std::vector<TurnChances::Table> tables(state.players.size());
    for (const Seat seat : state.in_round)
        tables[seat] =
            seat == actor ? own : chances.turn().follow(own, 1, worth_for(seat, state, chances), 0);

    const auto value_of = [&](const KeptDice& leaves) {
        std::vector<double> values;
        for (Seat seat = 0; seat < tables.size(); ++seat)
            values.push_back(leaves.moon ? (seat == actor ? 1 : 0) : tables[seat][leaves.dice][leaves.sum]);
        return values;
    };
    const auto best_of = [&](const std::vector<KeptDice>& choices) {
        return *std::ranges::max_element(choices, {},
                                         [&](const KeptDice& choice) { return value_of(choice)[actor]; });
    };

    std::vector<KeptDice> choices;
    for (const Move& move : Game::moves(state, actor)) {
        if (const auto* keep = std::get_if<Keep>(&move))
            choices.push_back(after_keeping(state, state.turn.dice, *keep));
        else if (std::holds_alternative<Roll>(move))
            choices.push_back({state.turn.in_hand(), state.turn.sum});
        else {
            choices.push_back(best_of(keep_choices(state, bottoms_of(state.turn.dice))));
            choices.back().turned = true;
        }
        found.worth.push_back(value_of(choices.back()));
    }
    // Of equals the book takes the first in this order; for the others they may differ.
    const auto first = std::ranges::min_element(choices, {}, [&](const KeptDice& choice) {
        return std::tuple(-value_of(choice)[actor], choice.turned, -choice.dice, choice.sum);
    });
    found.value = value_of(*first);
    return found;
}

}  // namespace cubilete::threes_away
