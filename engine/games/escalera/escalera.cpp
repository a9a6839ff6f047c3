#include "engine/games/escalera/escalera.hpp"

namespace cubilete::escalera {

namespace {

using Events = std::vector<Event>;

int pot(const Options& options, std::size_t seats) { return options.ante * static_cast<int>(seats); }

/// The chips that each seat takes from the pot; empty before the match is over, and without a pot.
std::vector<int> winnings(const State& state) {
    const int chips = pot(state.options, state.race.totals.size());
    const auto result = state.race.result();
    if (!result || chips == 0) return {};
    std::vector<int> won(state.race.totals.size(), 0);
    for (const Seat winner : result->winners) won[winner] = chips / static_cast<int>(result->winners.size());
    return won;
}

}  // namespace

const GameInfo& Game::info() {
    static const GameInfo info{
        .id = "escalera",
        .title = "Escalera",
        .min_seats = 1,
        .max_seats = Race::max_seats,
        .version = 1,
        .turn_ms = 10'000,
        .minutes = 10,
        .options = option_specs(),
        .faces = {},
    };
    return info;
}

std::variant<Options, OptionError> Game::options(const OptionValues& values) {
    Options options = read_options(values);
    if (options.triple_one_two && !options.multi_straights)
        return OptionError{"triple_one_two",
                           "Three times 1-2 can only count where multiple straights do (multi_straights).",
                           "multi_straights_off"};
    return options;
}

GameStart<State, Event> Game::start(const Options& options, int seats, std::optional<Seat> first,
                                    Chance& chance) {
    require(info().min_seats <= seats && seats <= info().max_seats);
    GameStart<State, Event> started;
    Events& events = started.events;
    const Seat starter = find_starter(options.starter, first, seats, chance, [&](Seat seat) {
        const Dice dice = chance.dice(dice_per_throw, faces);
        events.emplace_back(RolledOff{seat, dice, sum(dice)});
        return sum(dice);
    });
    started.state.options = options;
    started.state.race = Race::start(options.target, options.tie, seats, starter);
    if (options.ante > 0)
        events.emplace_back(Anted{options.ante, pot(options, started.state.race.totals.size())});
    events.emplace_back(Starts{starter});
    return started;
}

Seat Game::starter(const State& state) { return state.race.starter; }

std::uint32_t Game::turns(const State& state) { return state.race.turn; }

SeatSet Game::to_act(const State& state) { return state.race.to_act(); }

std::optional<Refusal> Game::check(const State& state, Seat seat, const Move&) {
    if (!to_act(state).contains(seat)) return not_your_turn();
    return std::nullopt;
}

std::vector<Event> Game::apply(State& state, Seat seat, const Move& move, Chance& chance) {
    require(!check(state, seat, move));
    const Throw thrown = score(state.options, chance.dice(dice_per_throw, faces));
    state.last = {seat, thrown};
    int& total = state.race.total();
    const int before = total;
    total = (thrown.reset ? 0 : before) + thrown.points;

    Events events{Rolled{seat, thrown, total}};
    if (thrown.reset) events.emplace_back(Reset{seat, thrown.marks[0].dice.size(), before});
    if (auto event = state.race.end_turn()) events.emplace_back(*std::move(event));
    const std::vector<int> won = winnings(state);
    for (Seat winner = 0; winner < won.size(); ++winner)
        if (won[winner] > 0) events.emplace_back(PotWon{winner, won[winner]});
    return events;
}

std::vector<Move> Game::moves(const State& state, Seat seat) {
    if (!to_act(state).contains(seat)) return {};
    return {Roll{}};
}

Wait Game::wait(const State& state) {
    if (state.race.over) return {};
    if (state.options.auto_roll)
        return {.kind = Wait::Kind::window, .milliseconds = auto_roll_ms, .number = state.race.turn};
    return {.kind = Wait::Kind::turn, .milliseconds = 0, .number = state.race.turn};
}

std::vector<Event> Game::expire(State& state, Chance& chance) {
    require(!state.race.over);
    return apply(state, state.race.seat, Roll{}, chance);
}

About Game::about(const State& state) {
    return {state.race.about(), pot(state.options, state.race.totals.size())};
}

View Game::view(const State& state, Viewer) {
    View view{.race = state.race.view(), .turn = {}, .won = winnings(state), .last = state.last};
    if (!state.race.over) view.turn = state.race.seat;
    return view;
}

std::optional<Seen> Game::seen(const Event& event, Viewer) { return event; }

std::optional<Result> Game::result(const State& state) { return state.race.result(); }

State Game::redeal(const State& state, Viewer, Chance&) { return state; }

}  // namespace cubilete::escalera
