#pragma once

#include <vector>

#include "engine/options.hpp"
#include "engine/race.hpp"
#include "engine/starter.hpp"

namespace cubilete::ambiciosa {

/// The options of a match. The defaults are the rules of the source; ambiciosa.hpp lists all values.
struct Options {
    int target = 5000;
    bool floor_at_zero = false;
    Race::TieRule tie = Race::TieRule::extra_round_all;
    int min_bank = 0;
    bool negative_triples = true;
    Starter starter = Starter::rolloff;

    friend bool operator==(const Options&, const Options&) = default;
};

/// The catalogue's entries; and Options from a complete set of values.
std::vector<OptionSpec> option_specs();
Options read_options(const OptionValues& values);

}  // namespace cubilete::ambiciosa
