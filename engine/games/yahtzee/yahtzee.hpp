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

/// Yahtzee by the 1996 rules with forced jokers (RULES.md 3), for 1 to 8 players; 4 to 25 minutes.
///
/// Five dice and a card of thirteen boxes a player. All throw the five dice once, the highest total begins,
/// and turns pass to the left. In a turn a player throws all five dice, then, if he likes, any of them a
/// second and a third time, those kept before included. After any throw he may stop and fill one open box
/// with what the dice are worth there; after the third he must. When all boxes are filled the highest total
/// wins.
///
/// Upper section: Aces to Sixes count the dice of their number; 63 or more earns the upper bonus. Lower
/// section: 3 and 4 of a Kind and Chance count all five dice, Full House 25, Small Straight (a run of four)
/// 30, Large Straight (a run of five) 40, Yahtzee (five alike) 50. Every further Yahtzee scored while the
/// Yahtzee box holds 50 earns 100, and with the Yahtzee box filled five alike go where the joker rules say
/// (scoring.hpp).
///
/// Three relatives are played with other cards (A14; sheet.hpp prints them, scoring.hpp tells what counts):
/// Yatzy has fifteen boxes and neither jokers nor Yahtzee bonuses; Kniffel is Yahtzee under its German names;
/// Generala has eleven boxes, none of the bonuses, and who throws it with his first throw of a turn wins the
/// match at once, with `duplicate` together with all who were given that throw.
///
/// | option             | default | other values             |                                                      |
/// |--------------------|---------|--------------------------|------------------------------------------------------|
/// | preset             | yahtzee | yatzy, kniffel, generala | whose boxes and points (A14)                         |
/// | joker              | forced  | free, wild, none         | what five alike may do once Yahtzee is filled (R3.6) |
/// | yahtzee_bonus      | 100     | 0                        | for each further Yahtzee; none with joker none       |
/// | upper_bonus        | 35      | 0..100                   | for 63 or more above; Yatzy 50, Generala 0           |
/// | five_is_full_house | off     | on                       | five alike count as Full House (R3.4)                |
/// | columns            | 1       | 3                        | Triple Yahtzee: they count x1, x2, x3 (A13)          |
/// | order              | free    | forced                   | each column is filled from top to bottom             |
/// | duplicate          | off     | on                       | all share the first throw of a round (A13)           |
/// | tie                | shared  | playoff_turn             | when the highest total is shared (R3.1)              |
/// | starter            | rolloff | random, first            | who begins (engine/starter.hpp)                      |
///
/// Yatzy and Generala have joker none and yahtzee_bonus 0 and take nothing else.
///
/// tie = playoff_turn: when the last box is filled and the highest total is shared, the tied players play one
/// more turn each in the same order, up to three throws, scored as Chance: the sum of the dice. The highest
/// sum wins the match; those who share it play another turn, until one leads. A playoff decides the winner
/// only: its sums join no total, no bonus is earned in it, and the tied who lost it share second place. A
/// Generala on the first throw wins there, too.
namespace cubilete::yahtzee {

inline constexpr int most_players = 8;
inline constexpr int throws_a_turn = 3;

struct Turn {
    Seat seat = 0;
    Dice dice;       ///< empty before the first throw
    int throws = 0;  ///< made so far, 0..3
    std::uint32_t number = 1;

    friend bool operator==(const Turn&, const Turn&) = default;
};

/// Everything is public.
struct State {
    Options options;
    InplaceVector<ScoreCard, most_players> cards;  ///< by seat
    Seat starter = 0;
    int round = 1;       ///< each seat has one turn a round
    SeatSet contenders;  ///< who plays this round: everyone, in a playoff the tied; when over, the winners
    Dice shared_throw;   ///< `duplicate`: the first throw of this round, empty until it is made
    std::array<int, most_players> sums{};  ///< in a playoff round, by seat: 0 until the turn was played
    Turn turn;
    bool over = false;

