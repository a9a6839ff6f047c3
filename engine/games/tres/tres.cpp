#include "engine/games/tres/tres.hpp"

#include <algorithm>

#include "engine/games/tres/dealer.hpp"
#include "engine/games/tres/lay.hpp"

namespace cubilete::tres {

namespace {

/// True if it is the seat's turn and no unsaid TRES blocks it.
bool may_move(const State& state, Seat seat) {
    return !state.over && seat == state.turn.seat && !state.call.holds();
}
bool may_say(const State& state, Seat seat) { return state.call.is_unsaid() && seat == state.call.seat; }
bool may_catch(const State& state, Seat seat) {
    using enum Call::Stage;
    const Call& call = state.call;
    return seat != call.seat && (call.stage == open || call.stage == late || call.stage == said);
}

/// True if the drawn card can be laid; then it must be (R4.16).
bool must_lay(const State& state, const HeldCard* drawn) {
    return state.options.must_play_drawn && drawn != nullptr &&
           contains(numbers_to_lay(state.table), number_of(drawn->card));
}

bool holds(std::span<const HeldCard> hand, const Cards& cards) {
    return std::ranges::all_of(cards, [&](Card card) {
        return std::ranges::count(hand, card, &HeldCard::card) >= std::ranges::count(cards, card);
    });
}

// ---- legal moves

struct Check {
    const State& state;
    Seat seat;

    std::optional<Refusal> operator()(const Play& play) const {
        if (auto refusal = not_now()) return refusal;
        if (!holds(state.hands.of(seat), play.cards)) return illegal("You do not hold these cards.");
        if (state.turn.drawn) {
            const HeldCard* drawn = state.hands.drawn(seat);
            if (drawn == nullptr) return illegal("There was no card to draw: pass.");
            if (play.cards != Cards{drawn->card})
                return illegal("After drawing only the drawn card may be laid, alone.");
        }
        return check_run(state.table, play);
    }
    std::optional<Refusal> operator()(const Draw&) const {
        if (auto refusal = not_now()) return refusal;
        if (state.turn.drawn) return illegal("You have drawn already.");
        return std::nullopt;
    }
    std::optional<Refusal> operator()(const Pass&) const {
        if (auto refusal = not_now()) return refusal;
        if (!state.turn.drawn) return illegal("Draw a card before you pass.");
        if (must_lay(state, state.hands.drawn(seat)))
            return illegal("The drawn card can be laid and must be.");
        return std::nullopt;
    }
    std::optional<Refusal> operator()(const SayTres&) const {
        if (may_say(state, seat)) return std::nullopt;
        return illegal("You need not say TRES now.");
    }
    std::optional<Refusal> operator()(const Catch& caught) const {
        if (may_catch(state, seat) && caught.seat == state.call.seat) return std::nullopt;
        return illegal("This player cannot be caught now.");
    }

  private:
    std::optional<Refusal> not_now() const {
        if (may_move(state, seat)) return std::nullopt;
        if (seat == state.turn.seat) return illegal("Wait: TRES has not been said.");
        return illegal("It is not your turn.");
    }
};

void list_turn(const State& state, Seat seat, std::vector<Move>& moves) {
    if (!state.turn.drawn) {
        moves.emplace_back(Draw{});
        return list_plays(state.table, state.hands.of(seat), moves);
    }
    const HeldCard* drawn = state.hands.drawn(seat);
    if (!must_lay(state, drawn)) moves.emplace_back(Pass{});
    if (drawn != nullptr) list_plays(state.table, drawn->card, moves);
}

}  // namespace

const GameInfo& Game::info() {
    static const GameInfo info{
        .id = "tres",
        .title = "TRES",
        .min_seats = 2,
        .max_seats = max_players,
        .version = 1,
        .turn_ms = 25'000,
        .minutes = 10,
        .options = option_specs(),
        .faces = {},
    };
    return info;
}

std::variant<Options, OptionError> Game::options(const OptionValues& values) { return read_options(values); }

GameStart<State, Event> Game::start(const Options& options, int seats, std::optional<Seat> first,
                                    Chance& chance) {
    require(info().min_seats <= seats && seats <= info().max_seats);
    GameStart<State, Event> started;
    started.state.options = options;
    started.state.hands = Hands(seats);
    Dealer dealer(started.state, chance);
    dealer.open_match(first);
    started.events = std::move(dealer).events();
    return started;
}

Seat Game::starter(const State& state) { return state.starter; }

std::uint32_t Game::turns(const State& state) { return state.turns; }

SeatSet Game::to_act(const State& state) {
    if (state.over) return {};
    const SeatSet all = SeatSet::first(state.seats());
    const SeatSet in_turn{state.turn.seat};
    switch (state.call.stage) {
        case Call::Stage::none: return in_turn;
        case Call::Stage::grace: return {state.call.seat};
        case Call::Stage::open:
        case Call::Stage::late: return all;
        case Call::Stage::said: return (all - SeatSet{state.call.seat}) | in_turn;
    }
    throw_contract_violation();
}

std::optional<Refusal> Game::check(const State& state, Seat seat, const Move& move) {
    if (!to_act(state).contains(seat)) return not_your_turn();
    return std::visit(Check{state, seat}, move);
}

std::vector<Event> Game::apply(State& state, Seat seat, const Move& move, Chance& chance) {
    require(!check(state, seat, move));
    Dealer dealer(state, chance);
    dealer.carry_out(move, seat);
    return std::move(dealer).events();
}

std::vector<Move> Game::moves(const State& state, Seat seat) {
    std::vector<Move> moves;
    if (!to_act(state).contains(seat)) return moves;
    moves.reserve(64);  // enough for nearly every hand
    if (may_move(state, seat)) list_turn(state, seat, moves);
    if (may_say(state, seat)) moves.emplace_back(SayTres{});
    if (may_catch(state, seat)) moves.emplace_back(Catch{state.call.seat});
    return moves;
}

Wait Game::wait(const State& state) {
    if (state.over) return {};
    if (state.call.holds())
        return {.kind = Wait::Kind::window,
                .milliseconds = state.call.stage == Call::Stage::grace ? grace_ms : catch_ms,
                .number = state.waits};
    return {.kind = Wait::Kind::turn, .milliseconds = 0, .number = state.waits, .seat = state.turn.seat};
}

std::vector<Event> Game::expire(State& state, Chance& chance) {
    require(!state.over);
    if (!state.call.holds()) return finish_turn<Game>(state, chance);
    Dealer dealer(state, chance);
    dealer.end_window();
    return std::move(dealer).events();
}

std::optional<Result> Game::result(const State& state) {
    if (!state.over) return std::nullopt;
    // Equal scores are ranked by the number of cards left, which is always below this factor (A5).
    constexpr int more_than_cards = max_cards + 1;
    std::vector<int> scores, standing;
    for (Seat seat = 0; seat < state.seats(); ++seat) {
        scores.push_back(state.scores[seat]);
        standing.push_back(scores.back() * more_than_cards - state.hands.count(seat));
    }
    Result result = standings(std::move(standing));
    result.scores = std::move(scores);
    return result;
}

}  // namespace cubilete::tres
