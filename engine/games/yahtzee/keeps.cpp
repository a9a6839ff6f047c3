#include "engine/games/yahtzee/keeps.hpp"

namespace cubilete::yahtzee {

namespace {

constexpr int faces = 6;

/// Appends every set of `dice` dice with faces from `face` up.
void list(int dice, int face, Tally& tally, std::vector<Tally>& found) {
    if (face > faces) {
        if (dice == 0) found.push_back(tally);
        return;
    }
    for (tally[face] = 0; tally[face] <= dice; ++tally[face])
        list(dice - tally[face], face + 1, tally, found);
    tally[face] = 0;
}

}  // namespace

std::size_t Keeps::key_of(const Tally& tally) {
    std::size_t key = 0;
    for (int face = 1; face <= faces; ++face) key = key * 6 + static_cast<std::size_t>(tally[face]);
    return key;
}

Keeps::Keeps() : number_(6 * 6 * 6 * 6 * 6 * 6) {
    std::vector<Tally> found;
    Tally tally{};
    for (int dice = 0; dice <= 5; ++dice) list(dice, 1, tally, found);
    require(found.size() == keep_count);
    std::ranges::copy(found, tallies_.begin());
    for (int keep = 0; keep < keep_count; ++keep)
        number_[key_of(tallies_[keep])] = static_cast<std::int16_t>(keep);

    for (int keep = 0; keep < keep_count; ++keep)
        for (int face = 1; face <= faces; ++face) {
            Tally other = tallies_[keep];
            if (keep < first_roll) {
                ++other[face];
                neighbours_[keep].more[face - 1] = static_cast<std::int16_t>(of(other));
                --other[face];
            }
            if (other[face] == 0) continue;
            --other[face];
            neighbours_[keep].fewer.push_back(static_cast<std::int16_t>(of(other)));
        }
}

Dice Keeps::dice(int roll) const {
    Dice dice;
    for (std::uint8_t face = 1; face <= faces; ++face)
        for (int die = 0; die < this->roll(roll)[face]; ++die) dice.push_back(face);
    return dice;
}

const Keeps& Keeps::all() {
    static const Keeps keeps;
    return keeps;
}

}  // namespace cubilete::yahtzee
