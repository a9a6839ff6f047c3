#pragma once

#include <optional>
#include <vector>

#include "engine/bot.hpp"
#include "engine/games/escalera/chances.hpp"
#include "engine/games/escalera/escalera.hpp"

/// The built-in bots for Escalera. A turn has only one move, so all levels play the same. The hint for this
/// move is the probability of winning.
namespace cubilete::escalera {

struct Bot {
    using Game = escalera::Game;
    using Book = Throws;

    static Book compute_book(const Options& options, int) { return Throws(options); }
    static std::optional<Move> choose(const Book&, const State& state, Seat seat, Level,
                                      const ThinkingBudget&) {
        return Game::moves(state, seat).front();
    }
    static Hints hints(const Book& book, const State& state, Seat seat, const ThinkingBudget&) {
        require(Game::to_act(state).contains(seat));
        const Throws& throws = book.empty() ? Throws(state.options) : book;
        return {Hints::Unit::win, {chances_of_winning(throws, state.race)[seat]}};
    }
    static std::vector<PublishedValueCheck> check_published_values();
};

static_assert(GameBot<Bot>);

}  // namespace cubilete::escalera
