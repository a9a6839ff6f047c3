#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "engine/games/tres/deck.hpp"
#include "engine/games/tres/hands.hpp"
#include "engine/games/tres/options.hpp"
#include "engine/inplace_vector.hpp"
#include "engine/rules.hpp"

/// TRES (docs/rules.md 4), for 2 to 8 players; 5 to 8 minutes a game. The first player without cards wins.
///
/// Each player draws a card; the highest one deals seven cards to each, one at a time, beginning on the left.
/// Then three cards are turned up on the table. The player on the dealer's left begins.
///
/// A turn: if fewer than three cards lie on the table, the missing ones are turned up. Then the player lays
/// one or two cards that make a run with *one* card of the table, up or down: on a 7 an 8, a 6, 8 and 9, 6
/// and 8, or 5 and 6. After 9 comes 1. All cards of the run are discarded. A player who cannot or does not
/// want to lay draws a card, and may lay that card alone. If the draw pile runs out, the discards are
/// shuffled as the new one.
///
/// Number wild (W): any number. The actions are 3s of any colour:
///   Reversa (R3)  laid: the direction turns.             Turned up: it turns, and the turn is lost.
///   Salta (S3)    laid: the next player loses the turn.  Turned up: the turn is lost.
///   +3 (P3)       laid: the next player draws three.     Turned up: the player to move draws three.
/// TOMA TRES: three cards of one colour; the next player draws three. If cards are laid together, all effects
/// apply, the direction first. A player who has laid their last card has won, whatever card it was.
///
/// TRES: a player who ends a turn with exactly three cards must say so, or draws three cards when caught. It
/// can be said in time together with the move. Otherwise only this player may act for one second (the grace).
/// Then for two seconds they may still say it and all others may catch them. Then the next player may also
/// move, and that player's first move ends the call (A4, A11).
///
/// If no player has laid or got a card in a whole round, the game is blocked: the fewest cards win (R4.23).
///
/// | option                | default | other values     |                                                |
/// |-----------------------|---------|------------------|------------------------------------------------|
/// | deck                  | std96   | big108, lite92   | how many number wilds and actions (4.2)        |
/// | wild_colour           | none    | printed, any     | the number wild's colour in a TOMA TRES (R4.4) |
/// | draw_three_loses_turn | off     | on               | +3 and TOMA TRES also cost the turn (R4.8)     |
/// | reverse_two_players   | none    | skip             | Reversa laid with two players (R4.15)          |
/// | must_play_drawn       | on      | off              | a drawn card that can be laid must be (R4.16)  |
/// | tres_call             | window  | auto, off        | by the player, automatic, or never (R4.18)     |
/// | false_catch           | 0       | 1                | cards drawn for a wrong catch (R4.19)          |
/// | match                 | single  | first_to, points | one game, or a series (R4.25, A12)             |
/// | first_to              | 3       | 2..5             | games to win                                   |
/// | points                | 200     | 1..1000          | points to win, from the other hands (R4.25)    |
/// | starter               | rolloff | random, first    | first player (engine/starter.hpp)              |
/// `false_catch` requires tres_call = window.
///
/// Secret: a hand is visible only to its owner, and so is a drawn card; the order of the draw pile is visible
/// to nobody.
namespace cubilete::tres {

inline constexpr int hand_size = 7;
inline constexpr int table_size = 3;
inline constexpr int grace_ms = 1'000;
inline constexpr int catch_ms = 2'000;

using Place = std::uint8_t;  ///< on the table, 0-based from the left
using Table = std::array<std::optional<Card>, table_size>;
using Cards = InplaceVector<Card, 2>;
using Hand = InplaceVector<Card, hand_size>;

struct Turn {
    Seat seat = 0;
    bool drawn = false;  ///< the player has drawn, or found nothing to draw
    friend bool operator==(const Turn&, const Turn&) = default;
};

/// One player's TRES, from the move that leaves them with three cards until the next player has moved.
struct Call {
    enum class Stage : std::uint8_t {
        none,   ///< no TRES to say or to catch
        grace,  ///< not said yet: only this player may act
        open,   ///< not said: the player may say it, all others may catch them, nobody may move
        late,   ///< like `open`, but the player whose turn it is may also move
        said,   ///< said; with `false_catch` others may still try to catch the player
    };
    Stage stage = Stage::none;
    Seat seat = 0;

