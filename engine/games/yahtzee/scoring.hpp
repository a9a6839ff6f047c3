#pragma once

#include <array>
#include <span>

#include "engine/dice.hpp"
#include "engine/games/yahtzee/card.hpp"

namespace cubilete::yahtzee {

/// What one player's card offers for the five dice on the table: which boxes may be filled and what the dice
/// are worth there (RULES.md 3.1.6-9, R3.3-R3.9). A box gets what the dice are worth, never less (A17).
///
/// |               | yahtzee, kniffel     | yatzy                     | generala           |
/// |---------------|----------------------|---------------------------|--------------------|
/// | upper section | dice of the number   | dice of the number        | dice of the number |
/// | pairs         |                      | highest; two unequal ones |                    |
/// | three alike   | all five dice        | the three                 |                    |
/// | four alike    | all five dice        | the four                  | poker 40 *         |
/// | full house    | 25                   | all five dice             | 30 *               |
/// | straights     | 4 long 30, 5 long 40 | 1-5 15, 2-6 20            | 5 long 20 *        |
/// | five alike    | 50                   | 50                        | 50, again 60       |
/// | chance        | all five dice        | all five dice             |                    |
///
/// (*) 5 more on the first throw of a turn.
///
/// The joker rules bind when five alike meet a card whose Yahtzee boxes are all filled (R3.5). They look at
/// the whole card: with three columns the matching upper box counts as filled when it is filled in every
/// column, and a forced joker may be written in any column that has the box it must go to (A13). So does the
/// double Generala: it needs a Generala that was scored, in any column.
class Offer {
  public:
    /// `throws` is how many it took to throw these dice.
    Offer(const Options& options, const ScoreCard& card, const Dice& dice, int throws);

    /// The boxes of a column that may be filled.
    BoxSet boxes(int column) const { return boxes_[column]; }
    /// What the dice are worth in a box of the sheet, the same in every column.
    int points(Box box) const;
    /// Earned by filling any of the boxes, even with a zero (R3.7), as often as it happens (R3.8).
    int yahtzee_bonus() const { return yahtzee_bonus_; }
    /// The boxes that the joker rules leave to choose from; all of them where they do not bind.
    BoxSet demanded() const { return demanded_; }

  private:
    void bind_joker(const Options& options, std::span<const Column> columns);
    bool five_alike() const { return most_alike_ == 5; }
    /// A run of that many faces.
    bool straight(int length) const;
    bool full_house() const;
    int full_house_points() const;
    int two_pairs() const;
    int of_a_kind(int alike) const;
    /// The highest face that so many dice show, or 0.
    int highest(int alike) const;
    /// Where it counts more to have thrown it at once.
    int served(int points) const { return points + (throws_ == 1 ? 5 : 0); }

    Preset preset_;
    Tally of_face_;
    int sum_ = 0;
    int most_alike_ = 0;
    int throws_;
    bool five_is_full_house_;
    bool joker_values_ = false;  ///< Full House and the straights count 25, 30 and 40 for five alike
    bool generala_scored_ = false;
    int yahtzee_bonus_ = 0;
    BoxSet demanded_;
    std::array<BoxSet, most_columns> boxes_{};
};

}  // namespace cubilete::yahtzee
