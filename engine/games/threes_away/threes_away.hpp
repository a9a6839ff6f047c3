#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "engine/games/threes_away/options.hpp"
#include "engine/games/threes_away/scoring.hpp"
#include "engine/inplace_vector.hpp"
#include "engine/rules.hpp"

/// Threes Away (docs/rules.md 2), for 2 to 8 players; a minute or two a pot.
///
/// Each player puts a chip into the pot (the ante). A player throws five dice, sets aside at least one,
/// throws the others, sets aside at least one more, and so on until all five are set aside; they may keep all
/// five at once. A 3 counts nothing, every other face its number, and the lowest sum takes the pot; zero is
/// the best score. If the sum of the dice set aside exceeds the lowest score so far, the player is out at
/// once; with an equal sum they go on. When a player scores five 3s, all players put in another ante.
///
/// "One tie, all tie": if the lowest score is shared, all players ante again and play another round, whatever
/// score they had. Only if zeros tie, just the tied players play it, although all ante for it. A match is a
/// fixed number of pots, or ends when one player has all the chips; most chips win. A player who cannot pay
/// an ante puts in all their chips and plays on; a player without chips sits out from the next pot on
/// (R2.13).
///
/// | option               | default | other values           |                                                |
/// |----------------------|---------|------------------------|------------------------------------------------|
/// | ante                 | 1       | 1..100                 | chips a player puts in                         |
/// | start_chips          | 20      | 1..1000                | of each player                                 |
/// | pots                 | 5       | 1..20                  | number of pots in a match (A3)                 |
/// | tie                  | all_tie | tied_only, split       | all or the tied play again, or share (R2.4)    |
/// | tie_ante             | on      | off                    | players of a replay ante again (R2.4)          |
/// | zero_ante            | on      | off                    | every zero made brings an ante (R2.5)          |
/// | bottoms              | off     | per_die, whole_throw   | dice may be turned over (R2.8, A15)            |
/// | progressive          | off     | a, b                   | only a score at or under the cap wins (R2.9)   |
/// | zero_face            | 3       | 1..6                   | the face that counts nothing                   |
/// | must_keep_threes     | off     | on                     | every zero thrown has to be set aside          |
/// | sixes_shoot_the_moon | off     | on                     | five 6s of one throw, kept together, win (A15) |
/// | stop_when_beaten     | on      | off                    | above the lowest score a player is out (R2.3)  |
/// | next_starter         | rotate  | winner, lowest         | first player of the next round (R2.7)          |
/// | starter              | rolloff | random, first          | first player of the match (engine/starter.hpp) |
///
/// Rounds are counted from 1 in every pot; in a round each player in it has one turn. Only the players of a
/// round that follows a tie ante for it; but for tied zeros all do. A split pot (tied zeros included) gives
/// its remaining chips one by one, beginning with the starter.
///
/// progressive: round r can be won only with r - 1 or less (a), or with 1, 2, 2, 3, 3, 3, 4 ... or less (b).
/// A player above the cap is out, as if beaten. If nobody is at or below it, all who played ante again and
/// play the next round. A tie there follows the option `tie`, and the replay is the next round with the next
/// cap. Since all ante after every round, progressive requires tie_ante.
///
/// bottoms: with per_die, a die may be turned over when it is set aside, if it then counts less. With
/// whole_throw, all dice of a throw may be turned over once.
///
/// next_starter: with winner, the first in order of play who took the last pot; with lowest, the first who
/// had the lowest score of the last round. If there is none, and always with rotate, the next in order after
/// the last starter. Seats that do not play are skipped.
namespace cubilete::threes_away {

inline constexpr int max_players = 8;

struct Player {
    int chips = 0;
    std::optional<std::uint8_t> score;  ///< score of this round, 0..30; nullopt before the turn is finished
    bool out = false;                   ///< out of this round: beaten, without a score

