#pragma once

#include <array>
#include <span>

#include "engine/dice.hpp"
#include "engine/games/yahtzee/card.hpp"

namespace cubilete::yahtzee {

/// The choices of one player for the five dice on the table: the boxes that may be filled, and the value of
/// the dice there (docs/rules.md 3.1, rules 6 to 9, and R3.3 to R3.9). A box gets the full value of the
/// dice (A17), unless the player may and does write a zero (yahtzee.hpp).
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
/// The joker rules apply when the dice are five of a kind and all Yahtzee boxes of the card are filled
/// (R3.5). They use the whole card: with three columns the matching upper box counts as filled if it is
/// filled in every column, and a forced joker may be written in any column where the required box is open
/// (A13). The double Generala also uses the whole card: it needs a scored Generala in any column.
class ScoringChoices {
  public:
    /// `throws` is the number of throws in this turn, 1..3. Throws std::logic_error unless there are five
    /// dice.
    ScoringChoices(const Options& options, const ScoreCard& card, const Dice& dice, int throws);

    /// The boxes that may be filled in a column (0-based).
    BoxSet boxes(int column) const { return boxes_[column]; }
    /// The value of the dice in a box of the sheet; the same in every column.
    int points(Box box) const;
    /// The Yahtzee bonus for filling any of the boxes, even with zero (R3.7). It can be earned any number of
    /// times (R3.8).
    int yahtzee_bonus() const { return yahtzee_bonus_; }
    /// The boxes that the joker rules allow; all boxes if the rules do not apply.
    BoxSet required_boxes() const { return required_boxes_; }

  private:
    void apply_joker_rule(const Options& options, std::span<const Column> columns);
    bool five_alike() const { return most_alike_ == 5; }
    /// True if the dice contain a run of `length` faces.
    bool straight(int length) const;
    bool full_house() const;
    int full_house_points() const;
    int two_pairs() const;
    int of_a_kind(int alike) const;
    /// The highest face shown by at least `alike` dice, or 0.
    int highest(int alike) const;
    /// Adds 5 points for the first throw of a turn (Generala).
    int with_serve_bonus(int points) const { return points + (throws_ == 1 ? 5 : 0); }

    Preset preset_;
    Tally of_face_;
    int sum_ = 0;
    int most_alike_ = 0;
    int throws_;
    bool five_is_full_house_;
    bool joker_values_ = false;  ///< Full House and straights count 25, 30 and 40 points for five of a kind
    bool generala_scored_ = false;
    int yahtzee_bonus_ = 0;
    BoxSet required_boxes_;
    std::array<BoxSet, max_columns> boxes_{};
};

}  // namespace cubilete::yahtzee
