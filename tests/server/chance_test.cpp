#include "server/core/chance.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <numeric>
#include <set>
#include <vector>

#include <doctest/doctest.h>

namespace cubilete::server {

namespace {

/// The frequency of each value if every 8-bit word occurs once; rejected words count as -1.
std::map<int, int> counts_of(int n) {
    std::map<int, int> counts;
    for (int word = 0; word < 256; ++word) {
        const auto value = uniform_below(static_cast<std::uint8_t>(word), static_cast<std::uint8_t>(n));
        ++counts[value ? *value : -1];
    }
    return counts;
}

/// Returns given words, so that a shuffle can be computed by hand. A small word gives the same number.
class ScriptedWords final : public UniformChance {
  public:
    explicit ScriptedWords(std::vector<std::uint32_t> words) : words_(std::move(words)) {}
    std::size_t asked = 0;  ///< number of requested words

  private:
    std::uint32_t word() override { return words_.at(asked++); }

    std::vector<std::uint32_t> words_;
};

}  // namespace

TEST_CASE("every face results from equally many random words, for any number of faces") {
    for (int n = 1; n < 256; ++n) {
        CAPTURE(n);
        auto counts = counts_of(n);
        CHECK(counts[-1] == 256 % n);
        for (int value = 0; value < n; ++value) CHECK(counts[value] == 256 / n);
    }
}

TEST_CASE("of all words of 32 bits exactly 2^32 mod n are rejected") {
    const std::uint64_t words = std::uint64_t{1} << 32;
    for (const std::uint32_t n : {2u, 3u, 6u, 52u, 108u, 1'000u, 0x80000000u, 0x80000001u, 0xffffffffu}) {
        CAPTURE(n);
        const std::uint64_t accepted = words - words % n;
        CHECK(uniform_below(static_cast<std::uint32_t>(accepted - 1), n) == n - 1);
        if (accepted < words) CHECK_FALSE(uniform_below(static_cast<std::uint32_t>(accepted), n));
        if (accepted < words) CHECK_FALSE(uniform_below(0xffffffffu, n));
        CHECK(uniform_below(0u, n) == 0u);
    }
}

TEST_CASE("a rejected word is drawn again") {
    ScriptedWords scripted({0xffffffff, 0xfffffffc, 0xfffffffb, 2});
    CHECK(scripted.dice(1, 6) == Dice{static_cast<Dice::value_type>(0xfffffffbu % 6 + 1)});
    CHECK(scripted.asked == 3);
}

TEST_CASE("a shuffle swaps each place from the top with one at or below it") {
    ScriptedWords scripted({1, 2, 0});
    std::vector<Card> pile{10, 11, 12, 13};
    scripted.shuffle(pile);
    CHECK(scripted.asked == 3);
    // 10 11 12 13 -> swap 3 and 1: 10 13 12 11 -> swap 2 and 2 -> swap 1 and 0: 13 10 12 11
    CHECK(pile == std::vector<Card>{13, 10, 12, 11});
}

TEST_CASE("the 24 ways to shuffle four cards give the 24 orders") {
    std::set<std::vector<Card>> orders;
    for (std::uint32_t a = 0; a < 4; ++a)
        for (std::uint32_t b = 0; b < 3; ++b)
            for (std::uint32_t c = 0; c < 2; ++c) {
                ScriptedWords scripted({a, b, c});
                std::vector<Card> pile{1, 2, 3, 4};
                scripted.shuffle(pile);
                orders.insert(pile);
            }
    CHECK(orders.size() == 4 * 3 * 2);
}

TEST_CASE("a shuffle keeps every card, and an empty pile stays empty") {
    SodiumChance chance;
    std::vector<Card> pile(108);
    std::iota(pile.begin(), pile.end(), Card{0});
    const std::vector<Card> sorted = pile;
    chance.shuffle(pile);
    CHECK(std::is_permutation(pile.begin(), pile.end(), sorted.begin()));
    std::vector<Card> none;
    chance.shuffle(none);
    CHECK(none.empty());
}

TEST_CASE("dice and picks stay within their range and reach both ends of it") {
    SodiumChance chance;
    std::set<int> faces, picks;
    for (int throws = 0; throws < 2'000; ++throws) {
        const Dice dice = chance.dice(5, 6);
        CHECK(dice.size() == 5);
        faces.insert(dice.begin(), dice.end());
        picks.insert(chance.pick(3));
    }
    CHECK(faces == std::set<int>{1, 2, 3, 4, 5, 6});
    CHECK(picks == std::set<int>{0, 1, 2});
    CHECK(chance.pick(1) == 0);
}

TEST_CASE("two real sources give different words") {
    SodiumChance one, other;
    std::array<int, 8> first, second;
    std::ranges::generate(first, [&] { return one.pick(1'000'000'000); });
    std::ranges::generate(second, [&] { return other.pick(1'000'000'000); });
    CHECK(first != second);
}

}  // namespace cubilete::server
