#pragma once

#include <vector>

#include "engine/options.hpp"
#include "engine/race.hpp"
#include "engine/starter.hpp"

namespace cubilete::escalera {

/// The points for five and for six 6s.
enum class SixesScoring { s30_60, off, s35_70 };
/// The points of a straight by its length.
enum class StraightScoring {
    escalera,  ///< from 1-2 up: 5, 10, 15, 20, 25
    hearts,    ///< a single 1 counts 5, each longer straight 5 more: 10, 15, 20, 25; all six count 35
};

/// The options of a match. The defaults are the rules of the source; escalera.hpp lists all values.
struct Options {
    int target = 100;
    int ante = 0;
    int reset_aces = 4;  ///< this many 1s or more reset the total; 0: never
    bool reset_throw_scores = false;
    bool triple_one_two = false;
    bool multi_straights = true;
    SixesScoring sixes = SixesScoring::s30_60;
    StraightScoring scale = StraightScoring::escalera;
    Race::TieRule tie = Race::TieRule::extra_round_tied;
    bool auto_roll = false;
    Starter starter = Starter::rolloff;

    friend bool operator==(const Options&, const Options&) = default;
};

/// The catalogue's entries; and Options from a complete set of values.
std::vector<OptionSpec> option_specs();
Options read_options(const OptionValues& values);

}  // namespace cubilete::escalera
