#include "engine/games/yahtzee/yahtzee_bot.hpp"

#include <algorithm>

#include "engine/games/yahtzee/keeps.hpp"
#include "engine/games/yahtzee/scoring.hpp"

namespace cubilete::yahtzee {

namespace {

// ---- the value of filling a box

/// Values a box by the points of this turn only.
class GreedyMind {
  public:
    explicit GreedyMind(const State& state) : options_(state.options), card_(state.cards[state.turn.seat]) {}

    double worth(const ScoringChoices& choices, int column, Box box, int points) const {
        const Column& before = card_.columns[column];
        const bool earns_bonus = upper_section.contains(box) && before.upper() < upper_goal &&
                                 before.upper() + points >= upper_goal;
        return choices.yahtzee_bonus() + (column + 1) * (points + (earns_bonus ? options_.upper_bonus : 0));
    }

  protected:
    const Options& options_;
    const ScoreCard& card_;
};

/// Values a box by the expected total: points so far, points of this turn, points still to come.
class OptimalMind : public GreedyMind {
  public:
    OptimalMind(const State& state, const OptimalValues& optimum)
        : GreedyMind(state), optimum_(optimum), total_(total(card_, options_)) {
        for (int column = 0; column < options_.columns; ++column) {
            positions_[column] = optimum_.position(card_.columns[column]);
            total_ += (column + 1) * optimum_.remaining_value(positions_[column]);
        }
    }

    double worth(const ScoringChoices& choices, int column, Box box, int points) const {
        const Position& before = positions_[column];
        const Position after = optimum_.after(before, box, points);
        const double change = optimum_.remaining_value(after) - optimum_.remaining_value(before);
        return total_ + GreedyMind::worth(choices, column, box, points) + (column + 1) * change;
    }

  private:
    const OptimalValues& optimum_;
    std::array<Position, max_columns> positions_;
    double total_;
};

/// Foresight that leans a little to points of this turn.
class Leaning : public OptimalMind {
  public:
    /// Moves with a smaller difference are equally good; a larger number would lose less by rounding.
    static constexpr double weight = 1e-6;

    using OptimalMind::OptimalMind;

    double worth(const ScoringChoices& choices, int column, Box box, int points) const {
        return OptimalMind::worth(choices, column, box, points) +
               weight * GreedyMind::worth(choices, column, box, points);
    }
};

// ---- a turn

/// The value of each move of a turn, given the value that `Mind` assigns to filling a box.
template <class Mind>
class Plan {
  public:
    Plan(const State& state, const Mind& mind) : state_(state), mind_(mind) {
        const int throws_left = throws_per_turn - state.turn.throws;
        if (throws_left == 0) return;
        for (int roll = 0; roll < roll_count; ++roll)
            worth_[first_roll + roll][0] = stop(keeps_.dice(roll), throws_per_turn);
        for (int again = 1; again <= throws_left; ++again) {
            if (again > 1) maximize_keeps(worth_, keeps_);
            if (again == throws_per_turn) stop_when_served();
            average_throws(worth_, keeps_);
        }
    }

    std::vector<double> worth(const std::vector<Move>& moves) const {
        std::vector<double> all;
        for (const Move& move : moves) {
            const auto* roll = std::get_if<Roll>(&move);
            all.push_back(roll != nullptr ? throwing(*roll) : fill(std::get<Score>(move)));
        }
        return all;
    }

  private:
    double throwing(const Roll& roll) const {
        Tally kept{};
        for (std::uint8_t position = 0; position < state_.turn.dice.size(); ++position)
            if (!roll.dice.contains(position)) ++kept[state_.turn.dice[position]];
        return worth_[keeps_.of(kept)][0];
    }
    double fill(const Score& score) const {
        if (state_.in_playoff()) return sum(state_.turn.dice);
        const ScoringChoices choices(state_.options, state_.cards[state_.turn.seat], state_.turn.dice,
                                     state_.turn.throws);
        const int points = score.zero ? 0 : choices.points(score.box);
        return mind_.worth(choices, score.column.value_or(0), score.box, points);
    }
    /// In Generala some dice are worth more after the first throw of a turn.
    void stop_when_served() {
        if (state_.options.preset != Preset::generala) return;
        for (int roll = 0; roll < roll_count; ++roll) {
            double& worth = worth_[first_roll + roll][0];
            worth = std::max(worth, stop(keeps_.dice(roll), 1));
        }
    }
    double stop(const Dice& dice, int throws) const {
        if (state_.in_playoff()) return sum(dice);
        const ScoringChoices choices(state_.options, state_.cards[state_.turn.seat], dice, throws);
        double best = 0;
        for (int column = 0; column < state_.options.columns; ++column)
            for (const Box box : choices.boxes(column))
                best = std::max(best, mind_.worth(choices, column, box, choices.points(box)));
        return best;
    }

