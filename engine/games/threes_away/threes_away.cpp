#include "engine/games/threes_away/threes_away.hpp"

#include <algorithm>

#include "engine/games/threes_away/rounds.hpp"

namespace cubilete::threes_away {

namespace {

using Events = std::vector<Event>;

// ---- moves

std::optional<Refusal> check_turned(const State& state, const Keep& keep) {
    if (keep.turned.empty()) return std::nullopt;
    if (state.options.bottoms != BottomsRule::per_die)
        return illegal("At this table no single die may be turned over.");
    if (!(keep.turned - keep.dice).empty()) return illegal("Only a die that is kept may be turned over.");
    for (const auto position : keep.turned)
        if (!is_turnable(state.turn.dice[position], state.options))
            return illegal("A die may be turned over only to count less.");
    return std::nullopt;
}

std::optional<Refusal> check_keep(const State& state, const Keep& keep) {
    const Dice& dice = state.turn.dice;
    if (dice.empty()) return illegal("Throw the dice first.");
    if (keep.dice.empty()) return illegal("Keep at least one die.");
    if (!(keep.dice - Positions::first(static_cast<int>(dice.size()))).empty())
        return illegal("There is no such die in this throw.");
    if (!(zeros_to_keep(dice, state.options) - keep.dice).empty())
        return illegal("Every " + std::to_string(state.options.zero_face) + " must be kept.");
    return check_turned(state, keep);
}

std::optional<Refusal> check_roll(const State& state) {
    if (!state.turn.dice.empty()) return illegal("Keep at least one die first.");
    return std::nullopt;
}

std::optional<Refusal> check_bottoms(const State& state) {
    if (state.options.bottoms != BottomsRule::whole_throw)
        return illegal("At this table bottoms may not be called.");
    if (state.turn.dice.empty()) return illegal("Throw the dice first.");
    if (state.turn.turned) return illegal("Bottoms were called on this throw already.");
    return std::nullopt;
}

Events roll(State& state, Chance& chance) {
    Turn& turn = state.turn;
    turn.dice = chance.dice(turn.in_hand(), faces);
    ++turn.throws;
    return {Rolled{turn.seat, turn.dice}};
}

Events call_bottoms(State& state) {
    Turn& turn = state.turn;
    turn.dice = bottoms_of(turn.dice);
    turn.turned = true;
    return {BottomsCalled{turn.seat, turn.dice}};
}

/// Moves dice from the table to those kept; the others return to the hand.
Kept set_aside(Turn& turn, const Keep& keep, const Options& options) {
    Kept kept{turn.seat, keep.dice, keep.turned, {}, 0};
    kept.dice = faces_set_aside(turn.dice, keep.dice, keep.turned);
    for (const std::uint8_t face : kept.dice) {
        turn.sum += value_of(face, options);
        turn.kept.push_back(face);
    }
    kept.sum = turn.sum;
    turn.dice.clear();
    turn.turned = false;
    return kept;
}

void write_score(State& state, Events& events) {
    const Turn& turn = state.turn;
    state.players[turn.seat].score = static_cast<std::uint8_t>(turn.sum);
    events.emplace_back(Scored{turn.seat, turn.sum});
    if (turn.sum == 0 && state.options.zero_ante) collect(state, state.in_pot, Anted::Reason::zero, events);
}

Events keep(State& state, const Keep& move) {
    Turn& turn = state.turn;
    const Kept kept = set_aside(turn, move, state.options);
    Events events{kept};
    const Seat seat = turn.seat;
    // A15: before the stop rule and the cap.
    if (shoots_the_moon(kept.dice, state.options)) {
        state.players[seat].score = static_cast<std::uint8_t>(turn.sum);
        events.emplace_back(ShotTheMoon{seat});
        end_pot(state, {seat}, events);
    } else if (const auto limit = state.limit(); limit && turn.sum > *limit) {
        state.players[seat].out = true;
        events.emplace_back(WentOut{seat, turn.sum, *limit});
        end_turn(state, events);
    } else if (turn.kept.size() == dice_per_turn) {
        write_score(state, events);
        end_turn(state, events);
    }
    return events;
}

// ---- the list of moves

Keep suggested_keep(const Dice& dice, const Options& options) {
    const auto worth = [&](int face) { return value_of(face, options); };
    const Positions zeros = positions_of(dice, [&](int face) { return worth(face) == 0; });
    if (!zeros.empty()) return {zeros, {}};
    const auto lowest = std::ranges::min_element(dice, {}, worth);
    return {{static_cast<std::uint8_t>(lowest - dice.begin())}, {}};
}

/// Lists all ways to set dice aside, except the one that is already first in the list.
void list_keeps(const State& state, std::vector<Move>& moves) {
    const Dice& dice = state.turn.dice;
    const Keep first = std::get<Keep>(moves.front());
    const Positions must_keep = zeros_to_keep(dice, state.options);
    const Positions may_turn = positions_of(dice, [&](int face) { return is_turnable(face, state.options); });
    const std::uint32_t subsets = 1u << dice.size();
    for (std::uint32_t kept = 1; kept < subsets; ++kept) {
        const Positions keep = Positions::from_bits(kept);
        if (!(must_keep - keep).empty()) continue;
        for (std::uint32_t turned = 0; turned < (may_turn.empty() ? 1 : subsets); ++turned) {
            const Keep move{keep, Positions::from_bits(turned)};
            if ((move.turned - (keep & may_turn)).empty() && move != first) moves.emplace_back(move);
        }
    }
}

}  // namespace

const GameInfo& Game::info() {
    static const GameInfo info{
        .id = "threes_away",
        .title = "Threes Away",
        .min_seats = 2,
        .max_seats = max_players,
        .version = 1,
        .turn_ms = 20'000,
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
    State& state = started.state;
    Events& events = started.events;
    state.options = options;
    state.players.resize(static_cast<std::size_t>(seats));
    for (Player& player : state.players) player.chips = options.start_chips;
    const Seat starter = find_starter(options.starter, first, seats, chance, [&](Seat seat) {
        const Dice dice = chance.dice(dice_per_turn, faces);
        events.emplace_back(RolledOff{seat, dice, sum(dice)});
        return sum(dice);
    });
    events.emplace_back(Starts{starter});
    open_pot(state, starter, events);
    return started;
}

Seat Game::starter(const State& state) { return state.starter; }

std::uint32_t Game::turns(const State& state) { return state.turns; }

SeatSet Game::to_act(const State& state) { return state.over ? SeatSet{} : SeatSet{state.turn.seat}; }

std::optional<Refusal> Game::check(const State& state, Seat seat, const Move& move) {
    if (!to_act(state).contains(seat)) return not_your_turn();
    if (const auto* keep = std::get_if<Keep>(&move)) return check_keep(state, *keep);
    return std::holds_alternative<Roll>(move) ? check_roll(state) : check_bottoms(state);
}

std::vector<Event> Game::apply(State& state, Seat seat, const Move& move, Chance& chance) {
    require(!check(state, seat, move));
    ++state.decisions;
    if (const auto* dice = std::get_if<Keep>(&move)) return keep(state, *dice);
    return std::holds_alternative<Roll>(move) ? roll(state, chance) : call_bottoms(state);
}

std::vector<Move> Game::moves(const State& state, Seat seat) {
    std::vector<Move> moves;
    if (!to_act(state).contains(seat)) return moves;
    if (state.turn.dice.empty()) return {Roll{}};
    moves.reserve(1u << dice_per_turn);
    moves.emplace_back(suggested_keep(state.turn.dice, state.options));
    if (state.options.bottoms == BottomsRule::whole_throw && !state.turn.turned)
        moves.emplace_back(CallBottoms{});
    list_keeps(state, moves);
    return moves;
}

Wait Game::wait(const State& state) {
    if (state.over) return {};
    return {.kind = Wait::Kind::turn, .milliseconds = 0, .number = state.decisions + 1};
}

std::vector<Event> Game::expire(State& state, Chance& chance) {
    require(!state.over);
    return finish_turn<Game>(state, chance);
}

std::optional<Seen> Game::seen(const Event& event, Viewer) { return event; }

std::optional<Result> Game::result(const State& state) {
    if (!state.over) return std::nullopt;
    std::vector<int> chips;
    for (const Player& player : state.players) chips.push_back(player.chips);
    return standings(std::move(chips));
}

State Game::redeal(const State& state, Viewer, Chance&) { return state; }

}  // namespace cubilete::threes_away
