#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "engine/games/escalera/options.hpp"
#include "engine/games/escalera/scoring.hpp"
#include "engine/race.hpp"
#include "engine/rules.hpp"

/// Escalera (docs/rules.md 1), for 1 to 8 players; four to six minutes.
///
/// Each player throws six dice at the start; the highest sum begins. In a turn a player throws all six dice
/// once. Nobody has a decision to make. Only straights that begin with 1 count: 1-2 for 5 points, and 5 more
/// for every further number; five 6s are 30, six 6s 60. A die belongs to one straight only, but two straights
/// in one throw both count: 1-2 with 1-2, with 1-2-3 or with 1-2-3-4, and 1-2-3 twice. With four or more 1s
/// the player loses all points, and the throw counts nothing.
///
/// When a player has 100, the round is played to its end, so that all have thrown equally often; the highest
/// total wins the pot. If players share it, they play an extra round (race.hpp). If the option `tie` ends the
/// match with several winners, each gets the same whole number of chips, and the rest of the pot stays
/// undivided.
///
/// | option             | default          | other values            |                                        |
/// |--------------------|------------------|-------------------------|----------------------------------------|
/// | target             | 100              | 50, 150, 200            |                                        |
/// | ante               | 0                | 1..100                  | chips of each player for the pot       |
/// | reset_aces         | 4                | 3, 0: never             | this many 1s lose all (R1.6)           |
/// | reset_throw_scores | off              | on                      | that throw counts from zero (R1.5)     |
/// | triple_one_two     | off              | on                      | three times 1-2 is 15 (R1.3)           |
/// | multi_straights    | on               | off                     | off: only the longest counts           |
/// | sixes              | s30_60           | off, s35_70             | five and six 6s (R1.1, R1.2)           |
/// | scale              | escalera         | hearts                  | points of straights (options.hpp)      |
/// | tie                | extra_round_tied | shared, extra_round_all | when the highest total is shared (R1.8)|
/// | auto_roll          | off              | on                      | dice are thrown automatically (A16)    |
/// | starter            | rolloff          | random, first           | first player (engine/starter.hpp)      |
///
/// triple_one_two needs multi_straights.
namespace cubilete::escalera {

/// Milliseconds until the dice of a player are thrown automatically (A16).
inline constexpr int auto_roll_ms = 1500;

struct LastThrow {
    Seat seat;
    Throw thrown;
    friend bool operator==(const LastThrow&, const LastThrow&) = default;
};

/// Contains nothing secret.
struct State {
    Options options;
    Race race;
    std::optional<LastThrow> last;

    friend bool operator==(const State&, const State&) = default;
};

/// Throws the six dice.
struct Roll {
    friend bool operator==(const Roll&, const Roll&) = default;
};
using Move = Roll;

struct RolledOff {
    Seat seat;
    Dice dice;
    int points;  ///< value in the roll-off: the sum of the dice
    friend bool operator==(const RolledOff&, const RolledOff&) = default;
};
struct Anted {
    int ante;  ///< chips that each player pays
    int pot;
    friend bool operator==(const Anted&, const Anted&) = default;
};
struct Starts {
    Seat seat;
    friend bool operator==(const Starts&, const Starts&) = default;
};
struct Rolled {
    Seat seat;
    Throw thrown;
    int score;  ///< the player's total after this throw
    friend bool operator==(const Rolled&, const Rolled&) = default;
};
/// A winner takes the pot or an equal share of it.
struct PotWon {
    Seat seat;
    int chips;
    friend bool operator==(const PotWon&, const PotWon&) = default;
};
/// Too many 1s: the player's total is lost.
struct Reset {
    Seat seat;
    int aces;
    int lost;
    friend bool operator==(const Reset&, const Reset&) = default;
};
using Event = std::variant<RolledOff, Anted, Starts, Rolled, Reset, PotWon, Race::Event>;
using Seen = Event;

/// The part of the view that never changes in a match.
struct About {
    Race::About race;
    int pot;  ///< the antes of all players
    friend bool operator==(const About&, const About&) = default;
};

struct View {
    Race::View race;
    std::optional<Seat> turn;
    std::vector<int> won;  ///< chips by seat; empty before the match is over, and without a pot
    std::optional<LastThrow> last;

    friend bool operator==(const View&, const View&) = default;
};

struct Game {
    using Options = escalera::Options;
    using State = escalera::State;
    using Move = escalera::Move;
    using Event = escalera::Event;
    using About = escalera::About;
    using View = escalera::View;
    using Seen = escalera::Seen;

    static const GameInfo& info();
    static std::variant<Options, OptionError> options(const OptionValues& values);
    static GameStart<State, Event> start(const Options& options, int seats, std::optional<Seat> first,
                                         Chance& chance);
    static Seat starter(const State& state);
    static std::uint32_t turns(const State& state);
    static SeatSet to_act(const State& state);
    static std::optional<Refusal> check(const State& state, Seat seat, const Move& move);
    static std::vector<Event> apply(State& state, Seat seat, const Move& move, Chance& chance);
    static std::vector<Move> moves(const State& state, Seat seat);
    /// One clock for a turn; with auto_roll a window of auto_roll_ms.
    static Wait wait(const State& state);
    static std::vector<Event> expire(State& state, Chance& chance);
    static About about(const State& state);
    static View view(const State& state, Viewer viewer);
    static std::optional<Seen> seen(const Event& event, Viewer viewer);
    static std::optional<Result> result(const State& state);
    static State redeal(const State& state, Viewer viewer, Chance& chance);
};

static_assert(Rules<Game>);

}  // namespace cubilete::escalera
