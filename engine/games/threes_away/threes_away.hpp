#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "engine/games/threes_away/options.hpp"
#include "engine/games/threes_away/scoring.hpp"
#include "engine/inplace_vector.hpp"
#include "engine/rules.hpp"

/// Threes Away (RULES.md 2), for 2 to 8 players; a minute or two a pot.
///
/// Everybody antes a chip. A player throws five dice, sets aside at least one, throws the others, sets aside
/// at least one more, and so on until all five are out; he may keep all five at once. A 3 counts nothing,
/// every other face its number, and the lowest sum takes the pot: zero is perfect. Whose dice set aside come
/// to more than the lowest score before him is out at once; equal goes on. Five 3s bring another ante from
/// all.
///
/// "One tie, all tie": when the lowest score is shared all ante again and all play another round, whatever
/// they had. Only when zeros tie do those who made them play it off, although all ante for it. A match is a
/// number of pots, or ends when one player has all the chips; most chips win. Who cannot pay an ante puts in
/// what he has and plays on; with no chips left he sits out from the next pot on (R2.13).
///
/// | option               | default | other values           |                                                |
/// |----------------------|---------|------------------------|------------------------------------------------|
/// | ante                 | 1       | 1..100                 | chips a player puts in                         |
/// | start_chips          | 20      | 1..1000                | of each player                                 |
/// | pots                 | 5       | 1..20                  | to a match (A3)                                |
/// | tie                  | all_tie | tied_only, split       | who plays again, or shares the pot (R2.4)      |
/// | tie_ante             | on      | off                    | who plays again antes (R2.4)                   |
/// | zero_ante            | on      | off                    | every zero made brings an ante (R2.5)          |
/// | bottoms              | off     | per_die, whole_throw   | dice read from below (R2.8, A15)               |
/// | progressive          | off     | a, b                   | only a score at or under the cap wins (R2.9)   |
/// | zero_face            | 3       | 1..6                   | the face that counts nothing                   |
/// | must_keep_threes     | off     | on                     | every zero thrown has to be set aside          |
/// | sixes_shoot_the_moon | off     | on                     | five 6s of one throw, kept together, win (A15) |
/// | stop_when_beaten     | on      | off                    | who is above the lowest score is out (R2.3)    |
/// | next_starter         | rotate  | winner, lowest         | who begins the next round (R2.7)               |
/// | starter              | rolloff | random, first          | who begins the match (engine/starter.hpp)      |
///
/// Rounds are counted from 1 in every pot; a round is a turn of each player in it. Who plays a round that
/// follows a tie antes for it, and nobody else, but for zeros played off all do. A split pot, of zeros too,
/// gives its odd chips one by one from the starter on.
///
/// progressive: round r can be won only with r - 1 or less (a), or with 1, 2, 2, 3, 3, 3, 4 ... or less (b).
/// Who is above the cap is out like one who is beaten. When nobody is at or under it all who played ante and
/// play the next round. A tie there is settled by `tie` as ever, but always with antes, and a play-off is the
/// next round with its cap.
///
/// bottoms: per_die, a die may be turned over when it is set aside, if it counts less so. whole_throw, once
/// after each throw all its dice may be turned over.
///
/// next_starter: winner, the first in order of play of those who took the last pot; lowest, of those who
/// had the lowest score of the last round. Where nobody did, and always with rotate, the next in order after
/// the last starter; those who do not play are passed over.
namespace cubilete::threes_away {

inline constexpr int most_players = 8;

struct Player {
    int chips = 0;
    std::optional<std::uint8_t> score;  ///< of this round: 0..30, nothing until it is made
    bool out = false;                   ///< of this round: he was beaten and has no score

    friend bool operator==(const Player&, const Player&) = default;
};

/// Dice that are neither kept nor on the table are in the hand; without any on the table they are thrown next.
struct Turn {
    Seat seat = 0;
    Dice kept;            ///< as they count, in the order in which they were set aside
    Dice dice;            ///< thrown and to be chosen from
    bool turned = false;  ///< bottoms were called: `dice` shows them
    int sum = 0;          ///< of the dice kept
    int throws = 0;

    int in_hand() const { return dice.empty() ? dice_a_turn - static_cast<int>(kept.size()) : 0; }
    friend bool operator==(const Turn&, const Turn&) = default;
};

/// Everything is public.
struct State {
    Options options;
    InplaceVector<Player, most_players> players;  ///< by seat
    int pot = 0;
    int pot_number = 0;  ///< from 1
    int round = 0;       ///< of this pot, from 1
    Seat starter = 0;    ///< of this round
    SeatSet in_pot;      ///< who had chips when the pot was opened
    SeatSet in_round;    ///< who plays this round
    Turn turn;
    std::uint32_t turns = 0;      ///< begun so far in the match
    std::uint32_t decisions = 0;  ///< made so far in the match
    bool over = false;

