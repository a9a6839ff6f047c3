#include "engine/chance.hpp"

#include <doctest/doctest.h>

#include "tests/seeded_chance.hpp"

namespace cubilete {

namespace {

/// The error of the script for a call; empty if the call fits.
template <class Call>
std::string complaint(std::vector<Draw> script, Call call) {
    ScriptedChance chance(std::move(script));
    try {
        call(chance);
    } catch (const ScriptError& error) {
        return error.what();
    }
    return {};
}

std::string on_throw(std::vector<Draw> script, int count = 5) {
    return complaint(std::move(script), [=](Chance& chance) { chance.dice(count, 6); });
}
std::string on_pick(std::vector<Draw> script) {
    return complaint(std::move(script), [](Chance& chance) { chance.pick(3); });
}
std::string on_shuffle(std::vector<Draw> script, std::vector<Card> pile) {
    return complaint(std::move(script), [&](Chance& chance) { chance.shuffle(pile); });
}

}  // namespace

TEST_CASE("Recorded draws can be replayed") {
    SeededChance source(7);
    RecordingChance recorded(source);
    const Dice dice = recorded.dice(5, 6);
    const int seat = recorded.pick(8);
    std::vector<Card> pile{1, 2, 3, 4, 4};
    recorded.shuffle(pile);

    const std::vector<Draw> draws = recorded.take();
    CHECK(draws == std::vector<Draw>{DiceDraw{dice}, NumberDraw{seat}, ShuffleDraw{pile}});
    CHECK(recorded.take().empty());

    ScriptedChance again(draws);
    CHECK(again.left() == 3);
    CHECK(again.dice(5, 6) == dice);
    CHECK(again.pick(8) == seat);
    std::vector<Card> other{4, 3, 4, 2, 1};
    again.shuffle(other);
    CHECK(other == pile);
    CHECK(again.left() == 0);
}

TEST_CASE("A pick may be written as a throw of one die") {
    ScriptedChance chance({DiceDraw{{3}}});
    CHECK(chance.pick(3) == 2);
}

TEST_CASE("A script that does not fit reports the draw and the reason") {
    CHECK(on_throw({DiceDraw{{1, 2, 3, 4}}}) == "draw 1: the game throws 5 dice, the script has 4 dice");
    CHECK(on_throw({DiceDraw{{1, 2}}}, 1) == "draw 1: the game throws 1 die, the script has 2 dice");
    CHECK(on_throw({DiceDraw{{1, 2, 3, 4, 7}}}) == "draw 1: a die with 6 faces cannot show 7");
    CHECK(on_throw({DiceDraw{{0, 2, 3, 4, 5}}}) == "draw 1: a die with 6 faces cannot show 0");
    CHECK(on_throw({ShuffleDraw{{1}}}) == "draw 1: the game throws 5 dice, the script has 1 card");
    CHECK(on_throw({NumberDraw{0}}) == "draw 1: the game throws 5 dice, the script has a pick");
    CHECK(on_throw({}) == "draw 1: the game throws 5 dice, but the script has ended");

    CHECK(on_pick({DiceDraw{{4}}}) == "draw 1: a die with 3 faces cannot show 4");
    CHECK(on_pick({NumberDraw{3}}) == "draw 1: a die with 3 faces cannot show 4");
    CHECK(on_pick({DiceDraw{{1, 1}}}) == "draw 1: the game picks one of 3, the script has 2 dice");
    CHECK(on_pick({}) == "draw 1: the game picks one of 3, but the script has ended");

    CHECK(on_shuffle({ShuffleDraw{{1, 2}}}, {1, 2, 3}) ==
          "draw 1: the game shuffles 3 cards, the script has 2 cards");
    CHECK(on_shuffle({DiceDraw{{1, 2, 3}}}, {1, 2, 3}) ==
          "draw 1: the game shuffles 3 cards, the script has 3 dice");
    CHECK(on_shuffle({ShuffleDraw{{2, 2, 1}}}, {1, 1, 2}) ==
          "draw 1: the script's pile is not the game's cards in another order: it has card number 1 1 times, "
          "the "
          "game 2");
}

TEST_CASE("Draws are counted from 1 in the order of the requests") {
    ScriptedChance chance({DiceDraw{{1, 1}}, DiceDraw{{6, 6}}});
    chance.dice(2, 6);
    chance.dice(2, 6);
    for (int asked = 0; asked < 2; ++asked)
        CHECK_THROWS_WITH_AS(chance.dice(2, 6), "draw 3: the game throws 2 dice, but the script has ended",
                             ScriptError);
    CHECK(chance.left() == 0);
}

}  // namespace cubilete
