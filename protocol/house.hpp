#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/house.hpp"
#include "protocol/match.hpp"

/// The house's players (engine/house.hpp) with their games erased.
namespace cubilete::protocol {

/// What is worked out once for a game, its options and a number of seats. Only read from then on, by any thread.
class HouseBook {
  public:
    virtual ~HouseBook() = default;
};
using HouseBookPtr = std::shared_ptr<const HouseBook>;

// All of these from any thread.
/// One that is empty: `hard` makes do without.
HouseBookPtr empty_book(const Settings& settings);
/// Works it out, which may take seconds.
HouseBookPtr study(const Settings& settings);
/// The name under which the book is worth keeping: letters, digits and dashes; the same name, the same book.
/// Nothing where it is quicker worked out than read.
std::optional<std::string> book_name(const Settings& settings);
/// Null when these are not the bytes that bytes_of() made of it.
HouseBookPtr read_book(const Settings& settings, std::span<const std::byte> bytes);
/// Only of a book that has a name.
std::vector<std::byte> bytes_of(const Settings& settings, const HouseBook& book);

/// A seat that may act, in the match as it was when this was asked for (Match::position): a copy, so that one may
/// think about it on another thread while the match goes on. `book` is one of the match's settings.
class Position {
  public:
    virtual ~Position() = default;

    /// A legal move in its listed spelling, or nothing where the seat lets it pass.
    virtual std::optional<Json> choose(const HouseBook& book, Level level, const Thinking& with) const = 0;
    /// `{"unit":"win"|"ahead"|"pot"|"points","worth":[{"move":{…},"worth":0.52},…]}` in the order of the seat's legal
    /// moves: what the house expects each of them to bring.
    virtual Json hints(const HouseBook& book, const Thinking& with) const = 0;
};

}  // namespace cubilete::protocol
