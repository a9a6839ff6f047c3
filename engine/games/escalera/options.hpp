#pragma once

#include <vector>

#include "engine/options.hpp"
#include "engine/race.hpp"
#include "engine/starter.hpp"

namespace cubilete::escalera {

/// What five and six 6s count.
enum class Sixes { s30_60, off, s35_70 };
/// What a straight counts, by its length.
enum class Scale {
    escalera,  ///< from 1-2 on: 5, 10, 15, 20, 25
    hearts,    ///< a lone 1 counts 5, and every straight 5 more: 10, 15, 20, 25; all six 35
};

/// What a table may set; the defaults are the source's way. The table of their values is in escalera.hpp.
struct Options {
    int target = 100;
    int ante = 0;
    int reset_aces = 4;  ///< so many 1s or more reset the total; 0: never
    bool reset_throw_scores = false;
    bool triple_one_two = false;
    bool multi_straights = true;
    Sixes sixes = Sixes::s30_60;
    Scale scale = Scale::escalera;
    Race::Tie tie = Race::Tie::extra_round_tied;
    bool auto_roll = false;
    Starter starter = Starter::rolloff;

    friend bool operator==(const Options&, const Options&) = default;
};

/// The catalogue's entries, and a complete set of their values as Options.
std::vector<OptionSpec> option_specs();
Options read_options(const OptionValues& values);

}  // namespace cubilete::escalera
