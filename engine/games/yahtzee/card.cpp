#include "engine/games/yahtzee/card.hpp"

namespace cubilete::yahtzee {

const std::array<std::string_view, box_count>& box_names() {
    static constexpr std::array<std::string_view, box_count> names{
        "aces",       "twos",           "threes",          "fours",
        "fives",      "sixes",          "three_of_a_kind", "four_of_a_kind",
        "full_house", "small_straight", "large_straight",  "yahtzee",
        "chance",
    };
    return names;
}

std::string_view name_of(Box box) { return box_names()[static_cast<std::size_t>(box)]; }

std::string_view title_of(Box box) {
    switch (box) {
        case Box::aces: return "Aces";
        case Box::twos: return "Twos";
        case Box::threes: return "Threes";
        case Box::fours: return "Fours";
        case Box::fives: return "Fives";
        case Box::sixes: return "Sixes";
        case Box::three_of_a_kind: return "3 of a Kind";
        case Box::four_of_a_kind: return "4 of a Kind";
        case Box::full_house: return "Full House";
        case Box::small_straight: return "Small Straight";
        case Box::large_straight: return "Large Straight";
        case Box::yahtzee: return "Yahtzee";
        case Box::chance: return "Chance";
    }
    broken_promise();
}

int Column::upper() const {
    int sum = 0;
    for (const Box box : upper_section) sum += points(box);
    return sum;
}

int Column::upper_par() const {
    int par = 0;
    for (const Box box : upper_section& filled_) par += 3 * face_of(box);
    return par;
}

int Column::total(const Options& options) const {
    int sum = upper_bonus(options);
    for (const int points : points_) sum += points;
    return sum;
}

int total(const ScoreCard& card, const Options& options) {
    int sum = card.yahtzee_bonus;
    for (int column = 0; column < options.columns; ++column)
        sum += (column + 1) * card.columns[column].total(options);
    return sum;
}

}  // namespace cubilete::yahtzee
