#pragma once

#include <array>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/options.hpp"
#include "engine/starter.hpp"

namespace cubilete::yahtzee {

/// Whose boxes and points are played (A14).
enum class Preset {
    yahtzee,
    yatzy,    ///< Scandinavian: fifteen boxes, no jokers
    kniffel,  ///< Yahtzee under its German names
    generala,
};
inline constexpr std::array<std::string_view, 4> preset_names{"yahtzee", "yatzy", "kniffel", "generala"};
/// What five alike may do once the Yahtzee box is filled (R3.6).
enum class Joker {
    forced,  ///< the matching upper box first, then any lower box, then a zero in any upper box
    free,    ///< any box; 25, 30 and 40 only when the matching upper box is filled
    wild,    ///< any box, always with 25, 30 and 40
    none,    ///< nothing special, and no Yahtzee bonus
};
enum class Order {
    free,
    forced,  ///< each column from top to bottom
};
enum class Tie {
    shared,
    playoff_turn,
};

/// What a table may set; the defaults are the source's way. The table of their values is in yahtzee.hpp.
struct Options {
    Preset preset = Preset::yahtzee;
    Joker joker = Joker::forced;
    int yahtzee_bonus = 100;
    int upper_bonus = 35;
    bool five_is_full_house = false;
    int columns = 1;
    Order order = Order::free;
    bool duplicate = false;
    Tie tie = Tie::shared;
    Starter starter = Starter::rolloff;

    friend bool operator==(const Options&, const Options&) = default;
};

/// The catalogue's entries, and a complete set of their values as Options. Yatzy and Generala know neither
/// jokers nor bonuses for five alike: `joker` and `yahtzee_bonus` are refused there.
std::vector<OptionSpec> option_specs();
std::variant<Options, BadOptions> read_options(const OptionValues& values);

}  // namespace cubilete::yahtzee