    friend bool operator==(const Player&, const Player&) = default;
};

/// Dice that are neither kept nor on the table are in the hand. If none are on the table, those in the hand
/// are thrown next.
struct Turn {
    Seat seat = 0;
    Dice kept;            ///< faces that count, in the order in which they were set aside
    Dice dice;            ///< the current throw, from which dice are chosen
    bool turned = false;  ///< bottoms were called: `dice` shows them
    int sum = 0;          ///< sum of the dice kept
    /// Throws made in this turn.
    int throws = 0;

    int in_hand() const { return dice.empty() ? dice_per_turn - static_cast<int>(kept.size()) : 0; }
    friend bool operator==(const Turn&, const Turn&) = default;
};

/// Contains nothing secret.
struct State {
    Options options;
    InplaceVector<Player, max_players> players;  ///< by seat
    int pot = 0;
    int pot_number = 0;  ///< from 1
    int round = 0;       ///< round of this pot, from 1
    Seat starter = 0;    ///< starter of this round
    SeatSet in_pot;      ///< seats that had chips when the pot was opened
    SeatSet in_round;    ///< seats that play this round
    Turn turn;
    std::uint32_t turns = 0;      ///< turns begun in the match
    std::uint32_t decisions = 0;  ///< decisions made in the match
    bool over = false;

    /// The lowest score made in this round; nullopt if there is none.
    std::optional<int> lowest() const;
    /// The highest score that can win this round (R2.9, R2.10); nullopt if every score can.
    std::optional<int> cap() const;
    /// The highest sum of dice set aside with which the player stays in the round (R2.3, R2.11); nullopt
    /// without a limit.
    std::optional<int> limit() const;

    friend bool operator==(const State&, const State&) = default;
};

/// Throws all dice in the hand.
struct Roll {
    friend bool operator==(const Roll&, const Roll&) = default;
};
/// Sets dice of this throw aside, some of them turned over. Ends the turn if no dice remain.
struct Keep {
    Positions dice;
    Positions turned;
    friend bool operator==(const Keep&, const Keep&) = default;
};
/// Turns all dice of the throw over.
struct CallBottoms {
    friend bool operator==(const CallBottoms&, const CallBottoms&) = default;
};
using Move = std::variant<Roll, Keep, CallBottoms>;

struct RolledOff {
    Seat seat;
    Dice dice;
    int points;  ///< value in the roll-off: the sum of the faces, 3s included
    friend bool operator==(const RolledOff&, const RolledOff&) = default;
};
struct Starts {
    Seat seat;
    friend bool operator==(const Starts&, const Starts&) = default;
};
struct PotOpened {
    int number;
    friend bool operator==(const PotOpened&, const PotOpened&) = default;
};
struct Anted {
    enum class Reason {
        pot,    ///< a new pot
        zero,   ///< a player has just scored zero
        tie,    ///< a tie is played again
        unwon,  ///< nobody won a progressive round
    };
    Reason reason;
    InplaceVector<int, max_players> paid;  ///< chips by seat
    int pot;                               ///< the pot afterwards
    friend bool operator==(const Anted&, const Anted&) = default;
};
struct RoundBegan {
    Seat seat;  ///< starter of the round
    int round;
    std::optional<int> cap;
    SeatSet seats;  ///< seats that play it
    friend bool operator==(const RoundBegan&, const RoundBegan&) = default;
};
struct Rolled {
    Seat seat;
    Dice dice;
    friend bool operator==(const Rolled&, const Rolled&) = default;
};
struct BottomsCalled {
    Seat seat;
    Dice dice;  ///< the new faces
    friend bool operator==(const BottomsCalled&, const BottomsCalled&) = default;
};
struct Kept {
    Seat seat;
    Positions positions;
    Positions turned;
    Dice dice;  ///< those just kept, with the faces that count
    int sum;    ///< sum of all dice kept
    friend bool operator==(const Kept&, const Kept&) = default;
};
/// The player's sum exceeds the lowest score or the cap.
struct WentOut {
    Seat seat;
    int sum;
    int limit;
    friend bool operator==(const WentOut&, const WentOut&) = default;
};
struct Scored {
    Seat seat;
    int points;
    friend bool operator==(const Scored&, const Scored&) = default;
};
/// Five 6s in one throw win the pot at once.
struct ShotTheMoon {
    Seat seat;
    friend bool operator==(const ShotTheMoon&, const ShotTheMoon&) = default;
};
/// The lowest score is shared: the round is played again.
struct Tied {
    SeatSet seats;
    int points;
    friend bool operator==(const Tied&, const Tied&) = default;
};
/// Nobody was at or below the cap.
struct NobodyWon {
    int cap;
    friend bool operator==(const NobodyWon&, const NobodyWon&) = default;
};
struct TookPot {
    Seat seat;
    int chips;
    friend bool operator==(const TookPot&, const TookPot&) = default;
};
/// The player has no chips left for the next pot.
struct SatOut {
    Seat seat;
    friend bool operator==(const SatOut&, const SatOut&) = default;
};
struct Over {
    SeatSet winners;
    friend bool operator==(const Over&, const Over&) = default;
};
using Event = std::variant<RolledOff, Starts, PotOpened, Anted, RoundBegan, Rolled, BottomsCalled, Kept,
                           WentOut, Scored, ShotTheMoon, Tied, NobodyWon, TookPot, SatOut, Over>;
using Seen = Event;

/// The part of the view that never changes in a match.
struct About {
    int pots;  ///< number of pots of the match
    friend bool operator==(const About&, const About&) = default;
};

struct View {
    /// The score that the player in turn needs, and the best probability of it for a player who pursues only
    /// this goal.
    struct Goal {
        int at_most;
        bool ties;  ///< the player cannot win the round any more, only tie for the lowest score
        /// Probability in 1/1000, 0..1000.
        int permille;
        friend bool operator==(const Goal&, const Goal&) = default;
    };
    struct Turn {
        Seat seat;
        Dice dice;
        Dice kept;
        int sum;
        int throws;
        int in_hand;
        bool turned;
        std::vector<int> worth;  ///< by position of `dice`
        /// Points if turned over, by position of `dice`; nullopt where not allowed
        std::vector<std::optional<int>> worth_turned;
        std::optional<int> limit;
        std::optional<Goal> goal;  ///< nullopt if any score could win, or none can any more
        friend bool operator==(const Turn&, const Turn&) = default;
    };
    struct Player {
        std::optional<int> score;
        int chips;
        bool out;
        bool in_round;
        bool in_pot;
        friend bool operator==(const Player&, const Player&) = default;
    };

