#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/games/yahtzee/sheet.hpp"

namespace cubilete::yahtzee {

/// An upper section with 63 points or more (three dice of each number) earns the upper bonus.
inline constexpr int upper_goal = 63;

/// One column of boxes. Each box is filled once.
class Column {
  public:
    bool filled(Box box) const { return filled_.contains(box); }
    /// The points written in the box, 0..255; 0 if it is open.
    int points(Box box) const { return points_[static_cast<std::size_t>(box)]; }
    BoxSet open(const Sheet& sheet) const { return sheet.boxes() - filled_; }
    void fill(Box box, int points) {
        filled_.insert(box);
        points_[static_cast<std::size_t>(box)] = static_cast<std::uint8_t>(points);
    }

    /// The sum of the upper section.
    int upper() const;
    /// The sum of the filled upper boxes if each of them had three dice of its number. A column whose upper()
    /// is at or above this is on course for the upper bonus.
    int upper_par() const;
    /// The upper bonus. It counts as soon as upper() reaches the goal (R3.12).
    int upper_bonus(const Options& options) const { return upper() >= upper_goal ? options.upper_bonus : 0; }
    /// The sum of all boxes, plus the upper bonus.
    int total(const Options& options) const;

    friend bool operator==(const Column&, const Column&) = default;

  private:
    BoxSet filled_;
    std::array<std::uint8_t, box_count> points_{};
};

inline constexpr int max_columns = 3;

/// The score card of one player. Only the first `Options::columns` columns are used.
struct ScoreCard {
    std::array<Column, max_columns> columns;
    int yahtzee_bonus = 0;

    friend bool operator==(const ScoreCard&, const ScoreCard&) = default;
};

/// Column totals with their upper bonuses count once, twice and three times; Yahtzee bonuses count once
/// (A13).
int total(const ScoreCard& card, const Options& options);

}  // namespace cubilete::yahtzee
