#include "engine/games/coin/coin.hpp"

namespace cubilete::coin {

const GameInfo& Game::info() {
    static const GameInfo info{.id = "coin",
                               .title = "Coin toss",
                               .min_seats = 2,
                               .max_seats = 2,
                               .version = 1,
                               .turn_ms = 10'000,
                               .minutes = 1,
                               .options = {},
                               .faces = {}};
    return info;
}

GameStart<State, Event> Game::start(const Options&, int seats, std::optional<Seat> first, Chance&) {
    State state;
    state.heads.resize(static_cast<std::size_t>(seats));
    state.starter = first.value_or(Seat{0});
    return {state, {}};
}

SeatSet Game::to_act(const State& state) { return state.over ? SeatSet{} : SeatSet{state.seat()}; }

std::optional<Refusal> Game::check(const State& state, Seat seat, const Move&) {
    if (!to_act(state).contains(seat)) return not_your_turn();
    return std::nullopt;
}

std::vector<Event> Game::apply(State& state, Seat seat, const Move& move, Chance& chance) {
    require(!check(state, seat, move));
    const bool heads = chance.pick(2) == 1;
    if (heads) state.over = ++state.heads[seat] == heads_to_win;
    if (!state.over) ++state.turn;
    return {{seat, heads}};
}

std::vector<Move> Game::moves(const State& state, Seat seat) {
    if (!to_act(state).contains(seat)) return {};
    return {Move{}};
}

Wait Game::wait(const State& state) {
    if (state.over) return {};
    return {.kind = Wait::Kind::turn, .milliseconds = 0, .number = state.turn};
}

View Game::view(const State& state, Viewer) {
    const auto seats = static_cast<std::uint32_t>(state.heads.size());
    View view{(state.turn - 1) / seats + 1, {state.heads.begin(), state.heads.end()}, std::nullopt};
    if (!state.over) view.turn = state.seat();
    return view;
}

std::optional<Result> Game::result(const State& state) {
    if (!state.over) return std::nullopt;
    return standings({state.heads.begin(), state.heads.end()});
}

}  // namespace cubilete::coin
