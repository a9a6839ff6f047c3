#pragma once

#include <array>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/options.hpp"
#include "engine/starter.hpp"

namespace cubilete::yahtzee {

/// The set of boxes and their points (A14).
enum class Preset {
    yahtzee,
    yatzy,    ///< Scandinavian: fifteen boxes, no jokers
    kniffel,  ///< Yahtzee with German names
    generala,
};
inline constexpr std::array<std::string_view, 4> preset_names{"yahtzee", "yatzy", "kniffel", "generala"};
/// The rule for five of a kind when the Yahtzee box is filled (R3.6).
enum class JokerRule {
    forced,  ///< the matching upper box first, then any lower box, then a zero in any upper box
    free,    ///< any box; 25, 30 and 40 points only if the matching upper box is filled
    wild,    ///< any box, always with 25, 30 and 40 points
    none,    ///< no special rule and no Yahtzee bonus
};
enum class FillOrder {
    free,
    forced,  ///< each column from top to bottom
};
/// Whether a player may write a zero where the dice score (R3.3).
enum class ZeroRule {
    forced,  ///< no: a zero is only what the dice give
    free,    ///< in any box that may be filled
};
enum class TieRule {
    shared,
    playoff_turn,
};

/// The options of a match. The defaults are the rules of the source; yahtzee.hpp lists all values.
struct Options {
    Preset preset = Preset::yahtzee;
    JokerRule joker = JokerRule::forced;
    int yahtzee_bonus = 100;
    int upper_bonus = 35;
    bool five_is_full_house = false;
    int columns = 1;
    FillOrder order = FillOrder::free;
    ZeroRule zero = ZeroRule::forced;
    bool duplicate = false;
    TieRule tie = TieRule::shared;
    Starter starter = Starter::rolloff;

    friend bool operator==(const Options&, const Options&) = default;
};

/// The catalogue's entries; and Options from a complete set of values. Yatzy and Generala have neither jokers
/// nor Yahtzee bonuses: other values of `joker` and `yahtzee_bonus` return OptionError there.
std::vector<OptionSpec> option_specs();
std::variant<Options, OptionError> read_options(const OptionValues& values);

}  // namespace cubilete::yahtzee
