#include "engine/games/yahtzee/sheet.hpp"

namespace cubilete::yahtzee {

const std::array<std::string_view, box_count>& box_names() {
    static constexpr std::array<std::string_view, box_count> names{
        "aces",       "twos",           "threes",         "fours",           "fives",
        "sixes",      "one_pair",       "two_pairs",      "three_of_a_kind", "four_of_a_kind",
        "full_house", "small_straight", "large_straight", "yahtzee",         "chance",
        "straight",   "poker",          "generala",       "double_generala",
    };
    return names;
}

std::string_view name_of(Box box) { return box_names()[static_cast<std::size_t>(box)]; }

}  // namespace cubilete::yahtzee
