#include "engine/games/escalera/escalera_house.hpp"

#include <cmath>
#include <initializer_list>

#include <doctest/doctest.h>

#include "tests/house.hpp"

namespace cubilete::escalera {

namespace {

bool near(double value, double figure, double margin = 1e-9) { return std::abs(value - figure) <= margin; }

/// A race in its last round or before it, in which this seat throws next and the later ones after it.
Race race_at(std::initializer_list<int> totals, Seat seat) {
    Race race = Race::start(100, Race::Tie::extra_round_tied, static_cast<int>(totals.size()), 0);
    race.totals.clear();
    for (const int total : totals) race.totals.push_back(total);
    race.seat = seat;
    return race;
}

}  // namespace

TEST_CASE(
    "Advice in Escalera is the chance of winning: who throws last against 100 with 95 needs 10, or 5 to "
    "share") {
    // The throws of 5 points and of more (1.4); a reset, or nothing, loses.
    const double five = 6'846 / 46'656.0, more = (6'065 + 3'660 + 2'070 + 720 + 30 + 1) / 46'656.0;
    const Race race = race_at({100, 95}, 1);
    CHECK(near(chance_of_winning(Throws(Options{}), race, 1), more + five / 2));
    CHECK(near(chance_of_winning(Throws(Options{}), race, 0), 1 - more - five / 2));

    SeededChance chance(1);
    State state = Game::start({.starter = Starter::first}, 2, {}, chance).state;
    state.race = race;
    const Hints hints = House::hints(House::study({}, 2), state, 1, chance);
    CHECK(hints.unit == Hints::Unit::win);
    CHECK(near(hints.worth.at(0), more + five / 2));
    CHECK(House::hints({}, state, 1, chance) == hints);
}

TEST_CASE("Who begins Escalera is no better off, and somebody always wins") {
    const Throws throws(Options{});
    CHECK(near(chance_of_winning(throws, race_at({0, 0}, 0), 0), .5, 1e-6));
    CHECK(near(chance_of_winning(throws, race_at({0, 0}, 0), 1), .5, 1e-6));
    CHECK(near(chance_of_winning(throws, race_at({40}, 0), 0), 1));
    const Race race = race_at({85, 60, 95, 95}, 2);
    double all = 0;
    for (Seat seat = 0; seat < 4; ++seat) all += chance_of_winning(throws, race, seat);
    CHECK(near(all, 1, 1e-6));
    CHECK(chance_of_winning(throws, race, 2) > chance_of_winning(throws, race, 0));
    CHECK(near(chance_of_winning(throws, race, 2), chance_of_winning(throws, race, 3), 1e-9));
}

TEST_CASE("A player's mean number of rounds, with and without resets, is what the rule book says (1.4)") {
    for (const Figure& figure : House::figures()) {
        CAPTURE(figure.what);
        CHECK_MESSAGE(figure.holds(), figure.found);
    }
}

TEST_CASE("House players of Escalera play whole matches by the rules, at every table") {
    house::check<House>([](const Options& options, int seats) { return House::study(options, seats); }, 300);
}

}  // namespace cubilete::escalera
