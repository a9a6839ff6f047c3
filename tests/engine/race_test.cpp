#include "engine/race.hpp"

#include <doctest/doctest.h>

namespace cubilete {

namespace {

using TieRule = Race::TieRule;

/// Adds points turn by turn. Returns the event of the last turn.
std::optional<Race::Event> play(Race& race, std::initializer_list<int> points) {
    std::optional<Race::Event> event;
    for (const int more : points) {
        race.total() += more;
        event = race.end_turn();
    }
    return event;
}

Race::Event final_round(Seat seat) { return Race::FinalRound{seat}; }
Race::Event extra_round(SeatSet seats) { return Race::ExtraRound{seats}; }
Race::Event over(SeatSet winners) { return Race::Over{winners}; }
const Race::Event resumed = Race::Resumed{};

}  // namespace

TEST_CASE("Turns pass to the left; in a round each player has one turn, beginning with the starter") {
    Race race = Race::start(100, TieRule::shared, 3, 1);
    for (const int seat : {1, 2, 0}) {
        CHECK(race.round == 1);
        CHECK(race.to_act() == SeatSet{static_cast<Seat>(seat)});
        CHECK_FALSE(play(race, {10}));
    }
    CHECK(race.round == 2);
    CHECK(race.seat == 1);
    CHECK(race.turn == 4);
}

TEST_CASE("After the target is reached the round is played to its end, and the highest total wins") {
    Race race = Race::start(100, TieRule::extra_round_all, 3, 0);
    CHECK_FALSE(race.final_round());
    CHECK(play(race, {105}) == final_round(0));
    CHECK(race.final_round());
    CHECK_FALSE(play(race, {110}));
    CHECK(play(race, {-20}) == over({1}));
    CHECK(race.to_act().empty());
    CHECK(race.result() == Result{{2, 1, 3}, {105, 110, -20}, {1}});
    CHECK(race.view().round == 1);
}

TEST_CASE("If the last player of a round reaches the target, the race ends at once") {
    Race race = Race::start(100, TieRule::extra_round_all, 2, 1);
    CHECK_FALSE(play(race, {95}));
    CHECK(play(race, {100}) == over({0}));
    Race alone = Race::start(100, TieRule::extra_round_tied, 1, 0);
    CHECK_FALSE(play(alone, {99}));
    CHECK(play(alone, {1}) == over({0}));
}

TEST_CASE("A shared lead is a shared win, an extra round of all players, or one of the tied players") {
    Race race = Race::start(100, TieRule::shared, 3, 0);
    CHECK(play(race, {100, 50, 100}) == over({0, 2}));

    race = Race::start(100, TieRule::extra_round_all, 3, 1);
    CHECK(play(race, {100, 50, 100}) == extra_round({0, 1, 2}));
    CHECK(race.extra_round == 1);
    CHECK(race.round == 2);
    CHECK(play(race, {0, 60, 0}) == over({2}));

    race = Race::start(100, TieRule::extra_round_tied, 3, 1);
    CHECK(play(race, {50, 100, 100}) == extra_round({0, 2}));
    CHECK(race.seat == 2);  // the starter has no turn in this round
    CHECK_FALSE(race.view().seats[1].in_round);
    CHECK(play(race, {5, 5}) == extra_round({0, 2}));
    CHECK(race.extra_round == 2);
    CHECK(race.seat == 2);
    CHECK(play(race, {0, 5}) == over({0}));
}

TEST_CASE("If nobody has the target after an extra round, normal rounds continue") {
    Race race = Race::start(100, TieRule::extra_round_tied, 3, 0);
    play(race, {100, 20, 100});
    CHECK(play(race, {-100, -50}) == resumed);
    CHECK(race.extra_round == 0);
    CHECK(race.playing == SeatSet{0, 1, 2});
    CHECK_FALSE(race.final_round());
    CHECK_FALSE(play(race, {0, 0, 0}));
    CHECK(play(race, {0, 80}) == final_round(1));
    CHECK(play(race, {0}) == over({1}));
}

TEST_CASE("The leader after an extra round wins, also without a turn in it") {
    Race race = Race::start(100, TieRule::extra_round_tied, 3, 0);
    play(race, {110, 105, 110});
    CHECK(play(race, {-110, -10}) == over({1}));
}

}  // namespace cubilete
