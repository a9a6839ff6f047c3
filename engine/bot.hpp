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

/// The built-in bots: they fill empty seats, play for absent players and give hints.
namespace cubilete {

enum class Level : std::uint8_t {
    easy,    ///< any legal move that a person could choose
    medium,  ///< a simple strategy that the rule book names
    hard,    ///< the best known strategy; exact where the game is solved
};
inline constexpr std::array<std::string_view, 3> level_names{"easy", "medium", "hard"};

/// The value that the built-in bot expects from each move, in the order of R::moves(state, seat).
struct Hints {
    enum class Unit : std::uint8_t {
        win,     ///< probability of winning the current game, 0..1; a shared win counts as its share
        ahead,   ///< probability of finishing before the best-placed opponent, 0..1
        pot,     ///< expected share of the current pot, 0..1
        points,  ///< expected score; each game's header says at which moment
    };
    Unit unit;
    std::vector<double> worth;

    friend bool operator==(const Hints&, const Hints&) = default;
};
inline constexpr std::array<std::string_view, 4> unit_names{"win", "ahead", "pot", "points"};

/// The resources for one answer of a built-in bot. `chance` must outlive it and is used for thinking only: no
/// draw of a match comes from it.
struct ThinkingBudget {
    /// No time limit. The same sequence from `chance` gives the same answer.
    // NOLINTNEXTLINE(google-explicit-constructor): chance is all it needs
    ThinkingBudget(Chance& with) : chance(with) {}
    /// `enough` returns true when the time is up. The thinking thread calls it often, so it must be fast.
    ThinkingBudget(Chance& with, std::function<bool()> enough)
        : chance(with), should_stop_(std::move(enough)) {}

    /// True when the time is up: return the best answer so far.
    bool is_exhausted() const { return should_stop_ && should_stop_(); }

    Chance& chance;

  private:
    std::function<bool()> should_stop_;
};

/// A number that the rule book states about perfect play, and the number that this program computes.
struct PublishedValueCheck {
    std::string what;
    double book;
    double found;
    double margin;  ///< allowed difference, from the number of digits in the book

    bool is_within_margin() const { return -margin <= found - book && found - book <= margin; }
};

/// The built-in bot of a game: static functions that use only the part of the state that their seat may see.
/// The state holds more than that. For another state behind the same view (R::redeal) and the same chance
/// they must return the same answer; tests/bot.hpp checks this. All functions may be called from any
/// thread.
///
/// - `Book` holds data computed once for the options and the number of seats of a room. Afterwards it is only
///   read, by any thread. A default-constructed Book is empty; `hard` must also work with it, if necessary by
///   playing like `medium`.
/// - `compute_book` computes the Book. It takes milliseconds; for La Ambiciosa one or two seconds, for Yahtzee
///   seconds.
/// - `choose` returns the move of a seat in `to_act`. It is called once after each change of the state.
///   nullopt means that the seat does nothing; this is allowed only if no turn waits for the seat (it forgets
///   to say TRES or to catch a player).
/// - `hints` returns the value that `hard` gives to each move of a seat in `to_act`.
/// - `check_published_values` computes the rule book's figures again. It takes seconds.
///
/// With a full Book an answer takes less than 50 ms in an optimized build. If the possible thinking time is
/// unlimited, the Book limits the amount of thinking, and it ends within one or two milliseconds after
/// ThinkingBudget::is_exhausted() becomes true.
template <class H>
concept GameBot = Rules<typename H::Game> && std::regular<typename H::Book> &&
    requires(const typename H::Book& book, const typename H::Game::Options& options,
             const typename H::Game::State& state, Seat seat, Level level, const ThinkingBudget& with) {
    { H::compute_book(options, 2) } -> std::same_as<typename H::Book>;
    { H::choose(book, state, seat, level, with) } -> std::same_as<std::optional<typename H::Game::Move>>;
    { H::hints(book, state, seat, with) } -> std::same_as<Hints>;
    { H::check_published_values() } -> std::same_as<std::vector<PublishedValueCheck>>;
};

/// A built-in bot whose Book takes so long to compute that it is worth storing. `name` identifies the Book:
/// equal names mean equal Books. `read` returns nullopt if the bytes are not what `write` made of the Book
/// for these options.
template <class H>
concept HasStoredBook = GameBot<H> &&
    requires(const typename H::Book& book, const typename H::Game::Options& options,
             std::span<const std::byte> bytes) {
    { H::name(options) } -> std::same_as<std::string>;
    { H::write(book) } -> std::same_as<std::vector<std::byte>>;
    { H::read(options, bytes) } -> std::same_as<std::optional<typename H::Book>>;
};

/// Returns one of the choices, all equally likely. Throws std::logic_error if there are none.
template <class T>
const T& pick_random(const std::vector<T>& choices, Chance& chance) {
    require(!choices.empty());
    return choices[static_cast<std::size_t>(chance.pick(static_cast<int>(choices.size())))];
}

/// Returns the first of the moves with the highest worth. Throws std::logic_error if there are no moves or if
/// the sizes differ.
template <class Move>
const Move& best_move(const std::vector<Move>& moves, const Hints& hints) {
    require(!moves.empty() && moves.size() == hints.worth.size());
    const auto best = std::ranges::max_element(hints.worth);
    return moves[static_cast<std::size_t>(best - hints.worth.begin())];
}

}  // namespace cubilete
