#pragma once

#include "engine/encoding.hpp"
#include "engine/games/escalera/escalera.hpp"
#include "engine/race_encoding.hpp"

namespace cubilete::escalera {

/// Actions: 0 throws; there is no other.
struct Encoding {
    using Game = escalera::Game;

    static int actions(const Options&) { return 1; }
    static int number(const Options&, const Move&) { return 0; }
    static Move move(const Options&, int) { return Roll{}; }

    static void observe(auto& with, const Options&, const View& view, Viewer viewer) {
        const RelativeSeats seats(viewer, static_cast<int>(view.race.seats.size()));
        observe_race(with, view.race, seats);
        with("turn_seat", seats.number(view.turn));
        seats.each([&](Seat seat) { with("won", view.won.empty() ? 0 : view.won[seat]); });
        with("last_seat", view.last ? seats.number(view.last->seat) : absent);
        const Throw thrown = view.last ? view.last->thrown : Throw{};
        observe_dice(with, "last_dice", thrown.dice, 6);
        with("last_points", thrown.points)("last_reset", thrown.reset);
    }
};
static_assert(GameEncoding<Encoding>);

}  // namespace cubilete::escalera
