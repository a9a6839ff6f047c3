#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "engine/bot.hpp"
#include "engine/chance.hpp"
#include "engine/options.hpp"
#include "engine/rules.hpp"
#include "protocol/match_log.hpp"

namespace cubilete::protocol {

/// Counts how often each value occurred.
class Distribution {
  public:
    void add(std::int64_t value) { ++count_of_[value]; }

    /// All of these require at least one value.
    std::int64_t least() const { return count_of_.begin()->first; }
    std::int64_t most() const { return count_of_.rbegin()->first; }
    double mean() const;
    /// The deviation of the counted values themselves, not an estimate for a larger population.
    double standard_deviation() const;
    /// The smallest value such that at least this share (0..1) of all values do not exceed it.
    std::int64_t quantile(double share) const;

  private:
    std::int64_t count() const;

    std::map<std::int64_t, std::int64_t> count_of_;
};

/// The statistics of many games.
struct SimulationStatistics {
    struct Player {
        std::int64_t wins = 0;  ///< shared wins included
        double share = 0;       ///< sum of the shares of wins: a win shared by two counts 1/2
        Distribution scores;    ///< of the results
    };
    std::int64_t games = 0;
    std::int64_t moves = 0;
    Distribution turns;           ///< turns per game, lost turns included
    std::vector<Player> players;  ///< by seat
};

/// Plays `games` (>= 1) random games with an allowed number of seats and allowed options; else throws
/// std::logic_error. One of the seats that may act plays one of its moves, all equally likely; a window
/// runs out instead with probability 1/2.
SimulationStatistics simulate(const GameInfo& game, const OptionValues& options, int seats,
                              std::int64_t games, Chance& chance);

/// Simulates with built-in bots, one level per seat. Computes the book first, which may take seconds.
SimulationStatistics simulate(const GameInfo& game, const OptionValues& options,
                              const std::vector<Level>& seats, std::int64_t games, Chance& chance);

/// Plays a match that its settings and seed determine, to compare ways to play: after entry k the first seat that may act plays the
/// move number (seed + k - 1) of its list, counted around; a window runs out if that number is odd, or if nobody may act.
/// Returns the hash of its log.
LogHash play_deterministic_match(const Settings& settings, std::uint64_t seed);

/// The 95 % confidence interval (Wilson) for the probability of an event that occurred `successes` times of
/// `of` (> 0).
struct Interval {
    double low;
    double high;
};
Interval confidence(double successes, double of);

/// The figures that the rule book states about the built-in bots, and our own results. Computing them takes
/// up to a minute.
struct GamePublishedValues {
    const GameInfo& game;
    std::vector<PublishedValueCheck> figures;
};
std::vector<GamePublishedValues> check_all_published_values();

}  // namespace cubilete::protocol
