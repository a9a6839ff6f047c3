#pragma once

#include <cmath>
#include <functional>

#include <doctest/doctest.h>

#include "engine/bot.hpp"
#include "tests/contract.hpp"

/// The requirements for every built-in bot (engine/bot.hpp), tested with random matches and random options.
namespace cubilete::bot_tests {

template <GameBot Bot>
using ComputeBook = std::function<typename Bot::Book(const typename Bot::Game::Options&, int seats)>;

/// The bot sees only what its seat sees: for another deal behind the same view it returns the same answers.
template <GameBot Bot>
void check_seat(const typename Bot::Book& book, const typename Bot::Game::State& state, Seat seat,
                Level level, std::uint64_t seed) {
    using Game = typename Bot::Game;
    const auto moves = Game::moves(state, seat);
    SeededChance one(seed), other(seed), deal(seed + 1);
    const auto chosen = Bot::choose(book, state, seat, level, one);
    if (chosen) {
        REQUIRE_FALSE(Game::check(state, seat, *chosen));
    } else {
        const Wait wait = Game::wait(state);
        REQUIRE((wait.kind != Wait::Kind::turn || seat_in_turn(wait, Game::to_act(state)) != seat));
    }
    const auto twin = Game::redeal(state, {seat}, deal);
    REQUIRE(Bot::choose(book, twin, seat, level, other) == chosen);
    if (level != Level::hard) return;

    const Hints hints = Bot::hints(book, state, seat, one);
    REQUIRE(hints == Bot::hints(book, twin, seat, other));
    REQUIRE(hints.worth.size() == moves.size());
    for (const double worth : hints.worth) {
        REQUIRE(std::isfinite(worth));
        if (hints.unit != Hints::Unit::points) REQUIRE((-1e-9 <= worth && worth <= 1 + 1e-9));
    }
}

/// Plays one match of bots with a random level for each seat; returns the number of steps.
template <GameBot Bot>
int play(const ComputeBook<Bot>& compute_book, std::uint64_t seed) {
    using Game = typename Bot::Game;
    SeededChance chance(seed);
    const auto options = contract::any_options<Game>(chance);
    const int seats =
        Game::info().min_seats + chance.pick(Game::info().max_seats - Game::info().min_seats + 1);
    const auto book = compute_book(options, seats);
    std::vector<Level> levels;
    for (int seat = 0; seat < seats; ++seat) levels.push_back(static_cast<Level>(chance.pick(3)));
    auto state = Game::start(options, seats, {}, chance).state;
    int steps = 0;
    for (; Game::wait(state).kind != Wait::Kind::none; ++steps) {
        REQUIRE_MESSAGE(steps < 20'000, "the match does not end");
        bool moved = false;
        for (const Seat seat : Game::to_act(state)) {
            check_seat<Bot>(book, state, seat, levels[seat], seed + static_cast<std::uint64_t>(steps));
            const auto move = Bot::choose(book, state, seat, levels[seat], chance);
            if (!move) continue;
            Game::apply(state, seat, *move, chance);
            moved = true;
            break;
        }
        if (!moved) Game::expire(state, chance);
    }
    return steps;
}

/// Plays matches until the number of steps is reached. CUBILETE_FUZZ_MOVES in the environment makes it
/// longer.
template <GameBot Bot>
void check(const ComputeBook<Bot>& compute_book, std::int64_t usual_steps) {
    std::uint64_t seed = 1;
    for (std::int64_t played = 0; played < contract::moves_to_play(usual_steps); ++seed) {
        CAPTURE(seed);
        played += play<Bot>(compute_book, seed);
    }
}

/// Plays matches by the book with rotating starters. Returns seat 0's share of the wins; a shared win counts
/// in part.
template <GameBot Bot>
double share_of_wins(const typename Bot::Book& book, const typename Bot::Game::Options& options,
                     const std::vector<Level>& levels, int matches, std::uint64_t seed) {
    using Game = typename Bot::Game;
    SeededChance chance(seed);
    const int seats = static_cast<int>(levels.size());
    double wins = 0;
    for (int match = 0; match < matches; ++match) {
        auto state = Game::start(options, seats, static_cast<Seat>(match % seats), chance).state;
        while (Game::wait(state).kind != Wait::Kind::none) {
            std::optional<typename Game::Move> move;
            for (const Seat seat : Game::to_act(state))
                if ((move = Bot::choose(book, state, seat, levels[seat], chance))) {
                    Game::apply(state, seat, *move, chance);
                    break;
                }
            if (!move) Game::expire(state, chance);
        }
        const Result result = *Game::result(state);
        if (result.places[0] == 1) wins += 1.0 / static_cast<double>(result.winners.size());
    }
    return wins / matches;
}

}  // namespace cubilete::bot_tests
