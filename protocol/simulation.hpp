#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "engine/chance.hpp"
#include "engine/house.hpp"
#include "engine/options.hpp"
#include "engine/rules.hpp"

namespace cubilete::protocol {

/// How often each value came.
class Distribution {
  public:
    void add(std::int64_t value) { ++count_of_[value]; }

    /// All of these require a value to have come.
    std::int64_t least() const { return count_of_.begin()->first; }
    std::int64_t most() const { return count_of_.rbegin()->first; }
    double mean() const;
    /// Of the values that came, not an estimate for more of them.
    double standard_deviation() const;
    /// The least value that at least this share (0..1) of all values do not exceed.
    std::int64_t quantile(double share) const;

  private:
    std::int64_t count() const;

    std::map<std::int64_t, std::int64_t> count_of_;
};

/// What many games came to.
struct Simulation {
    struct Player {
        std::int64_t wins = 0;  ///< shared ones too
        double share = 0;       ///< of the wins: one shared by two is a half
        Distribution scores;    ///< of the result
    };
    std::int64_t games = 0;
    std::int64_t moves = 0;
    Distribution turns;           ///< a game; lost turns too
    std::vector<Player> players;  ///< by seat
};

/// Plays so many games (>= 1) of a game of the catalogue, with seats and options that it allows. One of the
/// seats that may act plays one of its moves, all equally likely; a window runs out instead every other time.
Simulation simulate(const Info& game, const OptionValues& options, int seats, std::int64_t games,
                    Chance& chance);

/// The same between players of the house, one a seat. A book that takes long is worked out first.
Simulation simulate(const Info& game, const OptionValues& options, const std::vector<Level>& seats,
                    std::int64_t games, Chance& chance);

/// The share of something that came `successes` times of `of` (> 0) lies between these with 95 % (Wilson).
struct Interval {
    double low;
    double high;
};
Interval confidence(double successes, double of);

/// What the rule book says of the players of the house, and what they come to: a minute's work at most.
struct GameFigures {
    const Info& game;
    std::vector<Figure> figures;
};
std::vector<GameFigures> house_figures();

}  // namespace cubilete::protocol
