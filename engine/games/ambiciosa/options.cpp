#include "engine/games/ambiciosa/options.hpp"

namespace cubilete::ambiciosa {

std::vector<OptionSpec> option_specs() {
    return {
        integer_choice("target", 5000, {1000, 2000, 3000, 5000, 10000}),
        flag("floor_at_zero", false),
        choice("tie", {"extra_round_all", "extra_round_tied", "shared"}),
        integer("min_bank", 0, 0, 500),
        flag("negative_triples", true),
        starter_option(),
    };
}

Options read_options(const OptionValues& values) {
    return {
        .target = values.integer("target"),
        .floor_at_zero = values.flag("floor_at_zero"),
        .tie = values.choice<Race::TieRule>("tie"),
        .min_bank = values.integer("min_bank"),
        .negative_triples = values.flag("negative_triples"),
        .starter = values.choice<Starter>("starter"),
    };
}

}  // namespace cubilete::ambiciosa
