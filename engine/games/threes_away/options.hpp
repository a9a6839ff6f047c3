#pragma once

#include <variant>
#include <vector>

#include "engine/options.hpp"
#include "engine/starter.hpp"

namespace cubilete::threes_away {

/// The rule for a tie for the lowest score (R2.4-R2.6).
enum class TieRule {
    all_tie,    ///< all players of the round play another one; after tied zeros only the tied do
    tied_only,  ///< only the tied play another round
    split,      ///< the tied share the pot
};
/// Whether a die may count with the face at its bottom (R2.8).
enum class BottomsRule { off, per_die, whole_throw };
/// Whether a round can be won only with a score at or below a cap (R2.9, R2.10).
enum class ProgressiveRule {
    off,
    a,  ///< caps 0, 1, 2, 3 ...
    b,  ///< caps 1, 2, 2, 3, 3, 3, 4 ...
};
/// The first player of the next round (R2.7).
enum class NextStarter {
    rotate,  ///< the seat after the one that began the last round
    winner,  ///< the player who took the last pot; like rotate when a round is played again
    lowest,  ///< the player with the lowest score in the last round; like rotate if nobody had a score
};

/// The options of a match. The defaults are the rules of the source; threes_away.hpp lists all values.
struct Options {
    int ante = 1;
    int start_chips = 20;
    int pots = 5;
    TieRule tie = TieRule::all_tie;
    bool tie_ante = true;
    bool zero_ante = true;
    BottomsRule bottoms = BottomsRule::off;
    ProgressiveRule progressive = ProgressiveRule::off;
    int zero_face = 3;
    bool must_keep_threes = false;
    bool sixes_shoot_the_moon = false;
    bool stop_when_beaten = true;
    NextStarter next_starter = NextStarter::rotate;
    Starter starter = Starter::rolloff;

    friend bool operator==(const Options&, const Options&) = default;
};

/// The catalogue's entries; and Options from a complete set of values. Returns OptionError for an impossible
/// combination.
std::vector<OptionSpec> option_specs();
std::variant<Options, OptionError> read_options(const OptionValues& values);

}  // namespace cubilete::threes_away
