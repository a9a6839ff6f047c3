#include "server/commands/arena_estimate.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace cubilete::server {

namespace {

constexpr double quantile = 1.959964;  // 95 % of a normal distribution lie within so many standard deviations
constexpr std::size_t fewest_amounts = 10;

double mean_of(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.) / static_cast<double>(values.size());
}

double sum_of_squared_deviations(double mean, const std::vector<double>& values) {
    double squares = 0;
    for (const double value : values) squares += std::pow(value - mean, 2);
    return squares;
}

/// Student's quantile for so many degrees of freedom, at least 9: the first terms of the Cornish-Fisher expansion.
double student(double freedom) {
    return quantile + (std::pow(quantile, 3) + quantile) / (4 * freedom) +
           (5 * std::pow(quantile, 5) + 16 * std::pow(quantile, 3) + 3 * quantile) / (96 * freedom * freedom);
}

}  // namespace

Estimate share_of_wins(const std::vector<double>& shares) {
    auto widened = shares;
    widened.insert(widened.end(), {0, 1});
    const double middle = mean_of(widened);
    const double variance = sum_of_squared_deviations(middle, widened) / static_cast<double>(widened.size());
    const double of_coins = variance / (middle * (1 - middle));  // 1: as those of coins

    const double mean = mean_of(shares);
    const double q = quantile * quantile * of_coins / static_cast<double>(shares.size());
    const double center = (mean + q / 2) / (1 + q);
    const double half = std::sqrt(q * mean * (1 - mean) + q * q / 4) / (1 + q);
    return {mean, {{std::max(0., center - half), std::min(1., center + half)}}};
}

Estimate mean_amount(const std::vector<double>& amounts) {
    const double mean = mean_of(amounts);
    const double squares = sum_of_squared_deviations(mean, amounts);
    if (amounts.size() < fewest_amounts || squares == 0) return {mean, {}};
    const auto freedom = static_cast<double>(amounts.size() - 1);
    const double half = student(freedom) * std::sqrt(squares / freedom / static_cast<double>(amounts.size()));
    return {mean, {{std::max(0., mean - half), mean + half}}};
}

}  // namespace cubilete::server
