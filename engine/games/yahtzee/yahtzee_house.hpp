#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/games/yahtzee/optimum.hpp"
#include "engine/games/yahtzee/yahtzee.hpp"
#include "engine/house.hpp"

/// How the house plays Yahtzee and its relatives. Hints are expected totals.
///
/// - easy keeps the dice of some faces at random, never breaking what is four alike, throws until the third throw
///   unless he has thrown something rare, and fills any box that counts something.
/// - medium wants the most points of this turn, whatever it does to the next (RULES 3.4: "greedy", 217 a card).
/// - hard plays the solitaire optimum (optimum.hpp). He looks at no other card: for the highest expectation, which is
///   the best known way to win, too, but in the last turns of a close match. With three columns he takes each for a
///   game of its own that counts once, twice, three times: an approximation, since their Yahtzee boxes are one for
///   the joker rules and every throw may go to any of them. A playoff turn is played for the highest sum.
namespace cubilete::yahtzee {

struct House {
    using Game = yahtzee::Game;
    /// Without it `hard` plays as `medium` does.
    using Book = Optimum;

    static Book study(const Options& options, int seats);
    static std::optional<Move> choose(const Book& book, const State& state, Seat seat, Level level,
                                      const Thinking& with);
    static Hints hints(const Book& book, const State& state, Seat seat, const Thinking& with);
    static std::vector<Figure> figures();

    static std::string name(const Options& options) { return Optimum::name(options); }
    static std::vector<std::byte> write(const Book& book) { return book.bytes(); }
    static std::optional<Book> read(const Options& options, std::span<const std::byte> bytes) {
        return Optimum::read(options, bytes);
    }
};

static_assert(KeepsBook<House>);

}  // namespace cubilete::yahtzee
