#pragma once

#include <vector>

#include "engine/games/threes_away/threes_away.hpp"

/// The order of turns, rounds and pots (docs/rules.md R2.4 to R2.14). The functions append what happens to
/// `events`.
namespace cubilete::threes_away {

/// Each of `payers` puts an ante into the pot, or all their chips if they have less (R2.13).
void collect(State& state, SeatSet payers, Anted::Reason reason, std::vector<Event>& events);

/// Starts the next pot for all players with chips. `starter` must be one of them.
void open_pot(State& state, Seat starter, std::vector<Event>& events);

/// Call when the seat in turn has a score or is out. Starts the next turn or ends the round.
void end_turn(State& state, std::vector<Event>& events);

/// Gives the pot to `takers`, then opens the next pot or ends the match.
void end_pot(State& state, SeatSet takers, std::vector<Event>& events);

}  // namespace cubilete::threes_away
