#include "engine/games/ambiciosa/ambiciosa_bot.hpp"

#include <algorithm>

namespace cubilete::ambiciosa {

namespace {

constexpr int hold_at = 250;

bool is_bank(const Move& move) { return std::holds_alternative<Bank>(move); }

SeatSet others(const State& state) {
    return SeatSet::first(static_cast<int>(state.race.totals.size())) - SeatSet{state.race.seat};
}

/// The highest total of the other players; nullopt if there are none.
std::optional<int> best_rival(const State& state) {
    const SeatSet seats = others(state);
    if (seats.empty()) return std::nullopt;
    return state.race.totals[*highest(seats, [&](Seat seat) { return state.race.totals[seat]; }).begin()];
}

/// True if another player has the target: this is the last turn, and a total below theirs loses.
bool must_overtake(const State& state) {
    const auto rival = best_rival(state);
    return rival && *rival >= state.options.target;
}

/// The value of a total at the end of the turn, for a player who wants to win.
class Ambition {
  public:
    Ambition(const State& state, const Duel& duel) : state_(state), duel_(duel) {
        const Race& race = state.race;
        const Seat first = next_seat_from(race.playing, race.starter);
        const auto place = [&](Seat seat) {
            const auto seats = static_cast<int>(race.totals.size());
            return (seat - first + seats) % seats;
        };
        for (const Seat other : others(state))
            if (race.playing.contains(other) && place(other) > place(race.seat)) later_.insert(other);
    }

    double win_probability_after_turn(int total) const {
        const SeatSet rivals = others(state_);
        const auto& totals = state_.race.totals;
        const int target = state_.options.target;
        const SeatSet leaders = highest(rivals, [&](Seat seat) { return totals[seat]; });
        require(!leaders.empty());  // GCC 14 warns of the seat after all others
        const Seat best = *leaders.begin();
        if (total < target && totals[best] < target)
            return duel_.win_probability_after_turn({total, totals[best], !later_.contains(best)});
        if (total < target) return 0;
        double chance = 1;
        int level = 1;
        for (const Seat rival : rivals) {
            if (later_.contains(rival))
                chance *= 1 - (totals[rival] > total ? 1 : duel_.catch_up_chance(total - totals[rival]));
            else if (totals[rival] > total)
                return 0;
            else if (totals[rival] == total)
                ++level;
        }
        return chance / level;
    }

    /// Points of a turn at which the computation assumes that the player stops.
    int most() const {
        const int wanted =
            std::max(state_.options.target, *best_rival(state_)) - state_.race.totals[state_.race.seat];
        return std::max(2'000, wanted + 1'000);
    }

  private:
    const State& state_;
    const Duel& duel_;
    SeatSet later_;  ///< seats that still have a turn in this round
};

int total_after(const State& state, int points) {
    const int total = state.race.totals[state.race.seat] + points;
    return state.options.floor_at_zero ? std::max(total, 0) : total;
}

double worth_of_throwing(const State& state, const Duel& duel) {
    TurnPlan plan(state.options);
    const auto turn = [&](int points) -> double { return total_after(state, points); };
    if (duel.empty()) {
        plan.solve(2'000, turn, turn);
        return plan.value_of_throwing(state.points);
    }
    const Ambition ambition(state, duel);
    const auto ends = [&](int points) {
        return ambition.win_probability_after_turn(total_after(state, points));
    };
    plan.solve(std::max(ambition.most(), state.points), ends, ends);
    return plan.value_of_throwing(state.points);
}

double worth_of_stopping(const State& state, const Duel& duel) {
    const int total = total_after(state, state.points);
    return duel.empty() ? total : Ambition(state, duel).win_probability_after_turn(total);
}

bool easy_stops(const State& state, Chance& chance) {
    if (must_overtake(state) && total_after(state, state.points) < *best_rival(state)) return false;
    return state.points >= 500 || (state.points >= 100 && chance.pick(3) == 0);
}

bool medium_stops(const State& state) {
    const int total = total_after(state, state.points);
    if (must_overtake(state)) return total > *best_rival(state);
    return state.points >= hold_at || total >= state.options.target;
}

}  // namespace

Bot::Book Bot::compute_book(const Options& options, int seats) {
    return seats == 1 ? Duel() : Duel::solve(options);
}

Hints Bot::hints(const Book& book, const State& state, Seat seat, const ThinkingBudget&) {
    const auto moves = Game::moves(state, seat);
    require(!moves.empty());
    const bool two = state.race.totals.size() == 2;
    Hints hints{book.empty() ? Hints::Unit::points : two ? Hints::Unit::win : Hints::Unit::ahead, {}};
    for (const Move& move : moves)
        hints.worth.push_back(is_bank(move) ? worth_of_stopping(state, book)
                                            : worth_of_throwing(state, book));
    return hints;
}

std::optional<Move> Bot::choose(const Book& book, const State& state, Seat seat, Level level,
                                const ThinkingBudget& with) {
    const auto moves = Game::moves(state, seat);
    require(!moves.empty());
    if (moves.size() == 1) return moves.front();
    const auto stop = [](bool stops) { return stops ? Move(Bank{}) : Move(Roll{}); };
    switch (level) {
        case Level::easy: return stop(easy_stops(state, with.chance));
        case Level::medium: return stop(medium_stops(state));
        case Level::hard:
            if (book.empty()) return stop(medium_stops(state));
            return best_move(moves, hints(book, state, seat, with));
    }
    throw_contract_violation();
}

std::vector<PublishedValueCheck> Bot::check_published_values() {
    return {
        {"two players' race to 5,000, chance of the starter", .48757, Duel::solve({}).expectation(), 5e-6}};
}

}  // namespace cubilete::ambiciosa
