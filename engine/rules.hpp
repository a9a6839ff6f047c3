#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/chance.hpp"
#include "engine/options.hpp"
#include "engine/require.hpp"
#include "engine/small_set.hpp"

/// The interface between a game and the rest of the program. engine/README.md explains it.
namespace cubilete {

/// Seat number, 0-based and clockwise: the seat to the left of s is s + 1.
using Seat = std::uint8_t;
inline constexpr int max_seats = 10;

using SeatSet = SmallSet<Seat>;

/// Returns the seats of `among` with the highest value. Calls `value_of(seat)` once per seat, in seat order.
template <std::invocable<Seat> ValueOf>
SeatSet highest(SeatSet among, ValueOf value_of) {
    SeatSet best;
    int most = 0;
    for (const Seat seat : among) {
        const int value = value_of(seat);
        if (best.empty() || value > most) {
            best = {seat};
            most = value;
        } else if (value == most) {
            best.insert(seat);
        }
    }
    return best;
}

/// Returns the first seat of `among` at or after `from`, clockwise. `among` must not be empty
/// (std::logic_error); `from` may be one past the last seat.
inline Seat next_seat_from(SeatSet among, int from) {
    require(!among.empty());
    for (const Seat seat : among)
        if (seat >= from) return seat;
    return *among.begin();
}

/// The person who looks at a match: a seat, or a spectator (no seat).
struct Viewer {
    std::optional<Seat> seat;

    bool owns(Seat other) const { return seat == other; }
    friend bool operator==(const Viewer&, const Viewer&) = default;
};
inline constexpr Viewer spectator{};

/// The reason why a move was refused; the state did not change. `text` is one plain English sentence that
/// reveals nothing secret to the player who reads it.
struct Refusal {
    enum class Reason { not_your_turn, illegal_move };
    Reason reason;
    std::string text;
};

inline Refusal illegal(std::string text) { return {Refusal::Reason::illegal_move, std::move(text)}; }
inline Refusal not_your_turn() { return {Refusal::Reason::not_your_turn, "It is not your turn."}; }

/// The end of a match: one place and one score per seat. Seats can share a place: 1, 1, 3. Winners have
/// place 1.
struct Result {
    std::vector<int> places;
    std::vector<int> scores;
    std::vector<Seat> winners;
    friend bool operator==(const Result&, const Result&) = default;
};

/// Ranks seats by score. With `high_wins` the highest score is first, otherwise the lowest.
Result standings(std::vector<int> scores, bool high_wins = true);

/// The event that the clock waits for. The engine has no clock: the room runs it and calls expire() when the
/// time is up.
struct Wait {
    enum class Kind {
        none,    ///< nobody has to act
        turn,    ///< a player's decision; the time limit is the room's `turn_ms`
        window,  ///< a period of fixed length (a TRES call); its end never counts as a missed turn
    };
    Kind kind = Kind::none;
    int milliseconds = 0;      ///< length of a window; 0 for a turn
    std::uint32_t number = 0;  ///< when it changes, the clock starts again
    /// The player whose turn it is, if other seats may act too (a call in TRES). Otherwise empty: to_act()
    /// has one seat.
    std::optional<Seat> seat = std::nullopt;

