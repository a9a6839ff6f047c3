#pragma once

#include "engine/encoding.hpp"
#include "engine/games/coin/coin.hpp"

namespace cubilete::coin {

/// Actions: 0 tosses the coin; there is no other.
struct Encoding {
    using Game = coin::Game;

    static int actions(const Options&) { return 1; }
    static int number(const Options&, const Move&) { return 0; }
    static Move move(const Options&, int) { return {}; }

    static void observe(auto& with, const Options&, const View& view, Viewer viewer) {
        const RelativeSeats seats(viewer, static_cast<int>(view.heads.size()));
        with("round", static_cast<int>(view.round))("turn_seat", seats.number(view.turn));
        seats.each([&](Seat seat) { with("heads", view.heads[seat]); });
    }
};
static_assert(GameEncoding<Encoding>);

}  // namespace cubilete::coin
