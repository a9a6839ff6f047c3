#include "engine/games/yahtzee/options.hpp"

#include "engine/games/yahtzee/sheet.hpp"

namespace cubilete::yahtzee {

namespace {

bool has_jokers(Preset preset) {
    switch (preset) {
        case Preset::yahtzee:
        case Preset::kniffel: return true;
        case Preset::yatzy:
        case Preset::generala: return false;
    }
    throw_contract_violation();
}

}  // namespace

std::vector<OptionSpec> option_specs() {
    return {
        choice("preset", {preset_names.begin(), preset_names.end()}),
        choice("joker", {"forced", "free", "wild", "none"})
            .with_exception("preset", "yatzy", "none")
            .with_exception("preset", "generala", "none"),
        integer_choice("yahtzee_bonus", 100, {0, 100})
            .with_exception("preset", "yatzy", 0)
            .with_exception("preset", "generala", 0),
        integer("upper_bonus", 35, 0, 100)
            .with_exception("preset", "yatzy", 50)
            .with_exception("preset", "generala", 0),
        flag("five_is_full_house", false),
        integer_choice("columns", 1, {1, 3}),
        choice("order", {"free", "forced"}),
        choice("zero", {"forced", "free"}),
        flag("duplicate", false),
        choice("tie", {"shared", "playoff_turn"}),
        starter_option(),
    };
}

std::variant<Options, OptionError> read_options(const OptionValues& values) {
    const Options options{
        .preset = values.choice<Preset>("preset"),
        .joker = values.choice<JokerRule>("joker"),
        .yahtzee_bonus = values.integer("yahtzee_bonus"),
        .upper_bonus = values.integer("upper_bonus"),
        .five_is_full_house = values.flag("five_is_full_house"),
        .columns = values.integer("columns"),
        .order = values.choice<FillOrder>("order"),
        .zero = values.choice<ZeroRule>("zero"),
        .duplicate = values.flag("duplicate"),
        .tie = values.choice<TieRule>("tie"),
        .starter = values.choice<Starter>("starter"),
    };
    if (has_jokers(options.preset)) return options;
    const std::string game(sheet_of(options.preset).title());
    if (options.joker != JokerRule::none)
        return OptionError{"joker", game + " has no jokers.", "no_jokers", {game}};
    if (options.yahtzee_bonus != 0)
        return OptionError{
            "yahtzee_bonus", game + " has no bonus for further five alike.", "no_yahtzee_bonus", {game}};
    return options;
}

}  // namespace cubilete::yahtzee
