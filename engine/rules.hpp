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

/// The contract between a game and everything else. engine/README.md tells it in prose.
namespace cubilete {

/// 0-based, clockwise: the seat to the left of s is s + 1.
using Seat = std::uint8_t;
inline constexpr int most_seats = 10;

using SeatSet = SmallSet<Seat>;

/// Those of `among` for whom `value_of(seat)` is highest; it is asked once a seat, in seat order.
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

/// The first of `among` from `from` on, clockwise. Not empty; `from` may be one past the last seat.
inline Seat first_from(SeatSet among, int from) {
    require(!among.empty());
    for (const Seat seat : among)
        if (seat >= from) return seat;
    return *among.begin();
}

/// Who looks: a seat, or a spectator (no seat).
struct Viewer {
    std::optional<Seat> seat;

    bool owns(Seat other) const { return seat == other; }
    friend bool operator==(const Viewer&, const Viewer&) = default;
};
inline constexpr Viewer spectator{};

/// Why a move was not taken; the state is as it was. `text` is one plain English sentence that gives away
/// nothing its reader may not know.
struct Refusal {
    enum class Reason { not_your_turn, illegal_move };
    Reason reason;
    std::string text;
};

inline Refusal illegal(std::string text) { return {Refusal::Reason::illegal_move, std::move(text)}; }
inline Refusal not_your_turn() { return {Refusal::Reason::not_your_turn, "It is not your turn."}; }

/// How a match ended, one value a seat. Equal places share: 1, 1, 3.
struct Result {
    std::vector<int> places;
    std::vector<int> scores;
    std::vector<Seat> winners;
    friend bool operator==(const Result&, const Result&) = default;
};

/// Places by score: `high_wins` puts the highest first.
Result standings(std::vector<int> scores, bool high_wins = true);

/// What the clock waits for. The engine has no clock: the room runs it and calls expire() when it ends.
struct Wait {
    enum class Kind {
        none,    ///< nobody has to do anything
        turn,    ///< a player's decision, for as long as the table's `turn_ms` allows
        window,  ///< a stretch of play of fixed length (a TRES call); never counts as absence
    };
    Kind kind = Kind::none;
    int milliseconds = 0;      ///< of a window; 0 for a turn
    std::uint32_t number = 0;  ///< another number = the clock starts anew
    /// Whose turn it is, where others may act meanwhile (a call in TRES); otherwise the only one in to_act().
    std::optional<Seat> seat = std::nullopt;

    friend bool operator==(const Wait&, const Wait&) = default;
};

/// The seat that a turn waits for, and that the house plays for when it runs out.
inline Seat seat_in_turn(const Wait& wait, SeatSet to_act) {
    require(wait.kind == Wait::Kind::turn && !to_act.empty());
    return wait.seat.value_or(*to_act.begin());
}

/// A game as the catalogue shows it.
struct Info {
    std::string id;     ///< on the wire, in files and in the database
    std::string title;  ///< as its players call it
    int min_seats;
    int max_seats;
    int version;  ///< rises when the meaning of a logged move changes
    int turn_ms;  ///< how long a turn may take unless the table says otherwise (RULES x.5)
    std::vector<OptionSpec> options;
    std::vector<std::string> faces;  ///< names of a die's faces 1.., where they are not numbers
};

template <class State, class Event>
struct Started {
    State state;
    std::vector<Event> events;
};

/// A game: types and static functions. State, Move and Event are values; nothing is shared, nothing is
/// global, so every function may be called from any thread.
///
/// - `options` reads a complete set of values, or says which combination is impossible.
/// - `start` plays everything that comes before the first decision (roll-off, deal). `first` overrides the
///   option `starter` and draws nothing (RULES A10). Seats are 0..seats-1, within info's range.
/// - `starter` is the seat that started, the last time where a match has several starts: a rematch rotates
///   from it.
/// - `turns` counts the turns that have begun, lost ones too; a clock may count more (each decision, a window).
/// - `check` alone decides what is legal; `apply` requires it and then cannot fail.
/// - `moves` lists one spelling of each legal move, [0] being what the house plays for an absent seat; it is
///   empty for a seat that is not in `to_act`.
/// - `expire` is what happens when the wait runs out; it requires a wait.
/// - `view` and `seen` are the only ways to the wire. A View has nowhere to put what its viewer may not see.
/// - `redeal` is another state that this viewer cannot tell from the given one.
template <class R>
concept Rules = std::regular<typename R::Options> && std::regular<typename R::State> &&
    std::regular<typename R::Move> && std::regular<typename R::Event> &&
    std::equality_comparable<typename R::View> && std::equality_comparable<typename R::Seen> &&
    requires(typename R::State& state, const typename R::State& fixed, const typename R::Move& move,
             const typename R::Event& event, const typename R::Options& options, const OptionValues& values,
             std::optional<Seat> first, Seat seat, Viewer viewer, Chance& chance) {
    { R::info() } -> std::same_as<const Info&>;
    { R::options(values) } -> std::same_as<std::variant<typename R::Options, BadOptions>>;
    { R::start(options, 2, first, chance) } -> std::same_as<Started<typename R::State, typename R::Event>>;
    { R::starter(fixed) } -> std::same_as<Seat>;
    { R::turns(fixed) } -> std::same_as<std::uint32_t>;
    { R::to_act(fixed) } -> std::same_as<SeatSet>;
    { R::check(fixed, seat, move) } -> std::same_as<std::optional<Refusal>>;
    { R::apply(state, seat, move, chance) } -> std::same_as<std::vector<typename R::Event>>;
    { R::moves(fixed, seat) } -> std::same_as<std::vector<typename R::Move>>;
    { R::wait(fixed) } -> std::same_as<Wait>;
    { R::expire(state, chance) } -> std::same_as<std::vector<typename R::Event>>;
    { R::view(fixed, viewer) } -> std::same_as<typename R::View>;
    { R::seen(event, viewer) } -> std::same_as<std::optional<typename R::Seen>>;
    { R::result(fixed) } -> std::same_as<std::optional<Result>>;
    { R::redeal(fixed, viewer, chance) } -> std::same_as<typename R::State>;
};

/// The usual expiry of a turn: the house plays moves()[0] until the turn has passed.
template <class R>
std::vector<typename R::Event> play_turn_out(typename R::State& state, Chance& chance) {
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
