#pragma once

#include <variant>
#include <vector>

#include "engine/options.hpp"
#include "engine/starter.hpp"

namespace cubilete::tres {

/// 72 number cards, and number wilds + cards of each action (4.2).
enum class Deck {
    std96,   ///< 12 + 4
    big108,  ///< 12 + 8
    lite92,  ///< 8 + 4
};
/// What a number wild counts in a TOMA TRES (R4.4).
enum class WildColour {
    none,     ///< no colour: it never completes one
    printed,  ///< the colour printed on it
    any,
};
/// Reversa laid with two players (R4.15).
enum class TwoPlayerReversa {
    none,  ///< the other player is next anyway
    skip,  ///< he loses the turn
};
/// How TRES is said (R4.18).
enum class TresCall {
    window,     ///< by the player, in time, or he may be caught
    automatic,  ///< by the table, for him; `auto` on the wire
    off,        ///< not at all
};
/// What a match is (R4.25).
enum class MatchKind {
    single,    ///< one game
    first_to,  ///< until somebody has won so many games
    points,    ///< until somebody has so many points; a game's winner gets what the others hold
};

/// What a table may set; the table of their values is in tres.hpp.
struct Options {
    Deck deck = Deck::std96;
    WildColour wild_colour = WildColour::none;
    bool draw_three_loses_turn = false;
    TwoPlayerReversa reverse_two_players = TwoPlayerReversa::none;
    bool must_play_drawn = true;
    TresCall tres_call = TresCall::window;
    int false_catch = 0;
    MatchKind match = MatchKind::single;
    int first_to = 3;
    int points = 200;
    Starter starter = Starter::rolloff;

    /// The score that ends the match.
    int target() const;

    friend bool operator==(const Options&, const Options&) = default;
};

/// The catalogue's entries, and a complete set of their values as Options.
std::vector<OptionSpec> option_specs();
std::variant<Options, BadOptions> read_options(const OptionValues& values);

}  // namespace cubilete::tres
