#pragma once

#include <concepts>
#include <optional>

#include "engine/rules.hpp"

/// Choice of the first player, the same in all games (docs/rules.md A2, A10, C3).
namespace cubilete {

/// rolloff: see roll_off(). random: one pick among the seats. first: seat 0, without a draw.
enum class Starter { rolloff, random, first };

/// The option `starter`: rolloff (default), random or first.
inline OptionSpec starter_option() { return choice("starter", {"rolloff", "random", "first"}); }

/// Each seat throws once, in seat order. The seats with the highest result throw again, until one result is
/// highest. `cast(seat)` makes the throw of the game (one die, six dice, a card), adds the event, and returns
/// its value. With only one seat nothing is thrown (docs/rules.md A9).
template <std::invocable<Seat> Cast>
Seat roll_off(int seats, Cast cast) {
    SeatSet tied = SeatSet::first(seats);
    while (tied.size() > 1) tied = highest(tied, cast);
    return *tied.begin();
}

/// Returns the seat that starts. `first` overrides the option and draws nothing.
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
    throw_contract_violation();
}

}  // namespace cubilete
