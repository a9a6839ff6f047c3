#pragma once

#include <vector>

#include "engine/options.hpp"
#include "engine/race.hpp"
#include "engine/starter.hpp"

namespace cubilete::ambiciosa {

/// What a table may set; the defaults are the source's way. The table of their values is in ambiciosa.hpp.
struct Options {
    int target = 5000;
    bool floor_at_zero = false;
    Race::Tie tie = Race::Tie::extra_round_all;
    int min_bank = 0;
    bool negative_triples = true;
    Starter starter = Starter::rolloff;

    friend bool operator==(const Options&, const Options&) = default;
};

/// The catalogue's entries, and a complete set of their values as Options.
std::vector<OptionSpec> option_specs();
Options read_options(const OptionValues& values);

}  // namespace cubilete::ambiciosa
