#pragma once

#include <vector>

#include "engine/games/escalera/scoring.hpp"
#include "engine/race.hpp"

namespace cubilete::escalera {

/// The probability of each total, in steps of 5: index 20 is a total of 100. The missing part up to 1 is the
/// probability that the race is over.
using Totals = std::vector<double>;

/// The results of the 46,656 possible throws of six dice, grouped by points.
class Throws {
  public:
    /// Holds no results: empty() is true.
    Throws() = default;
    explicit Throws(const Options& options);

    bool empty() const { return kinds_.empty(); }
    /// The distribution after one more throw. Totals above the last index of `totals` count as that index.
    Totals after(const Totals& totals) const;
    /// The mean number of throws that one player needs from zero to a target (a multiple of 5, at least 5).
    /// Throws std::logic_error if empty() or if the target is below 5.
    double mean_throws_to_reach(int target) const;

    friend bool operator==(const Throws&, const Throws&) = default;

  private:
    struct Kind {
        int points;
        bool reset;
        int throws;  ///< number of the 46,656 throws with this result
        friend bool operator==(const Kind&, const Kind&) = default;
    };
    std::vector<Kind> kinds_;
};

/// The probability of each seat, 0 to 1, to win a race that is not over. If players share the lead when the
/// race could end, each of them counts with an equal share: extra rounds are not computed.
std::vector<double> chances_of_winning(const Throws& throws, const Race& race);

}  // namespace cubilete::escalera
