#pragma once

#include <algorithm>
#include <concepts>
#include <vector>

#include "engine/games/ambiciosa/scoring.hpp"

namespace cubilete::ambiciosa {

/// All points are multiples of this.
inline constexpr int point_step = 50;

/// Backward induction over the points of a turn, for any valuation of its end.
class TurnPlan {
  public:
    explicit TurnPlan(const Options& options)
        : odds_(&ambiciosa::odds(options)), least_(std::max(options.min_bank, 1)) {}

    /// `stop(points)` is the value of writing these points down. `lost(points)` is the value if the turn ends
    /// with these points (0 or negative) instead. Above `most` points the player is assumed to stop.
    template <std::invocable<int> Stop, std::invocable<int> Lost>
    void solve(int most, Stop stop, Lost lost) {
        double without = 0;
        for (const auto& [points, throws] : odds_->each)
            if (points <= 0) without += throws * lost(points);
        const int end = std::max(most, least_) / point_step + 1;
        const int longest = odds_->each.back().points / point_step;
        best_.resize(static_cast<std::size_t>(end + longest));
        throwing_.resize(static_cast<std::size_t>(end));
        for (int at = end; at < end + longest; ++at) best_[at] = stop(at * point_step);
        for (int at = end - 1; at >= 0; --at) {
            double sum = without;
            for (const auto& [points, throws] : odds_->each)
                if (points > 0) sum += throws * best_[at + points / point_step];
            throwing_[at] = sum / odds_->throws;
            best_[at] =
                may_stop(at * point_step) ? std::max(throwing_[at], stop(at * point_step)) : throwing_[at];
        }
    }

    /// The value of throwing with this many points in hand. More than `most` points count as `most`.
    double value_of_throwing(int points) const {
        return throwing_[std::min(static_cast<std::size_t>(points / point_step), throwing_.size() - 1)];
    }

  private:
    bool may_stop(int points) const { return points >= least_; }

    const Odds* odds_;
    int least_;
    std::vector<double> best_;      ///< by points: value of the better decision
    std::vector<double> throwing_;  ///< by points: value of throwing
};

}  // namespace cubilete::ambiciosa
