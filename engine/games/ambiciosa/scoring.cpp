#include "engine/games/ambiciosa/scoring.hpp"

#include <map>

namespace cubilete::ambiciosa {

namespace {

/// Indexed by face; [0] is unused.
constexpr std::array points_of_one{0, 100, 50, 0, 0, 0, 0};
constexpr std::array points_of_three{0, 1000, 500, -500, -1000, -100, -50};

}  // namespace

int worth(const Options& options, const Dice& dice) {
    if (dice[0] == dice[1] && dice[1] == dice[2]) {
        const int points = points_of_three[dice[0]];
        return points > 0 || options.negative_triples ? points : 0;
    }
    return points_of_one[dice[0]] + points_of_one[dice[1]] + points_of_one[dice[2]];
}

namespace {

Odds counted(const Options& options) {
    std::map<int, int> throws;
    for (std::uint8_t a = 1; a <= faces; ++a)
        for (std::uint8_t b = 1; b <= faces; ++b)
            for (std::uint8_t c = 1; c <= faces; ++c) ++throws[worth(options, {a, b, c})];
    Odds odds{.throws = faces * faces * faces, .lost = 0, .each = {}};
    for (const auto& [points, count] : throws) {
        if (points <= 0) odds.lost += count;
        odds.each.push_back({points, count});
    }
    return odds;
}

}  // namespace

const Odds& odds(const Options& options) {
    static const Odds with_negative_triples = counted({.negative_triples = true});
    static const Odds without = counted({.negative_triples = false});
    return options.negative_triples ? with_negative_triples : without;
}

}  // namespace cubilete::ambiciosa