    bool over;
    int round;
    int pot_number;
    int pot;
    std::optional<int> lowest;
    std::optional<int> cap;
    std::optional<Turn> turn;
    std::vector<Player> seats;

    friend bool operator==(const View&, const View&) = default;
};

struct Game {
    using Options = threes_away::Options;
    using State = threes_away::State;
    using Move = threes_away::Move;
    using Event = threes_away::Event;
    using About = threes_away::About;
    using View = threes_away::View;
    using Seen = threes_away::Seen;

    static const GameInfo& info();
    static std::variant<Options, OptionError> options(const OptionValues& values);
    static GameStart<State, Event> start(const Options& options, int seats, std::optional<Seat> first,
                                         Chance& chance);
    static Seat starter(const State& state);
    static std::uint32_t turns(const State& state);
    static SeatSet to_act(const State& state);
    static std::optional<Refusal> check(const State& state, Seat seat, const Move& move);
    static std::vector<Event> apply(State& state, Seat seat, const Move& move, Chance& chance);
    /// moves()[0] keeps every zero, or else the lowest die, without turning dice over.
    static std::vector<Move> moves(const State& state, Seat seat);
    /// One clock for each decision. When it runs out, the rest of the turn is played with moves()[0].
    static Wait wait(const State& state);
    static std::vector<Event> expire(State& state, Chance& chance);
    static About about(const State& state);
    static View view(const State& state, Viewer viewer);
    static std::optional<Seen> seen(const Event& event, Viewer viewer);
    static std::optional<Result> result(const State& state);
    static State redeal(const State& state, Viewer viewer, Chance& chance);
};

static_assert(Rules<Game>);

}  // namespace cubilete::threes_away
