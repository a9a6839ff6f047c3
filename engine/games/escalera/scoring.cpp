#include "engine/games/escalera/scoring.hpp"

#include <array>

namespace cubilete::escalera {

namespace {

using DiceOfFace = std::array<Positions, faces + 1>;  // [0] stays empty

/// Returns 0 if this length is no straight in this scale.
int points_of_straight(StraightScoring scale, int length) {
    static constexpr std::array<std::array<std::uint8_t, faces + 1>, 2> points{
        {{0, 0, 5, 10, 15, 20, 25}, {0, 5, 10, 15, 20, 25, 35}}};
    return points[static_cast<std::size_t>(scale)][static_cast<std::size_t>(length)];
}

int points_of_sixes(SixesScoring sixes, int count) {
    if (count < 5) return 0;
    switch (sixes) {
        case SixesScoring::s30_60: return count == 5 ? 30 : 60;
        case SixesScoring::s35_70: return count == 5 ? 35 : 70;
        case SixesScoring::off: return 0;
    }
    throw_contract_violation();
}

int most_straights(const Options& options) {
    if (!options.multi_straights) return 1;
    return options.triple_one_two ? 3 : 2;
}

/// Removes the longest straight from these dice and returns it.
Positions take_straight(DiceOfFace& dice) {
    Positions straight;
    for (std::size_t face = 1; face <= faces && !dice[face].empty(); ++face) {
        const std::uint8_t die = *dice[face].begin();
        dice[face].erase(die);
        straight.insert(die);
    }
    return straight;
}

void add(Throw& thrown, DiceGroup::Kind of, int points, Positions dice) {
    thrown.points += points;
    thrown.marks.push_back({of, static_cast<std::uint8_t>(points), dice});
}

}  // namespace

Throw score(const Options& options, const Dice& dice) {
    Throw thrown{.dice = dice, .marks = {}};
    DiceOfFace of_face;
    for (std::size_t die = 0; die < dice.size(); ++die)
        of_face[dice[die]].insert(static_cast<std::uint8_t>(die));

    thrown.reset = options.reset_aces > 0 && of_face[1].size() >= options.reset_aces;
    if (thrown.reset) add(thrown, DiceGroup::Kind::aces, 0, of_face[1]);
    if (thrown.reset && !options.reset_throw_scores) return thrown;

    if (const int points = points_of_sixes(options.sixes, of_face[6].size()); points > 0) {
        add(thrown, DiceGroup::Kind::sixes, points, of_face[6]);
        return thrown;
    }
    for (int left = most_straights(options); left > 0; --left) {
        const Positions straight = take_straight(of_face);
        // A single 1 is not a straight: it counts only in the scale `hearts`, and only if nothing else
        // counts.
        const bool counts = straight.size() >= 2 || thrown.points == 0;
        const int points = points_of_straight(options.scale, straight.size());
        if (!counts || points == 0) break;
        add(thrown, DiceGroup::Kind::straight, points, straight);
    }
    return thrown;
}

}  // namespace cubilete::escalera
