#pragma once

#include <optional>
#include <utility>
#include <vector>

/// Estimates about a player from the matches of an arena, with 95 % intervals.
namespace cubilete::server {

/// The mean of the values that were seen, and an interval for the true one: from low to high.
struct Estimate {
    double mean;
    std::optional<std::pair<double, double>> interval;
};

/// The share of the wins, from one share for each pair of matches, 0 to 1 each. Two equal programs share each pair, and a pair
/// says more than a coin: so this is Wilson's interval with the spread of the pairs in place of that of coins. To that spread
/// counts one more pair that was won and one that was lost, because a few equal pairs prove little. It lies within 0 and 1,
/// also for one pair. `shares` is not empty.
Estimate share_of_wins(const std::vector<double>& shares);

/// The mean of amounts of 0 or more, one a match, with Student's interval; none if they are all equal or fewer than ten. `amounts` is not empty.
Estimate mean_amount(const std::vector<double>& amounts);

}  // namespace cubilete::server
