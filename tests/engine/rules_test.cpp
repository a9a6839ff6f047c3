#include "engine/rules.hpp"

#include <doctest/doctest.h>

#include "engine/dice.hpp"
#include "engine/inplace_vector.hpp"

namespace cubilete {

namespace {

std::vector<int> members(SeatSet seats) {
    std::vector<int> list;
    for (const Seat seat : seats) list.push_back(seat);
    return list;
}

}  // namespace

TEST_CASE("The highest score wins, and equal scores share a place") {
    const Result result = standings({188, 305, 188, 40});
    CHECK(result.places == std::vector{2, 1, 2, 4});
    CHECK(result.winners == std::vector<Seat>{1});
    CHECK(result.scores == std::vector{188, 305, 188, 40});
    CHECK(standings({7, 3, 7}).winners == std::vector<Seat>{0, 2});
    CHECK(standings({12}).places == std::vector{1});
}

TEST_CASE("If the lowest score wins, places are counted from the lowest") {
    const Result result = standings({5, 0, 9}, /*high_wins=*/false);
    CHECK(result.places == std::vector{2, 1, 3});
    CHECK(result.winners == std::vector<Seat>{1});
}

TEST_CASE("The seats with the highest value are found with one call per seat, in seat order") {
    std::vector<int> asked;
    const int values[] = {9, -3, -1, -1};
    const SeatSet best = highest({3, 1, 2}, [&](Seat seat) {
        asked.push_back(seat);
        return values[seat];
    });
    CHECK(members(best) == std::vector{2, 3});
    CHECK(asked == std::vector{1, 2, 3});
}

TEST_CASE("The first seat follows the last one") {
    const SeatSet playing{1, 2, 5};
    CHECK(next_seat_from(playing, 2) == 2);
    CHECK(next_seat_from(playing, 3) == 5);
    CHECK(next_seat_from(playing, 6) == 1);
    CHECK_THROWS_AS(next_seat_from({}, 0), std::logic_error);
}

TEST_CASE("A set of seats is iterated in seat order") {
    SeatSet seats{4, 0};
    seats.insert(2);
    CHECK(members(seats) == std::vector{0, 2, 4});
    CHECK(seats.size() == 3);
    seats.erase(4);
    CHECK_FALSE(seats.contains(4));
    CHECK(seats.contains(2));
    CHECK_FALSE(seats.contains(Seat{200}));
    CHECK(members(SeatSet::first(3)) == std::vector{0, 1, 2});
    CHECK(SeatSet::first(0).empty());
}

TEST_CASE("Sets have intersection, union and difference") {
    const Positions kept{0, 1, 2}, thrown{2, 3};
    CHECK((kept & thrown) == Positions{2});
    CHECK((kept | thrown) == Positions::first(4));
    CHECK((kept - thrown) == Positions{0, 1});
}

TEST_CASE("Dice are summed and counted by face") {
    const Dice dice{6, 1, 6, 3, 6};
    CHECK(sum(dice) == 22);
    CHECK(tally(dice) == Tally{0, 1, 0, 1, 0, 0, 3});
}

TEST_CASE("An inplace_vector holds its values, up to its capacity") {
    InplaceVector<int, 3> values{5, 6};
    values.push_back(7);
    CHECK_THROWS_AS(values.push_back(8), std::logic_error);
    values.erase(0);
    CHECK(values == InplaceVector<int, 3>{6, 7});
    values.resize(3);
    CHECK(values.back() == 0);
    CHECK_THROWS_AS(values.resize(4), std::logic_error);
    CHECK_THROWS_AS(values.erase(3), std::logic_error);
    CHECK_THROWS_AS(values.insert(0, 5), std::logic_error);
    values.erase(0);
    values.insert(0, 5);
    CHECK(values == InplaceVector<int, 3>{5, 7, 0});
    values.pop_back();
    values.insert(2, 9);
    CHECK(values == InplaceVector<int, 3>{5, 7, 9});
    values.pop_back();
    CHECK_THROWS_AS(values.insert(3, 1), std::logic_error);
    values.clear();
    CHECK(values.empty());
    CHECK_THROWS_AS(values.pop_back(), std::logic_error);
}

}  // namespace cubilete
