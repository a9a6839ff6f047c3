#pragma once

#include <optional>
#include <vector>

#include "engine/bot.hpp"
#include "engine/games/coin/coin.hpp"

/// The bots for the coin toss: there is only one move.
namespace cubilete::coin {

struct Bot {
    using Game = coin::Game;
    struct Book {
        friend bool operator==(const Book&, const Book&) = default;
    };

    static Book compute_book(const Options&, int) { return {}; }
    static std::optional<Move> choose(const Book&, const State& state, Seat seat, Level,
                                      const ThinkingBudget&) {
        return Game::moves(state, seat).front();
    }
    static Hints hints(const Book&, const State&, Seat, const ThinkingBudget&) {
        return {Hints::Unit::win, {0.5}};
    }
    static std::vector<PublishedValueCheck> check_published_values() { return {}; }
};

static_assert(GameBot<Bot>);

}  // namespace cubilete::coin
