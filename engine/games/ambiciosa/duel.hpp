#pragma once

#include <cstddef>
#include <vector>

#include "engine/games/ambiciosa/turn_plan.hpp"

namespace cubilete::ambiciosa {

/// The race of two players who both play to win, computed by value iteration over both totals and the points
/// of the turn. A tie counts as half a win, whatever the option `tie` says. With the book's rules the starter
/// wins 48.757 % (docs/rules.md 0.4). Totals below -3,000 are treated as -3,000. Read-only after solve(), so
/// any thread may read it.
class Duel {
  public:
    /// Holds no values: empty() is true.
    Duel() = default;
    /// Takes one or two seconds; with a target of 10,000 four times as long.
    static Duel solve(const Options& options);

    bool empty() const { return to_move_.empty(); }

    /// The situation before a turn: the totals of the player to move and of the opponent, and whether the
    /// round ends with this turn.
    struct Situation {
        int own;
        int other;
        bool last;
    };
    /// The probability that the player to move wins. Throws std::logic_error if a total has reached the
    /// target.
    double win_probability_before_turn(const Situation& situation) const {
        return to_move_[index(situation)];
    }
    /// The probability that a player wins after their turn; `own` is their new total. The opponent may have
    /// reached the target only if their turn of this round is over.
    double win_probability_after_turn(const Situation& situation) const;
    /// The probability of winning for a player who is `behind` points behind in the last turn of a match (0 or
    /// more; else std::logic_error). The player goes on at least until the totals are equal; a tie counts as
    /// half.
    double catch_up_chance(int behind) const;
    /// The probability that the starter wins.
    double expectation() const { return win_probability_before_turn({0, 0, false}); }

    friend bool operator==(const Duel&, const Duel&) = default;

  private:
    explicit Duel(const Options& options);
    std::size_t index(const Situation& situation) const;
    void solve_catch_up();
    /// Computes one situation again. Returns the change of its probability.
    double update_situation(const Situation& situation, TurnPlan& plan);
    /// Does the same for the two situations that follow each other if nobody scores.
    double update_pair(int less, int more, bool last, TurnPlan& plan);

    Options options_;
    int least_ = 0;           ///< lowest total that is distinguished
    std::size_t totals_ = 0;  ///< number of totals below the target
    std::vector<double> to_move_;
    std::vector<double> catch_up_chances_;
};

}  // namespace cubilete::ambiciosa
