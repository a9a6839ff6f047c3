#include "engine/games/threes_away/threes_away_bot.hpp"

#include <algorithm>

namespace cubilete::threes_away {

namespace {

// ---- the simple strategies

/// Sets these dice aside, each for its lowest points.
Keep keep(const State& state, Positions dice) {
    Keep keep{dice, {}};
    for (const auto position : dice)
        if (is_turnable(state.turn.dice[position], state.options)) keep.turned.insert(position);
    return keep;
}

/// The dice that count `most` or less, or else the lowest die.
Positions low_dice(const State& state, int most) {
    const Dice& dice = state.turn.dice;
    const auto worth = [&](int face) { return min_value_of(face, state.options); };
    const Positions low = positions_of(dice, [&](int face) { return worth(face) <= most; });
    if (!low.empty()) return low;
    const auto lowest = std::ranges::min_element(dice, {}, worth);
    return {static_cast<std::uint8_t>(lowest - dice.begin())};
}

Move easy_keep(const State& state, Chance& chance) {
    constexpr int low = 3;
    Positions dice = low_dice(state, 0);
    for (const auto position : low_dice(state, low))
        if (chance.pick(2) == 0) dice.insert(position);
    return keep(state, dice);
}

bool better_from_below(const State& state) {
    if (state.options.bottoms != BottomsRule::whole_throw || state.turn.turned) return false;
    const auto points = [&](const Dice& dice) {
        int sum = 0;
        for (const int face : dice) sum += value_of(face, state.options);
        return sum;
    };
    return points(bottoms_of(state.turn.dice)) < points(state.turn.dice);
}

Move medium_move(const State& state) {
    if (better_from_below(state)) return CallBottoms{};
    return keep(state, low_dice(state, 1));
}

// ---- the value of moves

/// The value of each move for a player with the given value of each score.
class Aim {
  public:
    Aim(const State& state, const TurnChances& turn, const TurnChances::Worth& worth, double moon)
        : state_(state), table_(turn.best(worth, moon)), moon_(moon) {}

    double worth(const Move& move) const {
        const Turn& turn = state_.turn;
        if (const auto* dice = std::get_if<Keep>(&move)) return keeping(turn.dice, *dice);
        if (std::holds_alternative<Roll>(move)) return table_[turn.in_hand()][turn.sum];
        double best = 0;
        for (const Positions kept : subsets())
            best = std::max(best, keeping(bottoms_of(turn.dice), {kept, {}}));
        return best;
    }

  private:
    std::vector<Positions> subsets() const {
        std::vector<Positions> all;
        const Positions must = zeros_to_keep(bottoms_of(state_.turn.dice), state_.options);
        for (std::uint32_t bits = 1; bits < 1u << state_.turn.dice.size(); ++bits)
            if ((must - Positions::from_bits(bits)).empty()) all.push_back(Positions::from_bits(bits));
        return all;
    }
    double keeping(const Dice& dice, const Keep& keep) const {
        const Dice set_aside = faces_set_aside(dice, keep.dice, keep.turned);
        if (shoots_the_moon(set_aside, state_.options)) return moon_;
        int sum = state_.turn.sum;
        for (const int face : set_aside) sum += value_of(face, state_.options);
        return table_[static_cast<int>(dice.size()) - keep.dice.size()][sum];
    }

    const State& state_;
    TurnChances::Table table_;
    double moon_;
};

/// Values of 0..1 for which the best play has the lowest mean score.
TurnChances::Worth risk_weight() {
    TurnChances::Worth worth{};
    for (int score = 0; score < score_count; ++score) worth[score] = 1 - score / double{max_points};
    return worth;
}

}  // namespace

PotChances::Standing standing_of(const State& state) {
    const Seat seat = state.turn.seat;
    PotChances::Standing standing{0, PotChances::no_score, 0};
    for (const Seat other : state.in_round)
        standing.to_come += place_in_round(state, other) > place_in_round(state, seat);
    if (const auto cap = state.cap()) standing.lowest = std::min(*cap + 1, standing.lowest);
    if (const auto lowest = state.lowest(); lowest && *lowest < standing.lowest) {
        standing.lowest = *lowest;
        for (const Player& player : state.players) standing.holders += player.score == lowest;
    }
    return standing;
}

Bot::Book Bot::compute_book(const Options& options, int seats) {
    Book book;
    book.by_player_count.resize(2);
    for (int players = 2; players <= seats; ++players) book.by_player_count.emplace_back(options, players);
    return book;
}

Hints Bot::hints(const Book& book, const State& state, Seat seat, const ThinkingBudget&) {
    const auto moves = Game::moves(state, seat);
    require(!moves.empty());
    const auto worth_by = [&](const Aim& aim) {
        Hints hints{Hints::Unit::pot, {}};
        for (const Move& move : moves) hints.worth.push_back(aim.worth(move));
        return hints;
    };
    if (book.by_player_count.empty()) return worth_by({state, TurnChances(state.options), risk_weight(), 1});
    const PotChances& chances = book.by_player_count.at(static_cast<std::size_t>(state.in_round.size()));
    return worth_by({state, chances.turn(), chances.worth(standing_of(state)), 1});
}

std::optional<Move> Bot::choose(const Book& book, const State& state, Seat seat, Level level,
                                const ThinkingBudget& with) {
    const auto moves = Game::moves(state, seat);
    require(!moves.empty());
    if (moves.size() == 1) return moves.front();
    switch (level) {
        case Level::easy: return easy_keep(state, with.chance);
        case Level::medium: return medium_move(state);
        case Level::hard: return best_move(moves, hints(book, state, seat, with));
    }
    throw_contract_violation();
}

std::vector<PublishedValueCheck> Bot::check_published_values() {
    TurnChances::Worth points{};
    for (int score = 0; score < score_count; ++score) points[score] = -score;
    const double mean = -TurnChances(Options{}).best(points, 0)[dice_per_turn][0];
    std::vector<PublishedValueCheck> figures{
        {"lowest mean score of five dice", 504205555.0 / 80621568, mean, 1e-9}};
    // The book's probabilities of winning and of a tie, with four digits each.
    constexpr double tie = .0840;
    const auto places = PotChances(Options{}, 2).shares_by_place();
    figures.push_back({"two players, the first's share of the pot", .4333 + tie / 2, places[0], 1e-4});
    figures.push_back({"two players, the second's share of the pot", .4827 + tie / 2, places[1], 1e-4});
    return figures;
}

}  // namespace cubilete::threes_away
