#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "engine/inplace_vector.hpp"
#include "engine/rules.hpp"

/// Coin toss, for two players: they toss in turn, and the first with three heads wins. A game as small as a game
/// can be; the test `sixth_game` adds it to a copy of the project.
namespace cubilete::coin {

inline constexpr int heads_to_win = 3;

struct Options {
    friend bool operator==(const Options&, const Options&) = default;
};

/// Contains nothing secret.
struct State {
    InplaceVector<int, 2> heads;  ///< by seat
    Seat starter = 0;
    std::uint32_t turn = 1;
    bool over = false;

    /// The seat that tosses.
    Seat seat() const { return static_cast<Seat>((starter + turn - 1) % heads.size()); }
    friend bool operator==(const State&, const State&) = default;
};

/// Tosses the coin.
struct Move {
    friend bool operator==(const Move&, const Move&) = default;
};

struct Event {
    Seat seat = 0;
    bool heads = false;
    friend bool operator==(const Event&, const Event&) = default;
};
using Seen = Event;

/// The part of a view that never changes in a match.
struct About {
    int target = heads_to_win;
    friend bool operator==(const About&, const About&) = default;
};

struct View {
    std::uint32_t round = 1;
    std::vector<int> heads;    ///< by seat
    std::optional<Seat> turn;  ///< none when the match is over
    friend bool operator==(const View&, const View&) = default;
};

struct Game {
    using Options = coin::Options;
    using State = coin::State;
    using Move = coin::Move;
    using Event = coin::Event;
    using About = coin::About;
    using View = coin::View;
    using Seen = coin::Seen;

    static const GameInfo& info();
    static std::variant<Options, OptionError> options(const OptionValues&) { return Options{}; }
    static GameStart<State, Event> start(const Options&, int seats, std::optional<Seat> first, Chance&);
    static Seat starter(const State& state) { return state.starter; }
    static std::uint32_t turns(const State& state) { return state.turn; }
    static SeatSet to_act(const State& state);
    static std::optional<Refusal> check(const State& state, Seat seat, const Move&);
    static std::vector<Event> apply(State& state, Seat seat, const Move& move, Chance& chance);
    static std::vector<Move> moves(const State& state, Seat seat);
    static Wait wait(const State& state);
    static std::vector<Event> expire(State& state, Chance& chance) {
        return finish_turn<Game>(state, chance);
    }
    static About about(const State&) { return {}; }
    static View view(const State& state, Viewer);
    static std::optional<Seen> seen(const Event& event, Viewer) { return event; }
    static std::optional<Result> result(const State& state);
    static State redeal(const State& state, Viewer, Chance&) { return state; }
};

static_assert(Rules<Game>);

}  // namespace cubilete::coin
