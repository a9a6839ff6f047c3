#pragma once

#include <optional>
#include <vector>

#include "engine/games/threes_away/pot_chances.hpp"
#include "engine/games/threes_away/threes_away.hpp"
#include "engine/house.hpp"

/// How the house plays Threes Away. Hints are the share of the pot that is to be expected.
///
/// - easy keeps all zeros and the lowest die, and further low dice at random.
/// - medium keeps all zeros and 1s, or else the lowest die (RULES 2.4: 6.5957 on average), and reads dice from below
///   where that makes them less.
/// - hard plays for the pot as it stands (pot_chances.hpp): it knows who is still to throw and what is to be beaten.
///   Without a book he plays for the lowest mean score (6.2540).
namespace cubilete::threes_away {

struct House {
    using Game = threes_away::Game;
    struct Book {
        std::vector<PotChances>
            of_players;  ///< by how many play the round; empty, or up to the table's seats
        friend bool operator==(const Book& a, const Book& b) {
            return a.of_players.size() == b.of_players.size();
        }
    };

    static Book study(const Options& options, int seats);
    static std::optional<Move> choose(const Book& book, const State& state, Seat seat, Level level,
                                      const Thinking& with);
    static Hints hints(const Book& book, const State& state, Seat seat, const Thinking& with);
    static std::vector<Figure> figures();
};

static_assert(HousePlayer<House>);

}  // namespace cubilete::threes_away
