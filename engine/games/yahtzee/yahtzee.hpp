#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "engine/dice.hpp"
#include "engine/games/yahtzee/card.hpp"
#include "engine/games/yahtzee/options.hpp"
#include "engine/inplace_vector.hpp"
#include "engine/rules.hpp"

/// Yahtzee by the 1996 rules with forced jokers (docs/rules.md 3), for 1 to 8 players; 4 to 25 minutes.
///
/// Each player has five dice and a card of thirteen boxes. At the start all players throw five dice; the
/// highest sum begins, and turns pass to the left. In a turn a player throws all five dice. Then they may
/// throw any of the dice a second and a third time, also dice that they kept before. After any throw they may
/// stop and fill one open box with the value of the dice there; after the third throw they must. When all
/// boxes are filled, the highest total wins.
///
/// Upper section: Aces to Sixes count the sum of their number; 63 or more earns the upper bonus. Lower
/// section: 3 and 4 of a Kind and Chance count all five dice, Full House 25, Small Straight (a run of four)
/// 30, Large Straight (a run of five) 40, Yahtzee (five of a kind) 50. Each further Yahtzee scored while the
/// Yahtzee box holds 50 earns 100. When the Yahtzee box is filled, the joker rules restrict where five of a
/// kind may be written (scoring.hpp).
///
/// Three related games use other cards (A14; sheet.hpp lists the boxes, scoring.hpp the points): Yatzy has
/// fifteen boxes and neither jokers nor Yahtzee bonuses. Kniffel is Yahtzee with German names. Generala has
/// eleven boxes and no bonuses. A player who throws a Generala with the first throw of a turn wins the match
/// at once; with `duplicate` they share the win with all other players, who have the same throw.
///
/// | option             | default | other values             |                                                |
/// |--------------------|---------|--------------------------|------------------------------------------------|
/// | preset             | yahtzee | yatzy, kniffel, generala | boxes and points (A14)                         |
/// | joker              | forced  | free, wild, none         | for five alike once Yahtzee is filled (R3.6)   |
/// | yahtzee_bonus      | 100     | 0                        | for each further Yahtzee; none with joker none |
/// | upper_bonus        | 35      | 0..100                   | for 63 or more above; Yatzy 50, Generala 0     |
/// | five_is_full_house | off     | on                       | five alike count as Full House (R3.4)          |
/// | columns            | 1       | 3                        | Triple Yahtzee: they count x1, x2, x3 (A13)    |
/// | order              | free    | forced                   | each column is filled from top to bottom       |
/// | zero               | forced  | free                     | a zero also where the dice score (R3.3)        |
/// | duplicate          | off     | on                       | all share the first throw of a round (A13)     |
/// | tie                | shared  | playoff_turn             | when the highest total is shared (R3.1)        |
/// | starter            | rolloff | random, first            | first player (engine/starter.hpp)              |
///
/// Yatzy and Generala require joker none and yahtzee_bonus 0.
///
/// tie = playoff_turn: if the highest total is shared when the last box is filled, the tied players play one
/// more turn each in the same order, with up to three throws. The sum of the dice counts, as for Chance. The
/// highest sum wins the match; players who share it play another turn, until one leads. A playoff only
/// decides the winner: its sums are not added to totals, and it earns no bonus. Tied players who lose it
/// share the next place. A Generala on the first throw also wins during a playoff.
namespace cubilete::yahtzee {

inline constexpr int max_players = 8;
inline constexpr int throws_per_turn = 3;

struct Turn {
    Seat seat = 0;
    Dice dice;       ///< empty before the first throw
    int throws = 0;  ///< made so far in this turn, 0..3
    /// Counts the turns of the match from 1.
    std::uint32_t number = 1;

    friend bool operator==(const Turn&, const Turn&) = default;
};

/// Contains nothing secret.
struct State {
    Options options;
    InplaceVector<ScoreCard, max_players> cards;  ///< by seat
    Seat starter = 0;
    int round = 1;  ///< from 1; each seat has one turn per round
    /// Seats that play this round: all, or the tied ones in a playoff; at the end: the winners
    SeatSet contenders;
    Dice shared_throw;  ///< `duplicate`: the first throw of this round; empty until it is made
    std::array<int, max_players> sums{};  ///< in a playoff round, by seat: 0 until the turn is finished
    Turn turn;
    bool over = false;

    int rounds() const { return static_cast<int>(sheet_of(options.preset).lines().size()) * options.columns; }
    /// A playoff begins if the last of the rounds() ends in a tie.
    bool in_playoff() const { return round > rounds(); }

