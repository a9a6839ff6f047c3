#pragma once

#include "engine/encoding.hpp"
#include "engine/games/ambiciosa/ambiciosa.hpp"
#include "engine/race_encoding.hpp"

namespace cubilete::ambiciosa {

/// Actions: 0 throws, 1 writes the points down.
struct Encoding {
    using Game = ambiciosa::Game;

    static int actions(const Options&) { return 2; }
    static int number(const Options&, const Move& move) { return std::holds_alternative<Bank>(move) ? 1 : 0; }
    static Move move(const Options&, int action) { return action == 0 ? Move(Roll{}) : Move(Bank{}); }

    static void observe(auto& with, const Options&, const View& view, Viewer viewer) {
        const RelativeSeats seats(viewer, static_cast<int>(view.race.seats.size()));
        observe_race(with, view.race, seats);
        with("turn_seat", view.turn ? seats.number(view.turn->seat) : absent);
        with("turn_points", view.turn ? view.turn->points : 0);
        with("turn_throws", view.turn ? view.turn->throws : 0);
        with("last_seat", view.last ? seats.number(view.last->seat) : absent);
        observe_dice(with, "last_dice", view.last ? view.last->dice : Dice{}, 3);
        with("last_points", view.last ? view.last->points : 0);
    }
};
static_assert(GameEncoding<Encoding>);

}  // namespace cubilete::ambiciosa