    /// True if the player whose turn it is must wait.
    bool holds() const { return stage == Stage::grace || stage == Stage::open; }
    bool is_unsaid() const { return holds() || stage == Stage::late; }

    friend bool operator==(const Call&, const Call&) = default;
};

struct State {
    Options options;
    Seat starter = 0;  ///< starter of this game
    int game = 1;      ///< game of the match, from 1
    std::array<int, max_players> scores{};

    Hands hands;
    Pile pile;      ///< the last card is the top
    Pile discards;  ///< the last card is the newest
    /// Number of the shuffle that the pile came from; 0 is the one before the deal
    std::uint16_t shuffle = 0;
    Table table;  ///< a place is empty only while the pile is empty

    int direction = 1;  ///< 1 to the left, -1 to the right
    Turn turn;
    Call call;
    SeatSet said;             ///< seats that hold three cards and said so
    int idle_turns = 0;       ///< turns in a row in which nobody laid or got a card
    std::uint32_t turns = 0;  ///< turns begun in the match, lost turns included
    /// Waits begun in the match: Wait::number.
    std::uint32_t waits = 0;
    bool over = false;

    int seats() const { return hands.seats(); }

    friend bool operator==(const State&, const State&) = default;
};

/// Lays one or two cards, in the order of cards, on a card of the table. `tres` says TRES with the move.
struct Play {
    Place on;
    Cards cards;
    bool tres = false;
    friend bool operator==(const Play&, const Play&) = default;
};
struct Draw {
    friend bool operator==(const Draw&, const Draw&) = default;
};
struct Pass {
    bool tres = false;
    friend bool operator==(const Pass&, const Pass&) = default;
};
struct SayTres {
    friend bool operator==(const SayTres&, const SayTres&) = default;
};
struct Catch {
    Seat seat;
    friend bool operator==(const Catch&, const Catch&) = default;
};
using Move = std::variant<Play, Draw, Pass, SayTres, Catch>;

/// The reason why a player draws.
enum class DrawCause : std::uint8_t { turn, plus_three, toma_tres, caught, false_catch };
/// The reason why a player loses a turn.
enum class LossCause : std::uint8_t { reversa, salta, draw_three };

struct RolledOff {
    Seat seat;
    Card card;
    int points;  ///< value in the roll-off: number wilds 0, actions 3
    friend bool operator==(const RolledOff&, const RolledOff&) = default;
};
struct Deals {
    Seat seat;
    friend bool operator==(const Deals&, const Deals&) = default;
};
struct Starts {
    Seat seat;
    int game;
    friend bool operator==(const Starts&, const Starts&) = default;
};
struct Dealt {
    Seat seat;
    Hand cards;
    friend bool operator==(const Dealt&, const Dealt&) = default;
};
struct TurnedUp {
    Place on;
    Card card;
    friend bool operator==(const TurnedUp&, const TurnedUp&) = default;
};
struct Reversed {
    int direction;
    friend bool operator==(const Reversed&, const Reversed&) = default;
};
struct LostTurn {
    Seat seat;
    LossCause cause;
    friend bool operator==(const LostTurn&, const LostTurn&) = default;
};
struct Drew {
    Seat seat;
    DrawCause cause;
    InplaceVector<Card, 3> cards;  ///< fewer than required if the cards ran out
    friend bool operator==(const Drew&, const Drew&) = default;
};
/// The discards became the new draw pile.
struct Reshuffled {
    int cards;
    friend bool operator==(const Reshuffled&, const Reshuffled&) = default;
};
struct Played {
    Seat seat;
    Place on;
    Card below;  ///< the card of the table
    Cards cards;
    bool toma_tres;
    friend bool operator==(const Played&, const Played&) = default;
};
struct Passed {
    Seat seat;
    friend bool operator==(const Passed&, const Passed&) = default;
};
struct SaidTres {
    Seat seat;
    friend bool operator==(const SaidTres&, const SaidTres&) = default;
};
/// The grace is over: this seat may be caught now.
struct CatchOpened {
    Seat seat;
    friend bool operator==(const CatchOpened&, const CatchOpened&) = default;
};
struct Caught {
    Seat seat;
    Seat by;
    friend bool operator==(const Caught&, const Caught&) = default;
};
/// `seat` had already said TRES, so `by` draws.
struct FalselyCaught {
    Seat seat;
    Seat by;
    friend bool operator==(const FalselyCaught&, const FalselyCaught&) = default;
};
struct GameOver {
    SeatSet winners;
    bool blocked;
    int points;  ///< points of each winner; 0 unless the match is played for points
    friend bool operator==(const GameOver&, const GameOver&) = default;
};
/// The match is over.
struct Over {
    SeatSet winners;
    friend bool operator==(const Over&, const Over&) = default;
};
using Event = std::variant<RolledOff, Deals, Starts, Dealt, TurnedUp, Reversed, LostTurn, Drew, Reshuffled,
                           Played, Passed, SaidTres, CatchOpened, Caught, FalselyCaught, GameOver, Over>;

/// The visible part of Dealt: `cards` only for their owner.
struct SeenDealt {
    Seat seat;
    int count;
    std::optional<Hand> cards;
    friend bool operator==(const SeenDealt&, const SeenDealt&) = default;
};
/// The visible part of Drew: `cards` only for their owner.
struct SeenDrew {
    Seat seat;
    DrawCause cause;
    int count;
    std::optional<InplaceVector<Card, 3>> cards;
    friend bool operator==(const SeenDrew&, const SeenDrew&) = default;
};
using Seen =
    std::variant<RolledOff, Deals, Starts, SeenDealt, TurnedUp, Reversed, LostTurn, SeenDrew, Reshuffled,
                 Played, Passed, SaidTres, CatchOpened, Caught, FalselyCaught, GameOver, Over>;

/// The part of the view that never changes in a match.
struct About {
    int target;  ///< the score that ends the match
    friend bool operator==(const About&, const About&) = default;
};

/// Contains at most one hand: the viewer's own.
struct View {
    struct Player {
        int score;
        int cards;
        bool said_tres;
        friend bool operator==(const Player&, const Player&) = default;
    };
    struct OwnHand {
        Seat seat;
        std::vector<Card> hand;
        /// The card of the hand that was drawn in this turn; no other may be laid
        std::optional<Card> drawn;
        friend bool operator==(const OwnHand&, const OwnHand&) = default;
    };

