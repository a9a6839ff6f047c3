#pragma once

#include <optional>
#include <vector>

#include "engine/bot.hpp"
#include "engine/games/ambiciosa/ambiciosa.hpp"
#include "engine/games/ambiciosa/duel.hpp"

/// The strategies of the built-in bots for La Ambiciosa.
///
/// - easy stops with 500 points or more, and with 100 or more at each decision with probability 1/3. In the
///   last turn it does not stop below the best other total.
/// - medium stops with 250 (docs/rules.md 0.4: the largest expected turn), or with the target. In the last turn
///   it goes on until it leads.
/// - hard with two players follows the Book (duel.hpp). With more players it plays the duel against the
///   opponent with the highest total. When it can reach the target, it considers all opponents who still have
///   a turn, as if each of them would go on until they overtake. A single player stops like medium.
///
/// Hints are the probability of winning for two players, and of finishing before the best opponent for more.
/// For a single player, or with an empty Book, they are the expected total after the turn.
namespace cubilete::ambiciosa {

struct Bot {
    using Game = ambiciosa::Game;
    /// With an empty Book `hard` plays like `medium`.
    using Book = Duel;

    static Book compute_book(const Options& options, int seats);
    static std::optional<Move> choose(const Book& book, const State& state, Seat seat, Level level,
                                      const ThinkingBudget& with);
    static Hints hints(const Book& book, const State& state, Seat seat, const ThinkingBudget& with);
    static std::vector<PublishedValueCheck> check_published_values();
};

static_assert(GameBot<Bot>);

}  // namespace cubilete::ambiciosa
