#pragma once

#include <concepts>
#include <optional>

#include "engine/rules.hpp"

/// Who starts: the same in all games (RULES A2, A10, C3).
namespace cubilete {

/// rolloff: see roll_off(). random: one pick among the seats. first: seat 0, and nothing is drawn.
enum class Starter { rolloff, random, first };

/// `starter = rolloff (random | first)`
OptionSpec starter_option();

/// Each seat casts once, in seat order; only those tied for the highest cast again, until one is highest.
/// `cast(seat)` makes the throw of that game (one die, six dice, a card), tells the players, and returns what
/// the throw counts. A seat alone at the table casts nothing (RULES A9).
template <std::invocable<Seat> Cast>
Seat roll_off(int seats, Cast cast) {
    SeatSet tied = SeatSet::first(seats);
    while (tied.size() > 1) tied = highest(tied, cast);
    return *tied.begin();
}

/// The seat that starts. `first` overrides the option and draws nothing.
template <std::invocable<Seat> Cast>
Seat find_starter(Starter starter, std::optional<Seat> first, int seats, Chance& chance, Cast cast) {
    if (first) {
        require(*first < seats);
        return *first;
    }
    switch (starter) {
        case Starter::rolloff: return roll_off(seats, cast);
        case Starter::random: return static_cast<Seat>(chance.pick(seats));
        case Starter::first: return 0;
    }
    broken_promise();
}

}  // namespace cubilete
