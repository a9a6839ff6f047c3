#pragma once

#include "protocol/typed_match.hpp"

/// A game for tests of what every match does but Yahtzee never needs: moves out of turn, windows, secrets.
///
/// Each of 1 to 4 players gets one secret card. The player in turn may `pass`. Every player may `knock` at
/// any time and gets a number that no other player sees. A pass opens a window in which players may only
/// knock; the clock closes it. After four passes the match is over.
namespace cubilete::toy {

struct Options {
    friend bool operator==(const Options&, const Options&) = default;
};

struct State {
    int seats = 0;
    int passes = 0;
    bool window = false;
    std::vector<Card> hands;
    std::uint32_t waits = 0;
    friend bool operator==(const State&, const State&) = default;
};

enum class Move { pass, knock };

struct Event {
    Seat seat = 0;
    Move move = Move::pass;
    int secret = 0;
    friend bool operator==(const Event&, const Event&) = default;
};
using Seen = Event;

struct About {
    friend bool operator==(const About&, const About&) = default;
};

struct View {
    int passes = 0;
    std::optional<Card> hand;
    friend bool operator==(const View&, const View&) = default;
};

struct Game {
    using Options = toy::Options;
    using State = toy::State;
    using Move = toy::Move;
    using Event = toy::Event;
    using About = toy::About;
    using View = toy::View;
    using Seen = toy::Seen;

    static const GameInfo& info() {
        static const GameInfo toy{"toy", "Toy", 1, 4, 1, 1000, 1, {}, {}};
        return toy;
    }
    static std::variant<Options, OptionError> options(const OptionValues&) { return Options{}; }
    static GameStart<State, Event> start(const Options&, int seats, std::optional<Seat>, Chance& chance) {
        State state{.seats = seats, .passes = 0, .window = false, .hands = {}, .waits = 0};
        for (int seat = 0; seat < seats; ++seat) state.hands.push_back(static_cast<Card>(seat));
        chance.shuffle(state.hands);
        return {std::move(state), {}};
    }
    static Seat starter(const State&) { return 0; }
    static Seat turn(const State& state) { return static_cast<Seat>(state.passes % state.seats); }
    static std::uint32_t turns(const State& state) { return static_cast<std::uint32_t>(state.passes + 1); }
    static SeatSet to_act(const State& state) {
        return result(state) ? SeatSet{} : SeatSet::first(state.seats);
    }
    static std::vector<Move> moves(const State& state, Seat seat) {
        if (!to_act(state).contains(seat)) return {};
        if (state.window || seat != turn(state)) return {Move::knock};
        return {Move::pass, Move::knock};
    }
    static std::optional<Refusal> check(const State& state, Seat seat, Move move) {
        if (move == Move::pass && (state.window || seat != turn(state)))
            return illegal("You cannot pass now.");
        return std::nullopt;
    }
    static std::vector<Event> apply(State& state, Seat seat, Move move, Chance& chance) {
        if (move == Move::knock) return {{seat, move, chance.pick(6) + 1}};
        ++state.passes;
        ++state.waits;
        state.window = true;
        return {{seat, move, 0}};
    }
    static Wait wait(const State& state) {
        if (result(state)) return {};
        if (state.window) return {Wait::Kind::window, 500, state.waits};
        return {Wait::Kind::turn, 0, state.waits, turn(state)};
    }
    static std::vector<Event> expire(State& state, Chance& chance) {
        if (!state.window) return apply(state, turn(state), Move::pass, chance);
        ++state.waits;
        state.window = false;
        return {};
    }
    static About about(const State&) { return {}; }
    static View view(const State& state, Viewer viewer) {
        View view{state.passes, {}};
        if (viewer.seat) view.hand = state.hands[*viewer.seat];
        return view;
    }
    static std::optional<Seen> seen(const Event& event, Viewer viewer) {
        if (event.move == Move::knock && !viewer.owns(event.seat)) return std::nullopt;
        return event;
    }
    static std::optional<Result> result(const State& state) {
        if (state.passes < 4) return std::nullopt;
        return standings(std::vector<int>(static_cast<std::size_t>(state.seats), 0));
    }
    static State redeal(const State& state, Viewer, Chance&) { return state; }
};

inline protocol::JsonText to_json(Move move) {
    return protocol::JsonText::object({{"do", move == Move::pass ? "pass" : "knock"}});
}
inline protocol::JsonText to_json(const Event& event) {
    return protocol::JsonText::object({{"e", event.move == Move::pass ? "passed" : "knocked"},
                                       {"seat", event.seat},
                                       {"secret", event.secret}});
}
inline protocol::JsonText listed(Move move) { return to_json(move); }
inline protocol::JsonText to_json(const About&) { return protocol::JsonText::object(); }
inline protocol::JsonText to_json(const View& view) {
    return protocol::JsonText::object({{"passes", view.passes}, {"hand", view.hand}});
}
inline std::variant<Move, protocol::Rejection> read_move(const protocol::Json& json) {
    if (json == to_json(Move::pass).tree()) return Move::pass;
    if (json == to_json(Move::knock).tree()) return Move::knock;
    return protocol::Rejection{protocol::Code::bad_message, "A move is pass or knock.", "/move", {}};
}

/// Plays the first legal move.
struct Bot {
    using Game = toy::Game;
    struct Book {
        friend bool operator==(const Book&, const Book&) = default;
    };

    static Book compute_book(const Game::Options&, int) { return {}; }
    static std::optional<Move> choose(const Book&, const State& state, Seat seat, Level,
                                      const ThinkingBudget&) {
        return Game::moves(state, seat).front();
    }
    static Hints hints(const Book&, const State& state, Seat seat, const ThinkingBudget&) {
        return {Hints::Unit::points, std::vector<double>(Game::moves(state, seat).size(), 0)};
    }
    static std::vector<PublishedValueCheck> check_published_values() { return {}; }
};

using Match = protocol::TypedMatch<Bot, read_move>;

}  // namespace cubilete::toy
