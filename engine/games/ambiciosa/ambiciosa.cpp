#include "engine/games/ambiciosa/ambiciosa.hpp"

#include <algorithm>

namespace cubilete::ambiciosa {

namespace {

using Events = std::vector<Event>;

bool may_bank(const State& state) { return state.points >= std::max(state.options.min_bank, 1); }

void end_turn(State& state, Events& events) {
    state.points = state.throws = 0;
    if (auto event = state.race.end_turn()) events.emplace_back(*std::move(event));
}

void penalize(State& state, int points, Events& events) {
    int& total = state.race.total();
    total += points;
    if (state.options.floor_at_zero) total = std::max(total, 0);
    events.emplace_back(Penalized{state.race.seat, state.points, points, total});
    end_turn(state, events);
}

Events roll(State& state, Chance& chance) {
    const Seat seat = state.race.seat;
    const Dice dice = chance.dice(dice_per_throw, faces);
    const int points = worth(state.options, dice);
    state.last = {seat, dice};
    ++state.throws;
    if (points > 0) {
        state.points += points;
        return {Rolled{seat, dice, points, state.points}};
    }
    Events events{Rolled{seat, dice, points, 0}};
    if (points < 0) {
        penalize(state, points, events);
    } else {
        events.emplace_back(Busted{seat, state.points});
        end_turn(state, events);
    }
    return events;
}

Events bank(State& state) {
    int& total = state.race.total();
    total += state.points;
    Events events{Banked{state.race.seat, state.points, total}};
    end_turn(state, events);
    return events;
}

Refusal cannot_bank(const State& state) {
    if (state.throws == 0) return illegal("Throw the dice first.");
    return illegal("To stop you need " + std::to_string(state.options.min_bank) + " points.");
}

}  // namespace

const GameInfo& Game::info() {
    static const GameInfo info{
        .id = "ambiciosa",
        .title = "La Ambiciosa",
        .min_seats = 1,
        .max_seats = Race::max_seats,
        .version = 1,
        .turn_ms = 15'000,
        .minutes = 5,
        .options = option_specs(),
        .faces = {face_names.begin(), face_names.end()},
    };
    return info;
}

std::variant<Options, OptionError> Game::options(const OptionValues& values) { return read_options(values); }

GameStart<State, Event> Game::start(const Options& options, int seats, std::optional<Seat> first,
                                    Chance& chance) {
    require(info().min_seats <= seats && seats <= info().max_seats);
    GameStart<State, Event> started;
    const Seat starter = find_starter(options.starter, first, seats, chance, [&](Seat seat) {
        const std::uint8_t face = chance.dice(1, faces)[0];
        started.events.emplace_back(RolledOff{seat, static_cast<Face>(face)});
        return -face;
    });
    started.events.emplace_back(Starts{starter});
    started.state.options = options;
    started.state.race = Race::start(options.target, options.tie, seats, starter);
    return started;
}

Seat Game::starter(const State& state) { return state.race.starter; }

std::uint32_t Game::turns(const State& state) { return state.race.turn; }

SeatSet Game::to_act(const State& state) { return state.race.to_act(); }

std::optional<Refusal> Game::check(const State& state, Seat seat, const Move& move) {
    if (!to_act(state).contains(seat)) return not_your_turn();
    if (std::holds_alternative<Bank>(move) && !may_bank(state)) return cannot_bank(state);
    return std::nullopt;
}

std::vector<Event> Game::apply(State& state, Seat seat, const Move& move, Chance& chance) {
    require(!check(state, seat, move));
    ++state.decision;
    return std::holds_alternative<Bank>(move) ? bank(state) : roll(state, chance);
}

std::vector<Move> Game::moves(const State& state, Seat seat) {
    if (!to_act(state).contains(seat)) return {};
    if (may_bank(state)) return {Bank{}, Roll{}};
    return {Roll{}};
}

Wait Game::wait(const State& state) {
    if (state.race.over) return {};
    return {.kind = Wait::Kind::turn, .milliseconds = 0, .number = state.decision};
}

std::vector<Event> Game::expire(State& state, Chance& chance) {
    require(!state.race.over);
    return finish_turn<Game>(state, chance);
}

About Game::about(const State& state) { return {state.race.about(), odds(state.options)}; }

View Game::view(const State& state, Viewer) {
    View view{.race = state.race.view(), .turn = {}, .last = {}};
    if (state.last)
        view.last = View::Last{state.last->seat, state.last->dice, worth(state.options, state.last->dice)};
    if (!state.race.over) view.turn = View::Turn{state.race.seat, state.points, state.throws};
    return view;
}

std::optional<Seen> Game::seen(const Event& event, Viewer) { return event; }

std::optional<Result> Game::result(const State& state) { return state.race.result(); }

State Game::redeal(const State& state, Viewer, Chance&) { return state; }

}  // namespace cubilete::ambiciosa