    friend bool operator==(const State&, const State&) = default;
};

/// Throws these dice: all five at first, later any of them.
struct Roll {
    Positions dice;
    friend bool operator==(const Roll&, const Roll&) = default;
};
/// Fills a box and ends the turn. `column` is 0-based and required with three columns. A card with one column
/// ignores it, and so does a playoff turn, which is scored as Chance and belongs to no column.
struct Score {
    Box box;
    std::optional<std::uint8_t> column;
    bool zero = false;  ///< `zero` free: writes a zero whatever the dice are worth
    friend bool operator==(const Score&, const Score&) = default;
};
using Move = std::variant<Roll, Score>;

struct RolledOff {
    Seat seat;
    Dice dice;
    int points;  ///< value in the roll-off: the sum of the dice
    friend bool operator==(const RolledOff&, const RolledOff&) = default;
};
struct Starts {
    Seat seat;
    friend bool operator==(const Starts&, const Starts&) = default;
};
struct Rolled {
    Seat seat;
    Positions thrown;
    Dice dice;  ///< all five after the throw
    friend bool operator==(const Rolled&, const Rolled&) = default;
};
/// Generala on the first throw of a turn: the match ends and is won.
struct ServedGenerala {
    Seat seat;
    friend bool operator==(const ServedGenerala&, const ServedGenerala&) = default;
};
struct YahtzeeBonus {
    Seat seat;
    int points;
    friend bool operator==(const YahtzeeBonus&, const YahtzeeBonus&) = default;
};
struct Scored {
    Seat seat;
    Box box;
    std::optional<std::uint8_t> column;
    int points;
    friend bool operator==(const Scored&, const Scored&) = default;
};
/// The upper section has just reached 63.
struct UpperBonus {
    Seat seat;
    std::optional<std::uint8_t> column;
    int points;
    friend bool operator==(const UpperBonus&, const UpperBonus&) = default;
};
/// These seats share the highest total, or the highest sum of the previous playoff round.
struct PlayoffBegan {
    SeatSet seats;
    friend bool operator==(const PlayoffBegan&, const PlayoffBegan&) = default;
};
struct PlayoffScored {
    Seat seat;
    int points;
    friend bool operator==(const PlayoffScored&, const PlayoffScored&) = default;
};
struct Over {
    SeatSet winners;
    friend bool operator==(const Over&, const Over&) = default;
};
using Event = std::variant<RolledOff, Starts, Rolled, ServedGenerala, YahtzeeBonus, Scored, UpperBonus,
                           PlayoffBegan, PlayoffScored, Over>;
using Seen = Event;

/// The points written in a box, or the points that the dice on the table would get there.
struct BoxPoints {
    Box box;
    std::optional<int> points;  ///< nullopt: the box is open
    friend bool operator==(const BoxPoints&, const BoxPoints&) = default;
};
using Boxes = std::vector<BoxPoints>;  ///< in card order

/// The part of the view that never changes in a match.
struct About {
    int rounds;  ///< without a playoff
    Preset preset;
    std::optional<int> upper_goal;  ///< nullopt: there is no upper bonus
    friend bool operator==(const About&, const About&) = default;
};

struct View {
    struct Turn {
        Seat seat;
        Dice dice;
        int throws;
        int throws_left;
        /// By column: the boxes that may be filled now, and their points.
        std::vector<Boxes> worth;
        friend bool operator==(const Turn&, const Turn&) = default;
    };
    struct Column {
        Boxes boxes;
        int upper;
        int upper_par;
        int upper_bonus;
        friend bool operator==(const Column&, const Column&) = default;
    };
    struct Player {
        int score;
        std::vector<Column> columns;
        int yahtzee_bonus;
        friend bool operator==(const Player&, const Player&) = default;
    };
    /// A player of the playoff round, and the sum of their turn; nullopt before it is finished.
    struct PlayoffSum {
        Seat seat;
        std::optional<int> points;
        friend bool operator==(const PlayoffSum&, const PlayoffSum&) = default;
    };

    bool over;
    int round;
    std::optional<Turn> turn;
    std::vector<Player> seats;
    std::vector<PlayoffSum> playoff;  ///< empty unless there is a playoff

    friend bool operator==(const View&, const View&) = default;
};

struct Game {
    using Options = yahtzee::Options;
    using State = yahtzee::State;
    using Move = yahtzee::Move;
    using Event = yahtzee::Event;
    using About = yahtzee::About;
    using View = yahtzee::View;
    using Seen = yahtzee::Seen;

    static const GameInfo& info();
    static std::variant<Options, OptionError> options(const OptionValues& values);
    static GameStart<State, Event> start(const Options& options, int seats, std::optional<Seat> first,
                                         Chance& chance);
    static Seat starter(const State& state);
    static std::uint32_t turns(const State& state);
    static SeatSet to_act(const State& state);
    static std::optional<Refusal> check(const State& state, Seat seat, const Move& move);
    static std::vector<Event> apply(State& state, Seat seat, const Move& move, Chance& chance);
    /// moves()[0] is to throw all dice, or after a throw the legal box with the most points, the first in
    /// card order if several have as many. Then follow the other boxes in card order, the throws, and, with `zero`
    /// free, a zero in each box where the dice score.
    static std::vector<Move> moves(const State& state, Seat seat);
    /// One clock for the whole turn.
    static Wait wait(const State& state);
    static std::vector<Event> expire(State& state, Chance& chance);
    static About about(const State& state);
    static View view(const State& state, Viewer viewer);
    static std::optional<Seen> seen(const Event& event, Viewer viewer);
    static std::optional<Result> result(const State& state);
    static State redeal(const State& state, Viewer viewer, Chance& chance);
};

static_assert(Rules<Game>);

}  // namespace cubilete::yahtzee
