#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/games/yahtzee/options.hpp"
#include "engine/small_set.hpp"

namespace cubilete::yahtzee {

/// The boxes of all presets. The names of the enumerators are used on the wire.
enum class Box : std::uint8_t {
    aces,
    twos,
    threes,
    fours,
    fives,
    sixes,
    one_pair,
    two_pairs,
    three_of_a_kind,
    four_of_a_kind,
    full_house,
    small_straight,
    large_straight,
    yahtzee,
    chance,
    straight,
    poker,
    generala,
    double_generala,
};
inline constexpr int box_count = 19;
using BoxSet = SmallSet<Box>;

/// The names of all boxes, indexed by Box.
inline constexpr std::array<std::string_view, box_count> box_names{
    "aces",       "twos",           "threes",         "fours",           "fives",
    "sixes",      "one_pair",       "two_pairs",      "three_of_a_kind", "four_of_a_kind",
    "full_house", "small_straight", "large_straight", "yahtzee",         "chance",
    "straight",   "poker",          "generala",       "double_generala",
};
constexpr std::string_view name_of(Box box) { return box_names[static_cast<std::size_t>(box)]; }

inline constexpr BoxSet upper_section = BoxSet::first(6);
/// The upper box of a face 1..6, and the face of an upper box.
constexpr Box upper_box(int face) { return static_cast<Box>(face - 1); }
constexpr int face_of(Box upper) { return static_cast<int>(upper) + 1; }

/// A box and its printed name.
struct Line {
    Box box;
    std::string_view title;
};

/// The printed card of a preset (A14).
class Sheet {
  public:
    constexpr Sheet(std::string_view title, std::span<const Line> lines) : title_(title), lines_(lines) {
        for (const Line& line : lines) boxes_.insert(line.box);
    }

    /// The title of the game as players know it.
    constexpr std::string_view title() const { return title_; }
    /// The boxes from top to bottom.
    constexpr std::span<const Line> lines() const { return lines_; }
    constexpr BoxSet boxes() const { return boxes_; }
    /// The printed name of a box. Throws std::logic_error if the box is not on the sheet.
    constexpr std::string_view title_of(Box box) const {
        const auto line = std::ranges::find(lines_, box, &Line::box);
        require(line != lines_.end());
        return line->title;
    }

  private:
    std::string_view title_;
    std::span<const Line> lines_;
    BoxSet boxes_;
};

namespace printed {

inline constexpr std::array yahtzee{
    Line{Box::aces, "Aces"},
    Line{Box::twos, "Twos"},
    Line{Box::threes, "Threes"},
    Line{Box::fours, "Fours"},
    Line{Box::fives, "Fives"},
    Line{Box::sixes, "Sixes"},
    Line{Box::three_of_a_kind, "3 of a Kind"},
    Line{Box::four_of_a_kind, "4 of a Kind"},
    Line{Box::full_house, "Full House"},
    Line{Box::small_straight, "Small Straight"},
    Line{Box::large_straight, "Large Straight"},
    Line{Box::yahtzee, "Yahtzee"},
    Line{Box::chance, "Chance"},
};

inline constexpr std::array yatzy{
    Line{Box::aces, "Ones"},
    Line{Box::twos, "Twos"},
    Line{Box::threes, "Threes"},
    Line{Box::fours, "Fours"},
    Line{Box::fives, "Fives"},
    Line{Box::sixes, "Sixes"},
    Line{Box::one_pair, "One Pair"},
    Line{Box::two_pairs, "Two Pairs"},
    Line{Box::three_of_a_kind, "Three of a Kind"},
    Line{Box::four_of_a_kind, "Four of a Kind"},
    Line{Box::small_straight, "Small Straight"},
    Line{Box::large_straight, "Large Straight"},
    Line{Box::full_house, "House"},
    Line{Box::chance, "Chance"},
    Line{Box::yahtzee, "Yatzy"},
};

inline constexpr std::array kniffel{
    Line{Box::aces, "Einser"},
    Line{Box::twos, "Zweier"},
    Line{Box::threes, "Dreier"},
    Line{Box::fours, "Vierer"},
    Line{Box::fives, "Fünfer"},
    Line{Box::sixes, "Sechser"},
    Line{Box::three_of_a_kind, "Dreierpasch"},
    Line{Box::four_of_a_kind, "Viererpasch"},
    Line{Box::full_house, "Full House"},
    Line{Box::small_straight, "Kleine Straße"},
    Line{Box::large_straight, "Große Straße"},
    Line{Box::yahtzee, "Kniffel"},
    Line{Box::chance, "Chance"},
};

inline constexpr std::array generala{
    Line{Box::aces, "Unos"},
    Line{Box::twos, "Doses"},
    Line{Box::threes, "Treses"},
    Line{Box::fours, "Cuatros"},
    Line{Box::fives, "Cincos"},
    Line{Box::sixes, "Seises"},
    Line{Box::straight, "Escalera"},
    Line{Box::full_house, "Full"},
    Line{Box::poker, "Póker"},
    Line{Box::generala, "Generala"},
    Line{Box::double_generala, "Doble Generala"},
};

/// Indexed by Preset.
inline constexpr std::array sheets{
    Sheet{"Yahtzee", yahtzee},
    Sheet{"Yatzy", yatzy},
    Sheet{"Kniffel", kniffel},
    Sheet{"Generala", generala},
};

}  // namespace printed

constexpr const Sheet& sheet_of(Preset preset) { return printed::sheets[static_cast<std::size_t>(preset)]; }

}  // namespace cubilete::yahtzee
