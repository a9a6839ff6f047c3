#include "engine/games/escalera/escalera_bot.hpp"

#include <cmath>
#include <initializer_list>

#include <doctest/doctest.h>

#include "tests/bot.hpp"

namespace cubilete::escalera {

namespace {

bool near(double value, double figure, double margin = 1e-9) { return std::abs(value - figure) <= margin; }

/// A race in its last round or before it. This seat throws next, the seats after it later.
Race race_at(std::initializer_list<int> totals, Seat seat) {
    Race race = Race::start(100, Race::TieRule::extra_round_tied, static_cast<int>(totals.size()), 0);
    race.totals.clear();
    for (const int total : totals) race.totals.push_back(total);
    race.seat = seat;
    return race;
}

}  // namespace

TEST_CASE(
    "The hint in Escalera is the probability of winning: the last player with 95 against 100 needs 10, or 5 "
    "to tie") {
    // The throws with 5 points, and with more (1.4). A reset or a throw without points loses.
    const double five = 6'846 / 46'656.0, more = (6'065 + 3'660 + 2'070 + 720 + 30 + 1) / 46'656.0;
    const Race race = race_at({100, 95}, 1);
    CHECK(near(chances_of_winning(Throws(Options{}), race)[1], more + five / 2));
    CHECK(near(chances_of_winning(Throws(Options{}), race)[0], 1 - more - five / 2));

    SeededChance chance(1);
    State state = Game::start({.starter = Starter::first}, 2, {}, chance).state;
    state.race = race;
    const Hints hints = Bot::hints(Bot::compute_book({}, 2), state, 1, chance);
    CHECK(hints.unit == Hints::Unit::win);
    CHECK(near(hints.worth.at(0), more + five / 2));
    CHECK(Bot::hints({}, state, 1, chance) == hints);
}

TEST_CASE(
    "With equal totals all players of Escalera have the same probability of winning, and all sum to 1") {
    const Throws throws(Options{});
    CHECK(near(chances_of_winning(throws, race_at({0, 0}, 0))[0], .5, 1e-6));
    CHECK(near(chances_of_winning(throws, race_at({0, 0}, 0))[1], .5, 1e-6));
    CHECK(near(chances_of_winning(throws, race_at({40}, 0))[0], 1));
    const Race race = race_at({85, 60, 95, 95}, 2);
    double all = 0;
    for (Seat seat = 0; seat < 4; ++seat) all += chances_of_winning(throws, race)[seat];
    CHECK(near(all, 1, 1e-6));
    CHECK(chances_of_winning(throws, race)[2] > chances_of_winning(throws, race)[0]);
    CHECK(near(chances_of_winning(throws, race)[2], chances_of_winning(throws, race)[3], 1e-9));
}

TEST_CASE(
    "The mean number of rounds of one player, with and without resets, is that of the rule book (1.4)") {
    for (const PublishedValueCheck& figure : Bot::check_published_values()) {
        CAPTURE(figure.what);
        CHECK_MESSAGE(figure.is_within_margin(), figure.found);
    }
}

TEST_CASE("Bots play whole matches of Escalera by the rules, with any options") {
    bot_tests::check<Bot>([](const Options& options, int seats) { return Bot::compute_book(options, seats); },
                          300);
}

}  // namespace cubilete::escalera
