#pragma once

#include <variant>
#include <vector>

#include "engine/options.hpp"
#include "engine/starter.hpp"

namespace cubilete::tres {

/// 72 number cards, plus number wilds and cards of each action (4.2).
enum class Deck {
    std96,   ///< 12 wilds, 4 of each action
    big108,  ///< 12 wilds, 8 of each action
    lite92,  ///< 8 wilds, 4 of each action
};
/// The colour of a number wild in a TOMA TRES (R4.4).
enum class WildColour {
    none,     ///< no colour: it never completes a TOMA TRES
    printed,  ///< the colour printed on it
    any,
};
/// The effect of a Reversa that is laid with two players (R4.15).
enum class TwoPlayerReversa {
    none,  ///< no effect: the other player is next anyway
    skip,  ///< the other player loses the turn
};
/// How TRES is said (R4.18).
enum class TresCall {
    window,     ///< by the player in time, else the player may be caught
    automatic,  ///< automatically for the player; `auto` on the wire
    off,        ///< not at all
};
/// The length of a match (R4.25).
enum class MatchKind {
    single,    ///< one game
    first_to,  ///< until a player has won `first_to` games
    points,    ///< until a player has `points` points; the winner of a game gets the value of the other hands
};

/// The options of a match. tres.hpp lists all values.
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

/// The catalogue's entries; and Options from a complete set of values. Returns OptionError for an impossible
/// combination.
std::vector<OptionSpec> option_specs();
std::variant<Options, OptionError> read_options(const OptionValues& values);

}  // namespace cubilete::tres
