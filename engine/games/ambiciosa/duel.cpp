#include "engine/games/ambiciosa/duel.hpp"

#include <cmath>
#include <utility>

namespace cubilete::ambiciosa {

namespace {

constexpr int lowest_total = -3'000;
/// Points of a turn at which the player is assumed to stop. If the opponent is within `near_target` of the
/// target: this much above the target, if that is more.
constexpr int max_points = 2'000;
constexpr int near_target = 1'500;
constexpr int most_above = 1'000;
/// catch_up_chance() distinguishes deficits up to this much above the target.
constexpr int most_behind_above = 3'000;
constexpr double exact_enough = 1e-7;

}  // namespace

Duel::Duel(const Options& options)
    : options_(options),
      least_(options.floor_at_zero || !options.negative_triples ? 0 : lowest_total),
      totals_(static_cast<std::size_t>((options.target - least_) / point_step)),
      to_move_(2 * totals_ * totals_, .5) {
    solve_catch_up();
}

void Duel::solve_catch_up() {
    TurnPlan plan(options_);
    for (int behind = 0; behind <= options_.target + most_behind_above - least_; behind += point_step) {
        const auto with = [behind](int points) { return points > behind ? 1. : points == behind ? .5 : 0.; };
        plan.solve(behind, with, with);
        catch_up_chances_.push_back(plan.value_of_throwing(0));
    }
}

double Duel::catch_up_chance(int behind) const {
    require(behind >= 0);
    return catch_up_chances_[std::min(static_cast<std::size_t>(behind / point_step),
                                      catch_up_chances_.size() - 1)];
}

std::size_t Duel::index(const Situation& situation) const {
    const auto place = [this](int total) {
        require(total < options_.target);
        return static_cast<std::size_t>((std::max(total, least_) - least_) / point_step);
    };
    return ((situation.last ? totals_ : 0) + place(situation.own)) * totals_ + place(situation.other);
}

double Duel::win_probability_after_turn(const Situation& situation) const {
    const auto& [own, other, last] = situation;
    const int target = options_.target;
    if (own < target && other < target) return 1 - win_probability_before_turn({other, own, !last});
    if (!last) return 1 - catch_up_chance(own - other);
    return own > other ? 1 : own == other ? .5 : 0;
}

double Duel::update_situation(const Situation& situation, TurnPlan& plan) {
    const auto& [own, other, last] = situation;
    const int target = options_.target;
    // Computes the same as win_probability_after_turn(), but inline: it is called some hundred million times.
    const double* to_move_then = &to_move_[index({other, least_, !last})];
    const double* behind = &catch_up_chances_[0];
    const auto stop = [=, this](int points) {
        const int total = own + points;
        if (total < target) return 1 - to_move_then[(std::max(total, least_) - least_) / point_step];
        return last ? 1 : 1 - behind[(total - other) / point_step];
    };
    const bool hurry = other >= target - near_target;
    plan.solve(hurry ? std::max(target - own + most_above, max_points) : max_points, stop,
               [&](int points) { return stop(options_.floor_at_zero ? std::max(points, -own) : points); });
    double& chance = to_move_[index(situation)];
    const double before = std::exchange(chance, plan.value_of_throwing(0));
    return std::abs(chance - before);
}

double Duel::update_pair(int less, int more, bool last, TurnPlan& plan) {
    double first = 0;
    // Four repetitions at most: two turns without points lead back to the same situation.
    for (int again = 0; again < 4; ++again) {
        const double change =
            std::max(update_situation({less, more, !last}, plan), update_situation({more, less, last}, plan));
        first = std::max(first, change);
        if (change < exact_enough) break;
    }
    return first;
}

Duel Duel::solve(const Options& options) {
    Duel duel(options);
    TurnPlan plan(options);
    // Begins with the highest totals, because most turns lead to them.
    const int highest = options.target - point_step;
    for (double change = 1; change > exact_enough;) {
        change = 0;
        for (int more = highest; more >= duel.least_; more -= point_step)
            for (int less = more; less >= duel.least_; less -= point_step)
                for (const bool last : {true, false})
                    change = std::max(change, duel.update_pair(less, more, last, plan));
    }
    return duel;
}

}  // namespace cubilete::ambiciosa
