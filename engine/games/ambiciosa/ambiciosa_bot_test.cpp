#include "engine/games/ambiciosa/ambiciosa_bot.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "tests/bot.hpp"

/// tests/figures_test.py checks the figures of the race to 5,000 in an optimized build.
namespace cubilete::ambiciosa {

namespace {

/// A short race that is computed in a moment.
constexpr Options short_race{.target = 1000, .floor_at_zero = true, .tie = Race::TieRule::shared};

State state_with(const Options& options, std::initializer_list<int> totals, Seat seat, int points) {
    ScriptedChance nothing({});
    State state = Game::start(options, static_cast<int>(totals.size()), Seat{0}, nothing).state;
    std::ranges::copy(totals, state.race.totals.begin());
    state.race.seat = seat;
    state.points = points;
    state.throws = points > 0 ? 1 : 0;
    if (points > 0) state.last = {seat, {1, 6, 6}};
    return state;
}

bool banks(const Bot::Book& book, const State& state, Level level = Level::hard) {
    SeededChance chance(1);
    return Bot::choose(book, state, state.race.seat, level, chance) == Move(Bank{});
}

}  // namespace

TEST_CASE("A turn played for points is worth 108.840 at best, and held at 250 (0.4)") {
    TurnPlan plan({});
    const auto points = [](int in_hand) -> double { return in_hand; };
    plan.solve(2'000, points, points);
    CHECK(std::abs(plan.value_of_throwing(0) - 77122925.0 / 708588) < 1e-9);
    CHECK(plan.value_of_throwing(200) > 200);
    CHECK(plan.value_of_throwing(250) < 250);
}

TEST_CASE("In a match of one player the hint is the expected total after this turn") {
    SeededChance chance(1);
    State state = Game::start({}, 1, Seat{0}, chance).state;
    state.race.totals[0] = 1'000;
    const auto hints = [&] { return Bot::hints(Bot::compute_book({}, 1), state, 0, chance); };
    CHECK(hints().unit == Hints::Unit::points);
    CHECK(std::abs(hints().worth.at(0) - (1'000 + 77122925.0 / 708588)) < 1e-6);

    state.points = 300;
    state.throws = 1;
    REQUIRE(Game::moves(state, 0).front() == Move(Bank{}));
    CHECK(hints().worth.at(0) == 1'300);
    CHECK(hints().worth.at(1) < 1'300);
}

TEST_CASE("Two players who follow the book win as often as it predicts") {
    const Duel duel = Duel::solve(short_race);
    constexpr int matches = 600;
    const double share =
        bot_tests::share_of_wins<Bot>(duel, short_race, {Level::hard, Level::hard}, matches, 1);
    // Seat 0 starts every other match.
    CHECK(std::abs(share - .5) < 3 * .5 / std::sqrt(matches));

    SeededChance chance(2);
    double starter = 0;
    for (int match = 0; match < matches; ++match) {
        State state = Game::start(short_race, 2, Seat{0}, chance).state;
        while (!state.race.over)
            Game::apply(state, state.race.seat,
                        *Bot::choose(duel, state, state.race.seat, Level::hard, chance), chance);
        const Result result = *Game::result(state);
        if (result.places[0] == 1) starter += 1.0 / static_cast<double>(result.winners.size());
    }
    CHECK(std::abs(starter / matches - duel.expectation()) < 3 * .5 / std::sqrt(matches));
}

TEST_CASE("The value of a race after a turn is one minus the value for the opponent") {
    const Duel duel = Duel::solve(short_race);
    CHECK(duel.win_probability_after_turn({500, 300, false}) ==
          1 - duel.win_probability_before_turn({300, 500, true}));
    CHECK(duel.win_probability_after_turn({1000, 300, true}) == 1);
    CHECK(duel.win_probability_after_turn({1050, 1000, true}) == 1);
    CHECK(duel.win_probability_after_turn({1000, 1000, true}) == .5);
    CHECK(duel.win_probability_after_turn({1000, 400, false}) == 1 - duel.catch_up_chance(600));
    CHECK(duel.catch_up_chance(0) > .7);
    CHECK(duel.catch_up_chance(1000) < .05);
}

TEST_CASE("In the last turn the hard bot goes on until it leads, and then stops") {
    const Duel duel = Duel::solve(short_race);
    CHECK_FALSE(banks(duel, state_with(short_race, {1200, 700}, 1, 450)));
    CHECK(banks(duel, state_with(short_race, {1200, 700}, 1, 550)));
    CHECK_FALSE(banks(duel, state_with(short_race, {900, 1200, 700}, 2, 450)));
    CHECK(banks(duel, state_with(short_race, {900, 1200, 700}, 2, 550)));
}

TEST_CASE("The medium bot stops at 250; in the last turn it goes on until it leads") {
    CHECK_FALSE(banks({}, state_with({}, {0, 0}, 0, 200), Level::medium));
    CHECK(banks({}, state_with({}, {0, 0}, 0, 250), Level::medium));
    CHECK(banks({}, state_with({}, {4900, 0}, 0, 100), Level::medium));
    CHECK_FALSE(banks({}, state_with({}, {5050, 4500}, 1, 500), Level::medium));
    CHECK(banks({}, state_with({}, {5050, 4500}, 1, 600), Level::medium));
}

TEST_CASE("The hard bot wins more than its share of short races against three medium bots") {
    const Duel duel = Duel::solve(short_race);
    const double share = bot_tests::share_of_wins<Bot>(
        duel, short_race, {Level::hard, Level::medium, Level::medium, Level::medium}, 600, 3);
    CHECK(share > .25);
}

TEST_CASE("Bots play whole matches of La Ambiciosa by the rules, with any options") {
    const Duel duel = Duel::solve(short_race);
    bot_tests::check<Bot>([](const Options&, int) { return Bot::Book{}; }, 600);
    SeededChance chance(4);
    for (int match = 0; match < 20; ++match) {
        const int seats = 2 + chance.pick(4);
        State state = Game::start(short_race, seats, {}, chance).state;
        while (!state.race.over) {
            bot_tests::check_seat<Bot>(duel, state, state.race.seat, Level::hard, 5);
            Game::apply(state, state.race.seat,
                        *Bot::choose(duel, state, state.race.seat, Level::hard, chance), chance);
        }
    }
}

}  // namespace cubilete::ambiciosa
