#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/bot.hpp"
#include "engine/games/yahtzee/optimum.hpp"
#include "engine/games/yahtzee/yahtzee.hpp"

/// The strategies of the built-in bots for Yahtzee and related games. Hints are expected totals; with an
/// empty Book, expected points of this turn.
///
/// - easy picks the face of a random die, keeps all dice that show it and throws the others, until the third
///   throw or until a box other than Chance is worth 25 points. It fills that box, or else a random box that
///   is worth more than 0, or any box if there is none.
/// - medium maximizes the expected points of this turn only (docs/rules.md 3.4: "greedy", 217 a card).
/// - hard plays the solitaire optimum (optimum.hpp) and ignores the other cards: it maximizes the expected
///   total. This is close to the best way to win, except in the last turns of a close match. It plays three
///   columns as three separate games that count once, twice and three times. This is an approximation: for
///   the joker rules their Yahtzee boxes are one, and each throw may go to any of them. In a playoff turn it
///   maximizes the expected sum.
namespace cubilete::yahtzee {

struct Bot {
    using Game = yahtzee::Game;
    /// With an empty Book `hard` plays like `medium`.
    using Book = OptimalValues;

    static Book compute_book(const Options& options, int seats);
    static std::optional<Move> choose(const Book& book, const State& state, Seat seat, Level level,
                                      const ThinkingBudget& with);
    static Hints hints(const Book& book, const State& state, Seat seat, const ThinkingBudget& with);
    static std::vector<PublishedValueCheck> check_published_values();
    /// The expected total after each move of the seat in turn, for a full book.
    static std::vector<double> values(const Book& book, const State& state);
    /// The expected points of this turn after each move, with its share of bonuses, when it goes on by the full book.
    static std::vector<double> points_of_turn(const Book& book, const State& state);

    static std::string name(const Options& options) { return OptimalValues::name(options); }
    static std::vector<std::byte> write(const Book& book) { return book.bytes(); }
    static std::optional<Book> read(const Options& options, std::span<const std::byte> bytes) {
        return OptimalValues::read(options, bytes);
    }
};

static_assert(HasStoredBook<Bot>);

}  // namespace cubilete::yahtzee