    int rounds() const { return static_cast<int>(sheet_of(options.preset).lines().size()) * options.columns; }
    /// A playoff begins when the last of rounds() has ended in a tie.
    bool in_playoff() const { return round > rounds(); }

    friend bool operator==(const State&, const State&) = default;
};

/// Throws these dice: all five first, then any of them.
struct Roll {
    Positions dice;
    friend bool operator==(const Roll&, const Roll&) = default;
};
/// Fills a box and ends the turn. `column` is there with three columns, and only then; a playoff turn is
/// scored as Chance and belongs to no column.
struct Score {
    Box box;
    std::optional<std::uint8_t> column;
    friend bool operator==(const Score&, const Score&) = default;
};
using Move = std::variant<Roll, Score>;

struct RolledOff {
    Seat seat;
    Dice dice;
    int points;  ///< what counts in the roll-off: the sum
    friend bool operator==(const RolledOff&, const RolledOff&) = default;
};
struct Starts {
    Seat seat;
    friend bool operator==(const Starts&, const Starts&) = default;
};
struct Rolled {
    Seat seat;
    Positions thrown;
    Dice dice;  ///< all five, as they lie now
    friend bool operator==(const Rolled&, const Rolled&) = default;
};
/// Generala on the first throw: the match is won.
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
/// The upper section has just come to 63.
struct UpperBonus {
    Seat seat;
    std::optional<std::uint8_t> column;
    int points;
    friend bool operator==(const UpperBonus&, const UpperBonus&) = default;
};
/// These seats share the highest total, or the highest sum of the playoff before.
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

/// What a box holds, or what the dice on the table would be worth in it.
struct BoxPoints {
    Box box;
    std::optional<int> points;  ///< nothing: the box is open
    friend bool operator==(const BoxPoints&, const BoxPoints&) = default;
};
using Boxes = std::vector<BoxPoints>;  ///< in card order

struct View {
    struct Turn {
        Seat seat;
        Dice dice;
        int throws;
        int throws_left;
        /// By column: the boxes that may be filled now, with what the dice are worth there.
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
    /// One who plays the playoff round, and the sum of his turn once it was played.
    struct PlayoffSum {
        Seat seat;
        std::optional<int> points;
        friend bool operator==(const PlayoffSum&, const PlayoffSum&) = default;
    };

    bool over;
    int round;
    int rounds;
    Preset preset;
    std::optional<int> upper_goal;  ///< nothing: there is no upper bonus
    std::optional<Turn> turn;
    std::vector<Player> seats;
    std::vector<PlayoffSum> playoff;  ///< empty outside of a playoff

    friend bool operator==(const View&, const View&) = default;
};

struct Game {
    using Options = yahtzee::Options;
    using State = yahtzee::State;
    using Move = yahtzee::Move;
    using Event = yahtzee::Event;
    using View = yahtzee::View;
    using Seen = yahtzee::Seen;

    static const Info& info();
    static std::variant<Options, BadOptions> options(const OptionValues& values);
    static Started<State, Event> start(const Options& options, int seats, std::optional<Seat> first,
                                       Chance& chance);
    static Seat starter(const State& state);
    static std::uint32_t turns(const State& state);
    static SeatSet to_act(const State& state);
    static std::optional<Refusal> check(const State& state, Seat seat, const Move& move);
    static std::vector<Event> apply(State& state, Seat seat, const Move& move, Chance& chance);
    /// The house throws once and fills the legal box that counts most, the first in card order on a tie; then
    /// come the throws and the boxes in order.
    static std::vector<Move> moves(const State& state, Seat seat);
    /// One clock a turn.
    static Wait wait(const State& state);
    static std::vector<Event> expire(State& state, Chance& chance);
    static View view(const State& state, Viewer viewer);
    static std::optional<Seen> seen(const Event& event, Viewer viewer);
    static std::optional<Result> result(const State& state);
    static State redeal(const State& state, Viewer viewer, Chance& chance);
};

static_assert(Rules<Game>);

}  // namespace cubilete::yahtzee