    bool over;
    int game;
    std::optional<Turn> turn;
    std::vector<Player> seats;
    std::optional<OwnHand> own;
    Table table;
    int pile;
    int discards;
    std::optional<Card> top;  ///< top card of the discards
    int direction;
    Call call;

    friend bool operator==(const View&, const View&) = default;
};

struct Game {
    using Options = tres::Options;
    using State = tres::State;
    using Move = tres::Move;
    using Event = tres::Event;
    using About = tres::About;
    using View = tres::View;
    using Seen = tres::Seen;

    static const GameInfo& info();
    static std::variant<Options, OptionError> options(const OptionValues& values);
    static GameStart<State, Event> start(const Options& options, int seats, std::optional<Seat> first,
                                         Chance& chance);
    /// The seat that started the current game of the match.
    static Seat starter(const State& state);
    static std::uint32_t turns(const State& state);
    static SeatSet to_act(const State& state);
    static std::optional<Refusal> check(const State& state, Seat seat, const Move& move);
    static std::vector<Event> apply(State& state, Seat seat, const Move& move, Chance& chance);
    /// For the seat in turn moves()[0] is to draw, then to pass, or to lay the drawn card if it must be laid;
    /// it never says TRES. Plays are listed by place, single cards first, with `tres` false.
    static std::vector<Move> moves(const State& state, Seat seat);
    /// A turn, or one of the two windows of a TRES that was not said.
    static Wait wait(const State& state);
    static std::vector<Event> expire(State& state, Chance& chance);
    static About about(const State& state);
    static View view(const State& state, Viewer viewer);
    static std::optional<Seen> seen(const Event& event, Viewer viewer);
    static std::optional<Result> result(const State& state);
    /// Exchanges cards of the same shuffle that the viewer has not seen. Cards of different shuffles are not
    /// exchanged: all players saw the discards that a reshuffled pile was made of, so they also know which
    /// cards were in the hands then.
    static State redeal(const State& state, Viewer viewer, Chance& chance);
};

static_assert(Rules<Game>);

}  // namespace cubilete::tres
