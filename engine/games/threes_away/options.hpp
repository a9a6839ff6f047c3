#pragma once

#include <variant>
#include <vector>

#include "engine/options.hpp"
#include "engine/starter.hpp"

namespace cubilete::threes_away {

/// How a tie for the lowest score is settled (R2.4-R2.6).
enum class Tie {
    all_tie,    ///< all who played the round play another one; of zeros only those who made them
    tied_only,  ///< only the tied play another round
    split,      ///< the tied share the pot
};
/// Whether dice may be read by the face that lies below (R2.8).
enum class Bottoms { off, per_die, whole_throw };
/// Whether a round can be won only with a score at or under its cap (R2.9, R2.10).
enum class Progressive {
    off,
    a,  ///< caps 0, 1, 2, 3 ...
    b,  ///< caps 1, 2, 2, 3, 3, 3, 4 ...
};
/// Who begins the next round (R2.7).
enum class NextStarter {
    rotate,  ///< the seat after the one that began the last round
    winner,  ///< whoever took the last pot; rotate when a round is played again
    lowest,  ///< whoever had the lowest score in the last round; rotate when nobody had one
};

/// What a table may set; the defaults are the source's way. The table of their values is in threes_away.hpp.
struct Options {
    int ante = 1;
    int start_chips = 20;
    int pots = 5;
    Tie tie = Tie::all_tie;
    bool tie_ante = true;
    bool zero_ante = true;
    Bottoms bottoms = Bottoms::off;
    Progressive progressive = Progressive::off;
    int zero_face = 3;
    bool must_keep_threes = false;
    bool sixes_shoot_the_moon = false;
    bool stop_when_beaten = true;
    NextStarter next_starter = NextStarter::rotate;
    Starter starter = Starter::rolloff;

    friend bool operator==(const Options&, const Options&) = default;
};

/// The catalogue's entries, and a complete set of their values as Options.
std::vector<OptionSpec> option_specs();
std::variant<Options, BadOptions> read_options(const OptionValues& values);

}  // namespace cubilete::threes_away
