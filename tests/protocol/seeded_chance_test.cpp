#include "protocol/seeded_chance.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <set>
#include <vector>

#include <doctest/doctest.h>

namespace cubilete::protocol {

TEST_CASE("a seed gives the words of SplitMix64, the same on every machine") {
    // The first words of the seed 1234567 in the published tests of this generator.
    constexpr std::array<std::uint64_t, 5> words{6457827717110365317u, 3203168211198807973u,
                                                 9817491932198370423u, 4593380528125082431u,
                                                 16408922859458223821u};
    for (const int n : {6, 108, 1'000'000'000}) {
        CAPTURE(n);
        SeededChance chance(1234567);
        for (const std::uint64_t word : words)
            CHECK(chance.pick(n) == static_cast<int>((word >> 32) * static_cast<std::uint64_t>(n) >> 32));
    }
}

TEST_CASE("with as many values as do not divide all words, each is still equally frequent") {
    // 2^32 words are 8 thirds of 3 * 2^29 values: without rejection two of three values would come three times, and
    // the third twice.
    constexpr int n = 3 << 29;
    SeededChance chance(8);
    std::array<int, 3> counts{};
    constexpr int picks = 90'000;
    for (int pick = 0; pick < picks; ++pick) ++counts[static_cast<std::size_t>(chance.pick(n)) % 3];
    for (const int count : counts) CHECK(count == doctest::Approx(picks / 3.).epsilon(.03));
}

TEST_CASE("dice and picks stay within their range and reach both ends of it") {
    SeededChance chance(7);
    std::set<int> faces, picks;
    for (int throws = 0; throws < 200; ++throws) {
        const Dice dice = chance.dice(5, 6);
        CHECK(dice.size() == 5);
        faces.insert(dice.begin(), dice.end());
        picks.insert(chance.pick(3));
    }
    CHECK(faces == std::set<int>{1, 2, 3, 4, 5, 6});
    CHECK(picks == std::set<int>{0, 1, 2});
    CHECK(chance.pick(1) == 0);
}

TEST_CASE("the same seed gives the same game, another seed another one") {
    const auto throws = [](std::uint64_t seed) {
        SeededChance chance(seed);
        std::vector<Dice> dice;
        for (int times = 0; times < 1'000; ++times) dice.push_back(chance.dice(5, 6));
        return dice;
    };
    CHECK(throws(1) == throws(1));
    CHECK(throws(1) != throws(2));
    CHECK(throws(1) != throws(std::uint64_t{1} << 63 | 1));
}

TEST_CASE("a shuffle of a simulation keeps every card and moves them") {
    SeededChance chance(3);
    std::vector<Card> pile(108);
    std::iota(pile.begin(), pile.end(), Card{0});
    const std::vector<Card> sorted = pile;
    chance.shuffle(pile);
    CHECK(pile != sorted);
    CHECK(std::is_permutation(pile.begin(), pile.end(), sorted.begin()));
}

}  // namespace cubilete::protocol
