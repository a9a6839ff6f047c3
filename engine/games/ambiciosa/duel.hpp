#pragma once

#include <cstddef>
#include <vector>

#include "engine/games/ambiciosa/turn_plan.hpp"

namespace cubilete::ambiciosa {

/// The race of two who both play to win, by value iteration over both totals and the points of the turn. A tie
/// counts as half, whatever the table does with it. With the book's rules the starter wins 48.757 % (RULES.md 0.4).
/// Totals of less than -3,000 are taken for that.
class Duel {
  public:
    /// Knows nothing.
    Duel() = default;
    /// Takes a second or two, with a target of 10,000 four times as long.
    static Duel solve(const Options& options);

    bool empty() const { return to_move_.empty(); }

    /// Before a turn: the totals of the player to move and of his rival, and whether the round ends with this turn.
    struct Situation {
        int own;
        int other;
        bool last;
    };
    /// The chance of the player to move. Neither has the target.
    double to_move(const Situation& situation) const { return to_move_[index(situation)]; }
    /// The chance of a player whose turn has ended: `own` is his total now. Neither has the target, or the rival
    /// only once he has had his turn of the round, too.
    double written(const Situation& situation) const;
    /// The chance of one who in the last turn of a match has to make up for `behind` points (0 or more), and stops
    /// at nothing less; with as many it is a tie.
    double catches_up(int behind) const;
    /// The chance of the starter.
    double expectation() const { return to_move({0, 0, false}); }

    friend bool operator==(const Duel&, const Duel&) = default;

  private:
    explicit Duel(const Options& options);
    std::size_t index(const Situation& situation) const;
    void learn_to_catch_up();
    /// Returns by how much the chance has changed.
    double look_again(const Situation& situation, TurnPlan& plan);
    /// The same for two situations that follow each other when nobody scores.
    double look_at_both(int less, int more, bool last, TurnPlan& plan);

    Options options_;
    int least_ = 0;           ///< total
    std::size_t totals_ = 0;  ///< below the target
    std::vector<double> to_move_;
    std::vector<double> catches_up_;
};

}  // namespace cubilete::ambiciosa