    /// The lowest score made in this round.
    std::optional<int> lowest() const;
    /// The most that wins this round (R2.9, R2.10).
    std::optional<int> cap() const;
    /// The most that dice set aside may come to without their player being out (R2.3, R2.11).
    std::optional<int> limit() const;

    friend bool operator==(const State&, const State&) = default;
};

/// Throws all dice in the hand.
struct Roll {
    friend bool operator==(const Roll&, const Roll&) = default;
};
/// Sets dice of this throw aside, some of them turned over. It ends the turn if they were the last.
struct Keep {
    Positions dice;
    Positions turned;
    friend bool operator==(const Keep&, const Keep&) = default;
};
/// Turns the whole throw over.
struct CallBottoms {
    friend bool operator==(const CallBottoms&, const CallBottoms&) = default;
};
using Move = std::variant<Roll, Keep, CallBottoms>;

struct RolledOff {
    Seat seat;
    Dice dice;
    int points;  ///< what counts in the roll-off: the sum of the faces, 3s included
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
        pot,    ///< a new one
        zero,   ///< somebody has just made one
        tie,    ///< to be played off or again
        unwon,  ///< a progressive round
    };
    Reason reason;
    InplaceVector<int, most_players> paid;  ///< by seat
    int pot;                                ///< what it comes to
    friend bool operator==(const Anted&, const Anted&) = default;
};
struct RoundBegan {
    Seat seat;  ///< who begins
    int round;
    std::optional<int> cap;
    SeatSet seats;  ///< who plays it
    friend bool operator==(const RoundBegan&, const RoundBegan&) = default;
};
struct Rolled {
    Seat seat;
    Dice dice;
    friend bool operator==(const Rolled&, const Rolled&) = default;
};
struct BottomsCalled {
    Seat seat;
    Dice dice;  ///< as they lie now
    friend bool operator==(const BottomsCalled&, const BottomsCalled&) = default;
};
struct Kept {
    Seat seat;
    Positions positions;
    Positions turned;
    Dice dice;  ///< those just kept, as they count
    int sum;    ///< of all dice kept
    friend bool operator==(const Kept&, const Kept&) = default;
};
/// He has come above the lowest score or the cap.
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
/// Five 6s win the pot at once.
struct ShotTheMoon {
    Seat seat;
    friend bool operator==(const ShotTheMoon&, const ShotTheMoon&) = default;
};
/// The round is played again, or off.
struct Tied {
    SeatSet seats;
    int points;
    friend bool operator==(const Tied&, const Tied&) = default;
};
/// Nobody was at or under the cap.
struct Unwon {
    int cap;
    friend bool operator==(const Unwon&, const Unwon&) = default;
};
struct TookPot {
    Seat seat;
    int chips;
    friend bool operator==(const TookPot&, const TookPot&) = default;
};
/// He has no chips left for the next pot.
struct SatOut {
    Seat seat;
    friend bool operator==(const SatOut&, const SatOut&) = default;
};
struct Over {
    SeatSet winners;
    friend bool operator==(const Over&, const Over&) = default;
};
using Event = std::variant<RolledOff, Starts, PotOpened, Anted, RoundBegan, Rolled, BottomsCalled, Kept,
                           WentOut, Scored, ShotTheMoon, Tied, Unwon, TookPot, SatOut, Over>;
using Seen = Event;

struct View {
    /// What the player in turn has to come to, and his best chance of it if he plays for nothing else.
    struct Goal {
        int at_most;
        bool ties;  ///< he cannot win the round any more, only tie for the lowest score
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
        std::vector<int> worth;                        ///< by position of `dice`
        std::vector<std::optional<int>> worth_turned;  ///< the same turned over, where that is allowed
        std::optional<int> limit;
        std::optional<Goal> goal;  ///< nothing while any score might win, or when none can any more
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
    int pots;
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
    using View = threes_away::View;
    using Seen = threes_away::Seen;

    static const Info& info();
    /// Every combination is possible.
    static std::variant<Options, BadOptions> options(const OptionValues& values);
    static Started<State, Event> start(const Options& options, int seats, std::optional<Seat> first,
                                       Chance& chance);
    static Seat starter(const State& state);
    static std::uint32_t turns(const State& state);
    static SeatSet to_act(const State& state);
    static std::optional<Refusal> check(const State& state, Seat seat, const Move& move);
    static std::vector<Event> apply(State& state, Seat seat, const Move& move, Chance& chance);
    /// The house keeps every zero, or else the lowest die, as they lie.
    static std::vector<Move> moves(const State& state, Seat seat);
    /// The clock starts anew at each decision; when it runs out the house plays the rest of the turn.
    static Wait wait(const State& state);
    static std::vector<Event> expire(State& state, Chance& chance);
    static View view(const State& state, Viewer viewer);
    static std::optional<Seen> seen(const Event& event, Viewer viewer);
    static std::optional<Result> result(const State& state);
    static State redeal(const State& state, Viewer viewer, Chance& chance);
};

static_assert(Rules<Game>);

}  // namespace cubilete::threes_away
