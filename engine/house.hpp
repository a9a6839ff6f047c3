#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/rules.hpp"

/// The players of the house: they fill empty chairs, play for the absent and give hints.
namespace cubilete {

enum class Level : std::uint8_t {
    easy,    ///< any legal move that somebody might make
    medium,  ///< a simple way to play that the rule book names
    hard,    ///< the best that is known, exact where the game is solved
};
inline constexpr std::array<std::string_view, 3> level_names{"easy", "medium", "hard"};

/// What the house expects of each move, in the order of R::moves(state, seat).
struct Hints {
    enum class Unit : std::uint8_t {
        win,     ///< the chance of winning the game that is being played, 0..1; a shared win counts its share
        ahead,   ///< the chance of ending before the rival who stands best, 0..1
        pot,     ///< the share of the present pot that is to be expected, 0..1
        points,  ///< the score that is to be expected, the game says when
    };
    Unit unit;
    std::vector<double> worth;

    friend bool operator==(const Hints&, const Hints&) = default;
};

/// What an answer is thought with. `chance` feeds the thought only; no move of a match is drawn from it.
struct Thinking {
    /// As long as it takes: the same chance, the same answer.
    Thinking(Chance& with) : chance(with) {}  // NOLINT(google-explicit-constructor): chance is all it needs
    Thinking(Chance& with, std::function<bool()> enough) : chance(with), enough_(std::move(enough)) {}

    /// The time is up: the answer is to be the best so far.
    bool is_over() const { return enough_ && enough_(); }

    Chance& chance;

  private:
    std::function<bool()> enough_;
};

/// A number that the rule book gives for the house to come to, and what it came to.
struct Figure {
    std::string what;
    double book;
    double found;
    double margin;  ///< that the book's digits leave

    bool holds() const { return -margin <= found - book && found - book <= margin; }
};

/// How the house plays a game: static functions of what a seat may see. A state holds more than that, but another
/// deal behind the same view (R::redeal) gives the same answers, given the same chance; tests/house.hpp tries it.
///
/// - `Book` is what is worked out once for a table's options and number of seats and only read from then on, by
///   any thread. A default one is empty: `hard` makes do without, down to playing as `medium` does.
/// - `study` works it out. It takes milliseconds, but for La Ambiciosa (a second or two) and Yahtzee (seconds).
/// - `choose` is the move of a seat in `to_act`. Asked once after each change of the state. Nothing means that the
///   seat lets it pass, which it may only where no turn waits for it (it forgets to say or to catch a TRES).
/// - `hints` is what `hard` thinks of each move of a seat in `to_act`.
/// - `figures` works out anew what the rule book says of its books. It takes seconds.
///
/// With a whole book an answer takes less than 50 ms in an optimized build. Where it could take as long as one likes the
/// book says how much is thought, and the thought ends within a millisecond or two of Thinking::is_over().
template <class H>
concept HousePlayer = Rules<typename H::Game> && std::regular<typename H::Book> &&
    requires(const typename H::Book& book, const typename H::Game::Options& options,
             const typename H::Game::State& state, Seat seat, Level level, const Thinking& with) {
    { H::study(options, 2) } -> std::same_as<typename H::Book>;
    { H::choose(book, state, seat, level, with) } -> std::same_as<std::optional<typename H::Game::Move>>;
    { H::hints(book, state, seat, with) } -> std::same_as<Hints>;
    { H::figures() } -> std::same_as<std::vector<Figure>>;
};

/// A house whose book takes so long to work out that it is worth keeping. `name` tells which book it is: the same
/// name, the same book. `read` gives nothing when these are not the bytes that `write` made of it.
template <class H>
concept KeepsBook = HousePlayer<H> &&
    requires(const typename H::Book& book, const typename H::Game::Options& options,
             std::span<const std::byte> bytes) {
    { H::name(options) } -> std::same_as<std::string>;
    { H::write(book) } -> std::same_as<std::vector<std::byte>>;
    { H::read(options, bytes) } -> std::same_as<std::optional<typename H::Book>>;
};

/// One of them, all equally likely; not empty.
template <class T>
const T& any_of(const std::vector<T>& choices, Chance& chance) {
    require(!choices.empty());
    return choices[static_cast<std::size_t>(chance.pick(static_cast<int>(choices.size())))];
}

/// The first move of those that the hints say are worth most.
template <class Move>
const Move& best_of(const std::vector<Move>& moves, const Hints& hints) {
    require(!moves.empty() && moves.size() == hints.worth.size());
    const auto best = std::ranges::max_element(hints.worth);
    return moves[static_cast<std::size_t>(best - hints.worth.begin())];
}

}  // namespace cubilete
