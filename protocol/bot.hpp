#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/bot.hpp"
#include "protocol/match.hpp"

/// The built-in bots (engine/bot.hpp) behind an interface that is the same for all games.
namespace cubilete::protocol {

/// The data of a built-in bot for a game, its options and a number of seats. Computed once, then only read,
/// by any thread.
class BotBook {
  public:
    virtual ~BotBook() = default;
};
using BotBookPtr = std::shared_ptr<const BotBook>;

// All of these functions may be called from any thread.
/// Returns an empty book; `hard` also works with it.
BotBookPtr empty_book(const Settings& settings);
/// Computes the book, which may take seconds.
BotBookPtr compute_book(const Settings& settings);
/// The name under which the book can be stored: letters, digits and dashes. Equal names mean equal books.
/// nullopt if computing the book is faster than reading it.
std::optional<std::string> book_name(const Settings& settings);
/// Returns null if these are not the bytes that serialize_book() made of this book.
BotBookPtr read_book(const Settings& settings, std::span<const std::byte> bytes);
/// Requires a game whose books have a name, and a book of that game; else throws std::logic_error.
std::vector<std::byte> serialize_book(const Settings& settings, const BotBook& book);

/// A seat that may act, in a copy of the match at the time of Match::position(). So another thread may think
/// about it while the match continues. `book` must belong to the settings of the match.
class Position {
  public:
    virtual ~Position() = default;

    /// Returns a legal move in its long form, or nullopt if the seat lets an optional move pass.
    virtual std::optional<Json> choose(const BotBook& book, Level level,
                                       const ThinkingBudget& with) const = 0;
    /// Returns `{"unit":"win"|"ahead"|"pot"|"points","worth":[{"move":{…},"worth":0.52},…]}`: the expected
    /// worth of each legal move, in the order of the seat's legal moves.
    virtual Json hints(const BotBook& book, const ThinkingBudget& with) const = 0;
};

}  // namespace cubilete::protocol
