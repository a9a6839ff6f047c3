#pragma once

#include "engine/encoding.hpp"
#include "engine/race.hpp"

namespace cubilete {

/// The part of an observation that is the same in all races.
void observe_race(auto& with, const Race::View& race, const RelativeSeats& seats) {
    with("over", race.over)("round", race.round)("final_round", race.final_round);
    with("extra_round", race.extra_round);
    seats.each([&](Seat seat) { with("score", race.seats[seat].score); });
    seats.each([&](Seat seat) { with("in_round", race.seats[seat].in_round); });
}

}  // namespace cubilete
