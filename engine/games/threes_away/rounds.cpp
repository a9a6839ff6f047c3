#include "engine/games/threes_away/rounds.hpp"

#include <algorithm>

namespace cubilete::threes_away {

namespace {

using Events = std::vector<Event>;

// ---- seats

/// The seats whose player satisfies `has(player)`.
template <std::predicate<const Player&> Has>
SeatSet seats_of(const State& state, Has has) {
    SeatSet seats;
    for (Seat seat = 0; seat < state.players.size(); ++seat)
        if (has(state.players[seat])) seats.insert(seat);
    return seats;
}

SeatSet with_lowest_score(const State& state) {
    const auto lowest = state.lowest();
    return seats_of(state, [&](const Player& player) { return lowest && player.score == lowest; });
}

SeatSet with_chips(const State& state) {
    return seats_of(state, [](const Player& player) { return player.chips > 0; });
}

/// R2.7, among the seats that play. `took_pot` is empty when a round is played again.
Seat next_starter(const State& state, SeatSet playing, SeatSet took_pot) {
    SeatSet favoured;
    switch (state.options.next_starter) {
        case NextStarter::rotate: break;
        case NextStarter::winner: favoured = took_pot; break;
        case NextStarter::lowest: favoured = with_lowest_score(state); break;
    }
    const int from = favoured.empty() ? state.starter + 1 : next_seat_from(favoured, state.starter);
    return next_seat_from(playing, from);
}

// ---- parts of a round and a pot

void begin_turn(State& state, Seat seat) {
    state.turn = {.seat = seat, .kept = {}, .dice = {}};
    ++state.turns;
}

void begin_round(State& state, SeatSet playing, Seat starter, Events& events) {
    ++state.round;
    state.in_round = playing;
    state.starter = starter;
    for (Player& player : state.players) {
        player.score.reset();
        player.out = false;
    }
    events.emplace_back(RoundBegan{starter, state.round, state.cap(), playing});
    begin_turn(state, starter);
}

void pay_out(State& state, SeatSet takers, Events& events) {
    const int share = state.pot / takers.size();
    int odd = state.pot % takers.size();
    for (SeatSet left = takers; !left.empty();) {
        const Seat seat = next_seat_from(left, state.starter);
        left.erase(seat);
        const int chips = share + (odd-- > 0 ? 1 : 0);
        state.players[seat].chips += chips;
        events.emplace_back(TookPot{seat, chips});
    }
    state.pot = 0;
}

void end_match(State& state, Events& events) {
    state.over = true;
    events.emplace_back(
        Over{highest(with_chips(state), [&](Seat seat) { return state.players[seat].chips; })});
}

void play_again(State& state, SeatSet playing, Events& events) {
    begin_round(state, playing, next_starter(state, playing, {}), events);
}

/// "One tie, all tie"; but zeros are played again only by the tied players.
void play_tie_again(State& state, SeatSet tied, int points, Events& events) {
    events.emplace_back(Tied{tied, points});
    const bool zeros = points == 0;
    const SeatSet playing = zeros || state.options.tie == TieRule::tied_only ? tied : state.in_round;
    if (state.options.tie_ante) collect(state, zeros ? state.in_pot : playing, Anted::Reason::tie, events);
    play_again(state, playing, events);
}

void end_round(State& state, Events& events) {
    const auto lowest = state.lowest();
    const auto cap = state.cap();
    if (cap && (!lowest || *lowest > *cap)) {
        events.emplace_back(NobodyWon{*cap});
        collect(state, state.in_round, Anted::Reason::unwon, events);
        return play_again(state, state.in_round, events);
    }
    const SeatSet best = with_lowest_score(state);
    if (best.size() == 1 || state.options.tie == TieRule::split) return end_pot(state, best, events);
    play_tie_again(state, best, *lowest, events);
}

}  // namespace

void collect(State& state, SeatSet payers, Anted::Reason reason, Events& events) {
    const int before = state.pot;
    Anted anted{reason, {}, 0};
    anted.paid.resize(state.players.size());
    for (const Seat seat : payers) {
        int& chips = state.players[seat].chips;
        const int paid = std::min(chips, state.options.ante);
        chips -= paid;
        state.pot += paid;
        anted.paid[seat] = paid;
    }
    anted.pot = state.pot;
    if (state.pot > before) events.emplace_back(anted);
}

void open_pot(State& state, Seat starter, Events& events) {
    ++state.pot_number;
    state.round = 0;
    state.in_pot = with_chips(state);
    events.emplace_back(PotOpened{state.pot_number});
    collect(state, state.in_pot, Anted::Reason::pot, events);
    begin_round(state, state.in_pot, starter, events);
}

void end_pot(State& state, SeatSet takers, Events& events) {
    pay_out(state, takers, events);
    const SeatSet playing = with_chips(state);
    if (state.pot_number == state.options.pots || playing.size() == 1) return end_match(state, events);
    for (const Seat broke : state.in_pot - playing) events.emplace_back(SatOut{broke});
    open_pot(state, next_starter(state, playing, takers), events);
}

void end_turn(State& state, Events& events) {
    const Seat next = next_seat_from(state.in_round, state.turn.seat + 1);
    if (next == state.starter)
        end_round(state, events);
    else
        begin_turn(state, next);
}

std::optional<int> State::lowest() const {
    std::optional<int> lowest;
    for (const Player& player : players)
        if (player.score && (!lowest || *player.score < *lowest)) lowest = *player.score;
    return lowest;
}

std::optional<int> State::cap() const {
    switch (options.progressive) {
        case ProgressiveRule::off: return std::nullopt;
        case ProgressiveRule::a: return round - 1;
        case ProgressiveRule::b: {
            int cap = 1;
            for (int rounds = 1; rounds < round; rounds += cap) ++cap;
            return cap;
        }
    }
    throw_contract_violation();
}

std::optional<int> State::limit() const {
    if (!options.stop_when_beaten) return std::nullopt;
    const auto made = lowest();
    const auto most = cap();
    return made && most ? std::min(made, most) : made ? made : most;
}

}  // namespace cubilete::threes_away