    friend bool operator==(const Wait&, const Wait&) = default;
};

/// The seat that a turn waits for. If the time runs out, moves are made for this seat. Throws
/// std::logic_error unless `wait` is a turn and somebody may act.
inline Seat seat_in_turn(const Wait& wait, SeatSet to_act) {
    require(wait.kind == Wait::Kind::turn && !to_act.empty());
    return wait.seat.value_or(*to_act.begin());
}

/// The description of a game in the catalogue.
struct GameInfo {
    std::string id;     ///< used on the wire, in files and in the database
    std::string title;  ///< as the players call the game
    int min_seats;
    int max_seats;
    int version;  ///< must rise when the meaning of a logged move changes
    int turn_ms;  ///< default time limit of a turn in milliseconds (docs/rules.md A7)
    int minutes;  ///< duration of a typical match of two people
    std::vector<OptionSpec> options;
    std::vector<std::string> faces;  ///< names of a die's faces from 1; empty if they are numbers
};

template <class State, class Event>
struct GameStart {
    State state;
    std::vector<Event> events;
};

/// A game: types and static functions. State, Move and Event are values. There is no shared or global state,
/// so every function may be called from any thread.
///
/// - `options` reads a complete set of values, or returns which combination is impossible.
/// - `start` plays everything before the first decision (roll-off, deal). `first` overrides the option
///   `starter` and draws nothing (docs/rules.md A10). Seats are 0..seats-1; the number must be in info()'s
///   range.
/// - `starter` is the seat that started the match, or the latest game if a match has several. A rematch gives
///   the start to the next seat.
/// - `turns` is the number of turns begun, lost turns included. A clock may count more (each decision, a
///   window).
/// - `check` alone decides whether a move is legal. `apply` requires a legal move and then cannot fail.
/// - `moves` lists each legal move once, in one spelling. moves()[0] is played for a seat whose time
///   runs out. The list is empty for a seat that is not in `to_act`.
/// - `expire` is called when the wait runs out. It requires a wait.
/// - `view`, `seen` and `about` are the only sources for the wire. A View has no member for data that its
///   viewer may not see.
/// - `about` has what a View needs and what never changes in a match, the same for all viewers: the target, the
///   odds of a throw. A View does not repeat it.
/// - `redeal` returns another state that this viewer cannot distinguish from the given one.
template <class R>
concept Rules = std::regular<typename R::Options> && std::regular<typename R::State> &&
    std::regular<typename R::Move> && std::regular<typename R::Event> &&
    std::equality_comparable<typename R::View> && std::equality_comparable<typename R::Seen> &&
    std::equality_comparable<typename R::About> &&
    requires(typename R::State& state, const typename R::State& fixed, const typename R::Move& move,
             const typename R::Event& event, const typename R::Options& options, const OptionValues& values,
             std::optional<Seat> first, Seat seat, Viewer viewer, Chance& chance) {
    { R::info() } -> std::same_as<const GameInfo&>;
    { R::options(values) } -> std::same_as<std::variant<typename R::Options, OptionError>>;
    { R::start(options, 2, first, chance) } -> std::same_as<GameStart<typename R::State, typename R::Event>>;
    { R::starter(fixed) } -> std::same_as<Seat>;
    { R::turns(fixed) } -> std::same_as<std::uint32_t>;
    { R::to_act(fixed) } -> std::same_as<SeatSet>;
    { R::check(fixed, seat, move) } -> std::same_as<std::optional<Refusal>>;
    { R::apply(state, seat, move, chance) } -> std::same_as<std::vector<typename R::Event>>;
    { R::moves(fixed, seat) } -> std::same_as<std::vector<typename R::Move>>;
    { R::wait(fixed) } -> std::same_as<Wait>;
    { R::expire(state, chance) } -> std::same_as<std::vector<typename R::Event>>;
    { R::about(fixed) } -> std::same_as<typename R::About>;
    { R::view(fixed, viewer) } -> std::same_as<typename R::View>;
    { R::seen(event, viewer) } -> std::same_as<std::optional<typename R::Seen>>;
    { R::result(fixed) } -> std::same_as<std::optional<Result>>;
    { R::redeal(fixed, viewer, chance) } -> std::same_as<typename R::State>;
};

/// The usual expiry of a turn: plays moves()[0] for the seat until the turn is over. Returns the events.
template <class R>
std::vector<typename R::Event> finish_turn(typename R::State& state, Chance& chance) {
    std::vector<typename R::Event> events;
    const auto turns = R::turns(state);
    while (R::wait(state).kind == Wait::Kind::turn && R::turns(state) == turns) {
        const Seat seat = seat_in_turn(R::wait(state), R::to_act(state));
        auto more = R::apply(state, seat, R::moves(state, seat).front(), chance);
        events.insert(events.end(), std::make_move_iterator(more.begin()),
                      std::make_move_iterator(more.end()));
    }
    return events;
}

}  // namespace cubilete
