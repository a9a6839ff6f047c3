#pragma once

#include <array>

#include "engine/dice.hpp"
#include "engine/games/yahtzee/card.hpp"

namespace cubilete::yahtzee {

/// What one player's card offers for the five dice on the table: which boxes may be filled and what the dice
/// are worth there (RULES.md 3.1.6-9, R3.3-R3.9). A box gets what the dice are worth, never less (A17).
///
/// The joker rules bind when five alike meet a card whose Yahtzee boxes are all filled (R3.5). They look at
/// the whole card: with three columns the matching upper box counts as filled when it is filled in every
/// column, and a forced joker may be written in any column that has the box it must go to (A13).
class Offer {
  public:
    Offer(const Options& options, const ScoreCard& card, const Dice& dice);

    /// The boxes of a column that may be filled.
    BoxSet boxes(int column) const { return boxes_[column]; }
    /// What the dice are worth in a box, the same in every column.
    int points(Box box) const;
    /// Earned by filling any of the boxes, even with a zero (R3.7), as often as it happens (R3.8).
    int yahtzee_bonus() const { return yahtzee_bonus_; }
    /// The boxes that the joker rules leave to choose from; all of them where they do not bind.
    BoxSet demanded() const { return demanded_; }

  private:
    void bind_joker(const Options& options, const ScoreCard& card);
    bool full_house() const;
    /// A run of that many faces.
    bool straight(int length) const;
    bool five_alike() const { return most_alike_ == 5; }

    Tally of_face_;
    int sum_ = 0;
    int most_alike_ = 0;
    bool five_is_full_house_;
    bool joker_values_ = false;  ///< Full House and the straights count 25, 30 and 40 for five alike
    int yahtzee_bonus_ = 0;
    BoxSet demanded_;
    std::array<BoxSet, most_columns> boxes_{};
};

}  // namespace cubilete::yahtzee
