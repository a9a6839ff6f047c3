#pragma once

#include <optional>
#include <vector>

#include "engine/games/escalera/escalera.hpp"
#include "engine/house.hpp"

/// How the house plays Escalera: it throws. Nobody decides anything, so all levels are one, and the only hint is the
/// total that the seat has.
namespace cubilete::escalera {

struct House {
    using Game = escalera::Game;
    struct Book {
        friend bool operator==(const Book&, const Book&) = default;
    };

    static Book study(const Options&, int) { return {}; }
    static std::optional<Move> choose(const Book&, const State& state, Seat seat, Level, const Thinking&) {
        return Game::moves(state, seat).front();
    }
    static Hints hints(const Book&, const State& state, Seat seat, const Thinking&) {
        require(Game::to_act(state).contains(seat));
        return {Hints::Unit::points, {static_cast<double>(state.race.totals[seat])}};
    }
    static std::vector<Figure> figures() { return {}; }
};

static_assert(HousePlayer<House>);

}  // namespace cubilete::escalera