    const Keeps& keeps_ = Keeps::all();
    const State& state_;
    const Mind& mind_;
    Worth<1> worth_{};
};

template <class Mind>
Hints hints_of(const State& state, const Mind& mind) {
    return {Hints::Unit::points, Plan(state, mind).worth(Game::moves(state, state.turn.seat))};
}

// ---- the easy bot

/// Picks the face of a random die, keeps all dice with this face and throws the others; nullopt if there are
/// none.
std::optional<Move> throw_for_a_face(const State& state, Chance& chance) {
    const Dice& dice = state.turn.dice;
    const auto fancied = dice[static_cast<std::size_t>(chance.pick(static_cast<int>(dice.size())))];
    Roll roll;
    for (std::uint8_t position = 0; position < dice.size(); ++position)
        if (dice[position] != fancied) roll.dice.insert(position);
    if (roll.dice.empty()) return std::nullopt;
    return roll;
}

/// A box with this many points ends the turn of an easy bot, except Chance.
constexpr int rare = 25;

Move easy_move(const State& state, const std::vector<Move>& moves, Chance& chance) {
    std::vector<Move> counting, filling;
    bool satisfied = state.turn.throws == throws_per_turn;
    for (const Move& move : moves) {
        const auto* score = std::get_if<Score>(&move);
        if (score == nullptr || score->zero) continue;
        filling.push_back(move);
        if (state.in_playoff()) continue;
        const ScoringChoices choices(state.options, state.cards[state.turn.seat], state.turn.dice,
                                     state.turn.throws);
        if (choices.points(score->box) > 0) counting.push_back(move);
        if (choices.points(score->box) >= rare && score->box != Box::chance) {
            counting = {move};
            satisfied = true;
            break;
        }
    }
    if (!satisfied)
        if (auto roll = throw_for_a_face(state, chance)) return *roll;
    return pick_random(counting.empty() ? filling : counting, chance);
}

}  // namespace

Bot::Book Bot::compute_book(const Options& options, int) { return OptimalValues::solve(options); }

Hints Bot::hints(const Book& book, const State& state, Seat seat, const ThinkingBudget&) {
    require(Game::to_act(state).contains(seat));
    if (book.empty()) return hints_of(state, GreedyMind(state));
    return {Hints::Unit::points, values(book, state)};
}

std::vector<double> Bot::values(const Book& book, const State& state) {
    require(!book.empty());
    return hints_of(state, OptimalMind(state, book)).worth;
}

std::vector<double> Bot::points_of_turn(const Book& book, const State& state) {
    require(!book.empty());
    // Leaning adds exactly the points, because it changes no move but among equals.
    const auto expected = hints_of(state, OptimalMind(state, book)).worth;
    auto points = hints_of(state, Leaning(state, book)).worth;
    for (std::size_t move = 0; move < points.size(); ++move)
        points[move] = (points[move] - expected[move]) / Leaning::weight;
    return points;
}

std::optional<Move> Bot::choose(const Book& book, const State& state, Seat seat, Level level,
                                const ThinkingBudget& with) {
    const auto moves = Game::moves(state, seat);
    require(!moves.empty());
    if (moves.size() == 1) return moves.front();
    switch (level) {
        case Level::easy: return easy_move(state, moves, with.chance);
        case Level::medium: return best_move(moves, hints_of(state, GreedyMind(state)));
        case Level::hard: return best_move(moves, hints(book, state, seat, with));
    }
    throw_contract_violation();
}

std::vector<PublishedValueCheck> Bot::check_published_values() {
    const auto expects = [](JokerRule joker) { return OptimalValues::solve({.joker = joker}).expectation(); };
    constexpr double margin = 5e-10;
    return {{"one card, joker forced", 254.587728734, expects(JokerRule::forced), margin},
            {"one card, joker free", 254.589609482, expects(JokerRule::free), margin},
            {"one card, joker wild", 254.711272592, expects(JokerRule::wild), margin},
            {"one card, joker none", 245.870774514, expects(JokerRule::none), margin}};
}

}  // namespace cubilete::yahtzee
