#pragma once

#include <optional>
#include <vector>

#include "engine/bot.hpp"
#include "engine/games/threes_away/pot_chances.hpp"
#include "engine/games/threes_away/threes_away.hpp"

/// The strategies of the built-in bots for Threes Away. Hints are the expected share of the pot; with an
/// empty Book, a value of 0..1 that falls with the expected score.
///
/// - easy keeps all zeros, or else the lowest die, and each other die of 3 points or less with probability
///   1/2.
/// - medium keeps all zeros and 1s, or else the lowest die (docs/rules.md 2.4: 6.5957 on average), and uses the
///   bottoms of dice where they count less.
/// - hard plays for the present pot (pot_chances.hpp): it knows how many players still throw and which score
///   it must beat. With an empty Book it plays for the lowest mean score (6.2540).
namespace cubilete::threes_away {

struct Bot {
    using Game = threes_away::Game;
    struct Book {
        std::vector<PotChances>
            /// Indexed by the number of players in the round. Empty, or sized up to the number of seats.
            by_player_count;
        friend bool operator==(const Book& a, const Book& b) {
            return a.by_player_count.size() == b.by_player_count.size();
        }
    };

    static Book compute_book(const Options& options, int seats);
    static std::optional<Move> choose(const Book& book, const State& state, Seat seat, Level level,
                                      const ThinkingBudget& with);
    static Hints hints(const Book& book, const State& state, Seat seat, const ThinkingBudget& with);
    static std::vector<PublishedValueCheck> check_published_values();
};

static_assert(GameBot<Bot>);

/// Where the round stands for the seat in turn.
PotChances::Standing standing_of(const State& state);
/// The place of a seat in the order of play of this round, from 0 for its starter.
inline int place_in_round(const State& state, Seat seat) {
    const auto players = static_cast<int>(state.players.size());
    return (seat - state.starter + players) % players;
}

}  // namespace cubilete::threes_away
