#include "engine/games/threes_away/odds.hpp"

namespace cubilete::threes_away {

std::vector<PossibleThrow> possible_throws(int count) {
    std::vector<PossibleThrow> throws{{{}, 1}};
    for (int die = 1; die <= count; ++die) {
        std::vector<PossibleThrow> longer;
        for (const auto& [dice, orders] : throws)
            for (int face = dice.empty() ? 1 : dice.back(); face <= faces; ++face) {
                Dice more = dice;
                more.push_back(static_cast<std::uint8_t>(face));
                longer.push_back({more, orders * die / std::ranges::count(more, face)});
            }
        throws = std::move(longer);
    }
    return throws;
}

namespace {

/// The lowest points of each die, in ascending order.
Dice ascending_worth(const Dice& dice, const Options& options) {
    Tally with{};
    for (const int face : dice) ++with[min_value_of(face, options)];
    Dice worth;
    for (std::uint8_t points = 0; points < with.size(); ++points)
        for (int die = 0; die < with[points]; ++die) worth.push_back(points);
    return worth;
}

}  // namespace

Odds::Odds(const Options& options) : options_(options) {
    ways_.front().fill(1);
    for (int dice = 1; dice <= dice_per_turn; ++dice)
        for (const auto& [thrown, orders] : possible_throws(dice))
            for (int at_most = 0; at_most <= max_points; ++at_most)
                ways_[dice][at_most] += orders * ways_with(thrown, at_most, true);
}

const Odds& Odds::at(const Options& options) {
    constexpr int ways_of_bottoms = 3;
    static const std::vector<Odds> all = [] {
        std::vector<Odds> each;
        for (int zero_face = 1; zero_face <= faces; ++zero_face)
            for (const BottomsRule bottoms :
                 {BottomsRule::off, BottomsRule::per_die, BottomsRule::whole_throw})
                for (const bool must_keep : {false, true})
                    each.emplace_back(
                        Options{.bottoms = bottoms, .zero_face = zero_face, .must_keep_threes = must_keep});
        return each;
    }();
    const int at = ((options.zero_face - 1) * ways_of_bottoms + static_cast<int>(options.bottoms)) * 2 +
                   (options.must_keep_threes ? 1 : 0);
    return all[static_cast<std::size_t>(at)];
}

std::int64_t Odds::ways(int dice, int at_most) const {
    return at_most < 0 ? 0 : ways_[dice][std::min(at_most, max_points)];
}

std::int64_t Odds::ways_with(const Dice& thrown, int at_most, bool may_turn) const {
    const std::int64_t ways = ways_without_turning(thrown, at_most);
    if (!may_turn || options_.bottoms != BottomsRule::whole_throw) return ways;
    return std::max(ways, ways_without_turning(bottoms_of(thrown), at_most));
}

std::int64_t Odds::ways_without_turning(const Dice& thrown, int at_most) const {
    const auto dice = static_cast<int>(thrown.size());
    const auto worth = ascending_worth(thrown, options_);
    const int must_keep = zeros_to_keep(thrown, options_).size();
    std::int64_t best = 0;
    int sum = 0;
    for (int kept = 1; kept <= dice; ++kept) {
        sum += worth[kept - 1];
        if (kept < must_keep) continue;
        const int left = dice - kept;
        best = std::max(best, ways(left, at_most - sum) * (total_ways(dice - 1) / total_ways(left)));
    }
    return best;
}

}  // namespace cubilete::threes_away
