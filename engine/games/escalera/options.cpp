#include "engine/games/escalera/options.hpp"

#include <array>

namespace cubilete::escalera {

std::vector<OptionSpec> option_specs() {
    return {
        integer_choice("target", 100, {50, 100, 150, 200}),
        integer("ante", 0, 0, 100),
        integer_choice("reset_aces", 4, {0, 3, 4}),
        flag("reset_throw_scores", false),
        flag("triple_one_two", false),
        flag("multi_straights", true),
        choice("sixes", {"s30_60", "off", "s35_70"}),
        choice("scale", {"escalera", "hearts"}),
        choice("tie", {"extra_round_tied", "shared", "extra_round_all"}),
        flag("auto_roll", false),
        starter_option(),
    };
}

Options read_options(const OptionValues& values) {
    static constexpr std::array ties{Race::TieRule::extra_round_tied, Race::TieRule::shared,
                                     Race::TieRule::extra_round_all};
    return {
        .target = values.integer("target"),
        .ante = values.integer("ante"),
        .reset_aces = values.integer("reset_aces"),
        .reset_throw_scores = values.flag("reset_throw_scores"),
        .triple_one_two = values.flag("triple_one_two"),
        .multi_straights = values.flag("multi_straights"),
        .sixes = values.choice<SixesScoring>("sixes"),
        .scale = values.choice<StraightScoring>("scale"),
        .tie = ties[values.choice<std::size_t>("tie")],
        .auto_roll = values.flag("auto_roll"),
        .starter = values.choice<Starter>("starter"),
    };
}

}  // namespace cubilete::escalera
