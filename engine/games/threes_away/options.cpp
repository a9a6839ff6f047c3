#include "engine/games/threes_away/options.hpp"

namespace cubilete::threes_away {

std::vector<OptionSpec> option_specs() {
    return {
        integer("ante", 1, 1, 100),
        integer("start_chips", 20, 1, 1000),
        integer("pots", 5, 1, 20),
        choice("tie", {"all_tie", "tied_only", "split"}),
        flag("tie_ante", true),
        flag("zero_ante", true),
        choice("bottoms", {"off", "per_die", "whole_throw"}),
        choice("progressive", {"off", "a", "b"}),
        integer("zero_face", 3, 1, 6),
        flag("must_keep_threes", false),
        flag("sixes_shoot_the_moon", false),
        flag("stop_when_beaten", true),
        choice("next_starter", {"rotate", "winner", "lowest"}),
        starter_option(),
    };
}

std::variant<Options, OptionError> read_options(const OptionValues& values) {
    const Options options{
        .ante = values.integer("ante"),
        .start_chips = values.integer("start_chips"),
        .pots = values.integer("pots"),
        .tie = values.choice<TieRule>("tie"),
        .tie_ante = values.flag("tie_ante"),
        .zero_ante = values.flag("zero_ante"),
        .bottoms = values.choice<BottomsRule>("bottoms"),
        .progressive = values.choice<ProgressiveRule>("progressive"),
        .zero_face = values.integer("zero_face"),
        .must_keep_threes = values.flag("must_keep_threes"),
        .sixes_shoot_the_moon = values.flag("sixes_shoot_the_moon"),
        .stop_when_beaten = values.flag("stop_when_beaten"),
        .next_starter = values.choice<NextStarter>("next_starter"),
        .starter = values.choice<Starter>("starter"),
    };
    if (options.progressive != ProgressiveRule::off && !options.tie_ante)
        return OptionError{"tie_ante",
                           "In a progressive pot all ante after every round, a tied one too (progressive).",
                           "progressive_ante"};
    return options;
}

}  // namespace cubilete::threes_away
