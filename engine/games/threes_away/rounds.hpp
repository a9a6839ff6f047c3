#pragma once

#include <vector>

#include "engine/games/threes_away/threes_away.hpp"

/// How turns, rounds and pots follow each other (RULES.md R2.4-R2.14); what happens is added to `events`.
namespace cubilete::threes_away {

/// Each of `payers` puts an ante into the pot, or what he has (R2.13).
void collect(State& state, SeatSet payers, Anted::Reason reason, std::vector<Event>& events);

/// All who have chips play for the next pot; `starter` is one of them.
void open_pot(State& state, Seat starter, std::vector<Event>& events);

/// The seat in turn has a score or is out.
void end_turn(State& state, std::vector<Event>& events);

/// The pot goes to `takers`.
void end_pot(State& state, SeatSet takers, std::vector<Event>& events);

}  // namespace cubilete::threes_away
