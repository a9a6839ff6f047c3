#include "engine/games/yahtzee/card.hpp"

namespace cubilete::yahtzee {

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
