#include "engine/starter.hpp"

#include <functional>

#include <doctest/doctest.h>

namespace cubilete {

namespace {

/// Returns scripted values as throws; `cast` records the seats.
struct Casts {
    std::vector<int> values;
    std::vector<int> by;

    int operator()(Seat seat) {
        by.push_back(seat);
        return values.at(by.size() - 1);
    }
};

Seat start(Starter starter, std::optional<Seat> first, int seats, Chance& chance) {
    return find_starter(starter, first, seats, chance, [&](Seat) { return chance.dice(1, 6)[0]; });
}

}  // namespace

TEST_CASE("The highest throw starts (A2)") {
    Casts casts{{11, 20, 19}, {}};
    CHECK(roll_off(3, std::ref(casts)) == 1);
    CHECK(casts.by == std::vector{0, 1, 2});
}

TEST_CASE("Only the players tied for the highest throw throw again, until one is highest (C3)") {
    Casts casts{{20, 11, 20, 20, /**/ 9, 12, 12, /**/ 5, 5, /**/ 6, 7}, {}};
    CHECK(roll_off(4, std::ref(casts)) == 3);
    CHECK(casts.by == std::vector{0, 1, 2, 3, 0, 2, 3, 2, 3, 2, 3});
}

TEST_CASE("The value of a throw may be negative") {
    Casts casts{{-500, -50, -1000}, {}};
    CHECK(roll_off(3, std::ref(casts)) == 1);
}

TEST_CASE("With one player nothing is thrown (A9)") {
    Casts casts{{}, {}};
    CHECK(roll_off(1, std::ref(casts)) == 0);
}

TEST_CASE("The option decides who starts; a given first seat overrides it and draws nothing (A10)") {
    ScriptedChance rolled({DiceDraw{{2}}, DiceDraw{{5}}});
    CHECK(start(Starter::rolloff, {}, 2, rolled) == 1);
    ScriptedChance picked({NumberDraw{2}});
    CHECK(start(Starter::random, {}, 3, picked) == 2);
    ScriptedChance nothing({});
    CHECK(start(Starter::first, {}, 3, nothing) == 0);
    for (const Starter starter : {Starter::rolloff, Starter::random, Starter::first})
        CHECK(start(starter, Seat{2}, 3, nothing) == 2);
    CHECK_THROWS_AS(start(Starter::first, Seat{3}, 3, nothing), std::logic_error);
}

TEST_CASE("The catalogue lists rolloff first") {
    CHECK(starter_option().choices == std::vector<std::string>{"rolloff", "random", "first"});
}

}  // namespace cubilete
