#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/games/yahtzee/options.hpp"
#include "engine/small_set.hpp"

namespace cubilete::yahtzee {

/// Every box that a card may have. The enumerators are the names on the wire.
enum class Box : std::uint8_t {
    aces,
    twos,
    threes,
    fours,
    fives,
    sixes,
    three_of_a_kind,
    four_of_a_kind,
    full_house,
    small_straight,
    large_straight,
    yahtzee,
    chance,
};
inline constexpr int box_count = 13;
using BoxSet = SmallSet<Box>;

std::string_view name_of(Box box);
/// As it is printed on the card: "Full House".
std::string_view title_of(Box box);
/// The names by box.
const std::array<std::string_view, box_count>& box_names();

inline constexpr BoxSet upper_section = BoxSet::first(6);
/// The upper box of a face 1..6, and the face of an upper box.
constexpr Box upper_box(int face) { return static_cast<Box>(face - 1); }
constexpr int face_of(Box upper) { return static_cast<int>(upper) + 1; }

/// The boxes a card has, in the order in which they are printed.
inline constexpr std::array sheet{
    Box::aces,       Box::twos,           Box::threes,          Box::fours,
    Box::fives,      Box::sixes,          Box::three_of_a_kind, Box::four_of_a_kind,
    Box::full_house, Box::small_straight, Box::large_straight,  Box::yahtzee,
    Box::chance,
};

/// The same as a set.
inline constexpr BoxSet whole_sheet = [] {
    BoxSet boxes;
    for (const Box box : sheet) boxes.insert(box);
    return boxes;
}();

/// An upper section of 63 or more (three of each number) earns the upper bonus, however it came about.
inline constexpr int upper_goal = 63;

/// One column of boxes; each is filled once.
class Column {
  public:
    bool filled(Box box) const { return filled_.contains(box); }
    /// What was written; 0 in an open box.
    int points(Box box) const { return points_[static_cast<std::size_t>(box)]; }
    BoxSet open() const { return whole_sheet - filled_; }
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
