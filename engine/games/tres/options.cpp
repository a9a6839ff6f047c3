#include "engine/games/tres/options.hpp"

#include "engine/require.hpp"

namespace cubilete::tres {

int Options::target() const {
    switch (match) {
        case MatchKind::single: return 1;
        case MatchKind::first_to: return first_to;
        case MatchKind::points: return points;
    }
    throw_contract_violation();
}

std::vector<OptionSpec> option_specs() {
    return {
        choice("deck", {"std96", "big108", "lite92"}),
        choice("wild_colour", {"none", "printed", "any"}),
        flag("draw_three_loses_turn", false),
        choice("reverse_two_players", {"none", "skip"}),
        flag("must_play_drawn", true),
        choice("tres_call", {"window", "auto", "off"}),
        integer("false_catch", 0, 0, 1),
        choice("match", {"single", "first_to", "points"}),
        integer("first_to", 3, 2, 5),
        integer("points", 200, 1, 1000),
        starter_option(),
    };
}

std::variant<Options, OptionError> read_options(const OptionValues& values) {
    const Options options{
        .deck = values.choice<Deck>("deck"),
        .wild_colour = values.choice<WildColour>("wild_colour"),
        .draw_three_loses_turn = values.flag("draw_three_loses_turn"),
        .reverse_two_players = values.choice<TwoPlayerReversa>("reverse_two_players"),
        .must_play_drawn = values.flag("must_play_drawn"),
        .tres_call = values.choice<TresCall>("tres_call"),
        .false_catch = values.integer("false_catch"),
        .match = values.choice<MatchKind>("match"),
        .first_to = values.integer("first_to"),
        .points = values.integer("points"),
        .starter = values.choice<Starter>("starter"),
    };
    if (options.false_catch > 0 && options.tres_call != TresCall::window)
        return OptionError{"false_catch", "Nobody can be caught unless tres_call is window.",
                           "nobody_caught"};
    return options;
}

}  // namespace cubilete::tres
