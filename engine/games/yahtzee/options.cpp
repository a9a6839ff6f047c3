#include "engine/games/yahtzee/options.hpp"

namespace cubilete::yahtzee {

std::vector<OptionSpec> option_specs() {
    return {
        choice("joker", {"forced", "free", "wild", "none"}),
        one_of("yahtzee_bonus", 100, {0, 100}),
        integer("upper_bonus", 35, 0, 100),
        flag("five_is_full_house", false),
        one_of("columns", 1, {1, 3}),
        choice("order", {"free", "forced"}),
        flag("duplicate", false),
        choice("tie", {"shared", "playoff_turn"}),
        starter_option(),
    };
}

Options read_options(const OptionValues& values) {
    return {
        .joker = values.choice<Joker>("joker"),
        .yahtzee_bonus = values.integer("yahtzee_bonus"),
        .upper_bonus = values.integer("upper_bonus"),
        .five_is_full_house = values.flag("five_is_full_house"),
        .columns = values.integer("columns"),
        .order = values.choice<Order>("order"),
        .duplicate = values.flag("duplicate"),
        .tie = values.choice<Tie>("tie"),
        .starter = values.choice<Starter>("starter"),
    };
}

}  // namespace cubilete::yahtzee
