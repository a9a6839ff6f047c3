#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "engine/games/ambiciosa/options.hpp"
#include "engine/games/ambiciosa/scoring.hpp"
#include "engine/race.hpp"
#include "engine/rules.hpp"

/// La Ambiciosa (docs/rules.md 0), for 1 to 8 players; 8 to 20 minutes.
///
/// Three poker dice and a cup. A player throws all three dice. Only aces and kings count, 100 and 50 each. As
/// long as each throw counts, the player may throw all three dice again and add to the points of the turn, or
/// stop ("me planto"): then the points are written down and the turn is over. A throw without ace and king
/// ends the turn, and its points are lost.
///
/// Three of a kind count as follows and nothing else: aces 1,000, kings 500, queens -500, jacks -1,000, tens
/// -100, nines -50. Negative ones end the turn: its points are lost, and the negative points are written.
///
/// When a player has 5,000 written down, the round is played to its end, so that all have had the same number
/// of turns; the highest total wins. If it is shared, all players play an extra round (race.hpp).
///
/// | option           | default         | other values             |                                       |
/// |------------------|-----------------|--------------------------|---------------------------------------|
/// | target           | 5000            | 1000, 2000, 3000, 10000  | to be written down (R0.6)             |
/// | floor_at_zero    | off             | on                       | no total falls below zero (R0.5)      |
/// | tie              | extra_round_all | extra_round_tied, shared | when the highest total is shared (R0.8) |
/// | min_bank         | 0               | 1..500                   | fewest points to stop with            |
/// | negative_triples | on              | off                      | off: they count nothing               |
/// | starter          | rolloff         | random, first            | first player (engine/starter.hpp)     |
///
/// In a roll-off each player throws one die; ace is high.
namespace cubilete::ambiciosa {

struct LastThrow {
    Seat seat;
    Dice dice;
    friend bool operator==(const LastThrow&, const LastThrow&) = default;
};

/// Contains nothing secret.
struct State {
    Options options;
    Race race;
    int points = 0;                 ///< points of this turn, not yet written down
    int throws = 0;                 ///< throws made in this turn
    std::optional<LastThrow> last;  ///< latest throw of the match
    std::uint32_t decision = 1;     ///< rises with every move: each decision has its own clock

    friend bool operator==(const State&, const State&) = default;
};

/// Throws all three dice.
struct Roll {
    friend bool operator==(const Roll&, const Roll&) = default;
};
/// "Me planto": writes the points of the turn down and ends it.
struct Bank {
    friend bool operator==(const Bank&, const Bank&) = default;
};
using Move = std::variant<Roll, Bank>;

struct RolledOff {
    Seat seat;
    Face face;
    friend bool operator==(const RolledOff&, const RolledOff&) = default;
};
struct Starts {
    Seat seat;
    friend bool operator==(const Starts&, const Starts&) = default;
};
struct Rolled {
    Seat seat;
    Dice dice;
    int points;       ///< points of this throw, can be negative
    int turn_points;  ///< points of the turn after this throw
    friend bool operator==(const Rolled&, const Rolled&) = default;
};
/// A throw without points ended the turn.
struct Busted {
    Seat seat;
    int lost;  ///< points of the turn
    friend bool operator==(const Busted&, const Busted&) = default;
};
/// A negative three of a kind ended the turn.
struct Penalized {
    Seat seat;
    int lost;    ///< points of the turn
    int points;  ///< points written down, below zero
    int score;   ///< the new total; with floor_at_zero it may have fallen by less
    friend bool operator==(const Penalized&, const Penalized&) = default;
};
struct Banked {
    Seat seat;
    int points;
    int score;  ///< the new total
    friend bool operator==(const Banked&, const Banked&) = default;
};
using Event = std::variant<RolledOff, Starts, Rolled, Busted, Penalized, Banked, Race::Event>;
using Seen = Event;

/// The part of the view that never changes in a match.
struct About {
    Race::About race;
    Odds odds;  ///< of each throw
    friend bool operator==(const About&, const About&) = default;
};

struct View {
    struct Turn {
        Seat seat;
        int points;
        int throws;  ///< made so far; after the first one, View::last is the latest of them
        friend bool operator==(const Turn&, const Turn&) = default;
    };
    struct Last {
        Seat seat;
        Dice dice;
        int points;
        friend bool operator==(const Last&, const Last&) = default;
    };
    Race::View race;
    std::optional<Turn> turn;
    std::optional<Last> last;

    friend bool operator==(const View&, const View&) = default;
};

struct Game {
    using Options = ambiciosa::Options;
    using State = ambiciosa::State;
    using Move = ambiciosa::Move;
    using Event = ambiciosa::Event;
    using About = ambiciosa::About;
    using View = ambiciosa::View;
    using Seen = ambiciosa::Seen;

    static const GameInfo& info();
    static std::variant<Options, OptionError> options(const OptionValues& values);
    static GameStart<State, Event> start(const Options& options, int seats, std::optional<Seat> first,
                                         Chance& chance);
    static Seat starter(const State& state);
    static std::uint32_t turns(const State& state);
    static SeatSet to_act(const State& state);
    static std::optional<Refusal> check(const State& state, Seat seat, const Move& move);
    static std::vector<Event> apply(State& state, Seat seat, const Move& move, Chance& chance);
    /// moves()[0] is Bank where it is legal.
    static std::vector<Move> moves(const State& state, Seat seat);
    /// One clock for each decision.
    static Wait wait(const State& state);
    static std::vector<Event> expire(State& state, Chance& chance);
    static About about(const State& state);
    static View view(const State& state, Viewer viewer);
    static std::optional<Seen> seen(const Event& event, Viewer viewer);
    static std::optional<Result> result(const State& state);
    static State redeal(const State& state, Viewer viewer, Chance& chance);
};

static_assert(Rules<Game>);

}  // namespace cubilete::ambiciosa
