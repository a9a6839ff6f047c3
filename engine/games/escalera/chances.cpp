#include "engine/games/escalera/chances.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <utility>

namespace cubilete::escalera {

namespace {

constexpr int all_throws = 46'656;
constexpr int step = 5;         // every score is a multiple of it (R1.7)
constexpr int max_points = 70;  // maximum of one throw

double probability_sum(const Totals& totals) { return std::accumulate(totals.begin(), totals.end(), 0.0); }

std::size_t index_of(int total) { return static_cast<std::size_t>(total / step); }

Totals at_total(int total, int highest) {
    Totals totals(index_of(highest) + 1, 0.0);
    totals[index_of(total)] = 1;
    return totals;
}

void leave_below(int target, Totals& totals) {
    std::fill(totals.begin() + static_cast<std::ptrdiff_t>(index_of(target)), totals.end(), 0.0);
}

/// Returns for each index the probability of all totals below it, and at the end of all.
Totals below_each(const Totals& totals) {
    Totals below(totals.size() + 1, 0.0);
    std::partial_sum(totals.begin(), totals.end(), below.begin() + 1);
    return below;
}

/// The probability that this seat has the target and leads now; a shared lead counts as an equal share. `below` is
/// below_each() of each of the players.
double leading_share(const std::vector<Totals>& players, const std::vector<Totals>& below, std::size_t seat,
                     int target) {
    double chance = 0;
    for (std::size_t total = index_of(target); total < players[seat].size(); ++total) {
        // probability by the number of other players with the same total
        std::vector<double> level{players[seat][total]};
        if (level[0] == 0) continue;
        for (std::size_t other = 0; other < players.size(); ++other) {
            if (other == seat) continue;
            const double fewer = below[other][total], as_much = players[other][total];
            level.push_back(0);
            for (std::size_t at = level.size() - 1; at > 0; --at)
                level[at] = level[at] * fewer + level[at - 1] * as_much;
            level[0] *= fewer;
        }
        for (std::size_t others = 0; others < level.size(); ++others)
            chance += level[others] / static_cast<double>(others + 1);
    }
    return chance;
}

}  // namespace

Throws::Throws(const Options& options) {
    std::map<std::pair<int, bool>, int> counts;
    Dice dice;
    dice.resize(dice_per_throw);
    for (int number = 0; number < all_throws; ++number) {
        int rest = number;
        for (auto& die : dice) {
            die = static_cast<std::uint8_t>(rest % faces + 1);
            rest /= faces;
        }
        const Throw thrown = score(options, dice);
        ++counts[{thrown.points, thrown.reset}];
    }
    for (const auto& [kind, throws] : counts) kinds_.push_back({kind.first, kind.second, throws});
}

Totals Throws::after(const Totals& totals) const {
    Totals next(totals.size(), 0.0);
    const std::size_t highest = totals.size() - 1;
    const double all = probability_sum(totals);
    for (const auto& [points, reset, throws] : kinds_) {
        const double share = static_cast<double>(throws) / all_throws;
        if (reset) {
            next[std::min(index_of(points), highest)] += share * all;
            continue;
        }
        for (std::size_t total = 0; total < totals.size(); ++total)
            next[std::min(total + index_of(points), highest)] += share * totals[total];
    }
    return next;
}

double Throws::mean_throws_to_reach(int target) const {
    require(!empty() && target >= step);
    constexpr double next_to_nothing = 1e-12;
    Totals totals = at_total(0, target);
    double mean = 0;
    for (double left = 1; left > next_to_nothing; left = probability_sum(totals)) {
        mean += left;
        totals = after(totals);
        leave_below(target, totals);
    }
    return mean;
}

std::vector<double> chances_of_winning(const Throws& throws, const Race& race) {
    require(!throws.empty() && !race.over);
    if (race.totals.size() == 1) return {1};
    const int highest = std::max(race.target, *std::ranges::max_element(race.totals)) + max_points;
    std::vector<Totals> players;
    for (const int total : race.totals) players.push_back(at_total(total, highest));

    // The seats that still throw in this round, in order. In later rounds all seats throw.
    SeatSet throwing;
    const Seat first = next_seat_from(race.playing, race.starter);
    for (Seat next = race.seat; throwing.empty() || next != first;
         next = next_seat_from(race.playing, next + 1))
        throwing.insert(next);

    // Until a player has the target, the totals of the players are independent of each other.
    constexpr double next_to_nothing = 1e-10;
    std::vector<double> chances(players.size(), 0.0);
    for (double left = 1; left > next_to_nothing;) {
        for (const Seat player : throwing) players[player] = throws.after(players[player]);
        std::vector<Totals> below;
        std::ranges::transform(players, std::back_inserter(below), below_each);
        for (std::size_t seat = 0; seat < players.size(); ++seat)
            chances[seat] += leading_share(players, below, seat, race.target);
        left = 1;
        for (Totals& totals : players) {
            leave_below(race.target, totals);
            left *= probability_sum(totals);
        }
        throwing = SeatSet::first(static_cast<int>(players.size()));
    }
    return chances;
}

}  // namespace cubilete::escalera
