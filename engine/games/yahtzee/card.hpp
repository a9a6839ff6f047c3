#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/games/yahtzee/sheet.hpp"

namespace cubilete::yahtzee {

/// An upper section of 63 or more (three of each number) earns the upper bonus, however it came about.
inline constexpr int upper_goal = 63;

/// One column of boxes; each is filled once.
class Column {
  public:
    bool filled(Box box) const { return filled_.contains(box); }
    /// What was written; 0 in an open box.
    int points(Box box) const { return points_[static_cast<std::size_t>(box)]; }
    BoxSet open(const Sheet& sheet) const { return sheet.boxes() - filled_; }
    void fill(Box box, int points) {
        filled_.insert(box);
        points_[static_cast<std::size_t>(box)] = static_cast<std::uint8_t>(points);
    }

    /// The sum of the upper section.
    int upper() const;
    /// What three of each number would have made in the upper boxes filled so far: above it the column is on
    /// its way to the upper bonus.
    int upper_par() const;
    /// Counted as soon as it is certain (R3.12).
    int upper_bonus(const Options& options) const { return upper() >= upper_goal ? options.upper_bonus : 0; }
    /// All boxes with the upper bonus.
    int total(const Options& options) const;

    friend bool operator==(const Column&, const Column&) = default;

  private:
    BoxSet filled_;
    std::array<std::uint8_t, box_count> points_{};
};

inline constexpr int most_columns = 3;

/// What one player has written. Of the columns only the first `Options::columns` are used.
struct ScoreCard {
    std::array<Column, most_columns> columns;
    int yahtzee_bonus = 0;

    friend bool operator==(const ScoreCard&, const ScoreCard&) = default;
};

/// The columns with their upper bonuses count once, twice, three times; Yahtzee bonuses once (A13).
int total(const ScoreCard& card, const Options& options);

}  // namespace cubilete::yahtzee
