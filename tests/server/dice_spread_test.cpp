#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "server/match/provable_chance.hpp"

// The results of provable draws are evenly spread. The keys are fixed, so a test that passes once passes always.
namespace cubilete::server {
namespace {

/// CUBILETE_DRAWS in the environment makes the run longer (`./test long`).
int draws_to_make() {
    const char* asked = std::getenv("CUBILETE_DRAWS");
    return asked == nullptr ? 20'000 : std::stoi(asked);
}

ProvableChance chance_of(unsigned char key) {
    std::array<unsigned char, Secret::size> bytes{};
    bytes.front() = key;
    return ProvableChance(Secret(bytes));
}

/// Returns the probability that evenly spread results differ at least so much from an even spread: chi-square by the
/// approximation of Wilson and Hilferty, which is good to three digits for five degrees of freedom and more.
double probability(const std::vector<std::int64_t>& counts) {
    const double even =
        static_cast<double>(std::reduce(counts.begin(), counts.end())) / static_cast<double>(counts.size());
    double chi_square = 0;
    for (const std::int64_t count : counts)
        chi_square += std::pow(static_cast<double>(count) - even, 2) / even;
    const double degrees = static_cast<double>(counts.size()) - 1;
    const double spread = 2 / (9 * degrees);
    const double z = (std::cbrt(chi_square / degrees) - (1 - spread)) / std::sqrt(spread);
    return std::erfc(z / std::sqrt(2.0)) / 2;
}

void check_even(const std::vector<std::int64_t>& counts) {
    const double p = probability(counts);
    CHECK(p > 1e-4);
    CHECK(p < 1 - 1e-4);
}

TEST_CASE("the faces of all six dice of a throw are evenly spread, and so are pairs of neighbours") {
    ProvableChance chance = chance_of(1);
    std::vector<std::int64_t> faces(36), pairs(36);
    for (int throws = draws_to_make(); throws > 0; --throws) {
        const Dice dice = chance.dice(6, 6);
        for (std::size_t die = 0; die < 6; ++die) ++faces[die * 6 + dice[die] - 1u];
        for (std::size_t die = 0; die < 6; die += 2) ++pairs[(dice[die] - 1u) * 6 + dice[die + 1] - 1u];
        chance.take();
    }
    check_even(faces);
    check_even(pairs);
}

TEST_CASE("each place of a shuffled pile gets each card equally often, and four cards come in every order") {
    ProvableChance chance = chance_of(2);
    constexpr std::size_t cards = 52;
    std::vector<std::int64_t> places(cards * cards), orders(24);
    std::vector<Card> pile(cards);
    for (int shuffles = std::max(draws_to_make() / 10, 1); shuffles > 0; --shuffles) {
        std::iota(pile.begin(), pile.end(), Card{});
        chance.shuffle(pile);
        for (std::size_t place = 0; place < cards; ++place) ++places[place * cards + pile[place]];
        std::array<Card, 4> four{0, 1, 2, 3};
        chance.shuffle(four);
        std::array<Card, 4> order{0, 1, 2, 3};
        std::size_t number = 0;
        while (order != four) {
            std::next_permutation(order.begin(), order.end());
            ++number;
        }
        ++orders[number];
        chance.take();
    }
    for (std::size_t place = 0; place < cards; ++place)
        check_even({places.begin() + static_cast<std::ptrdiff_t>(place * cards),
                    places.begin() + static_cast<std::ptrdiff_t>((place + 1) * cards)});
    check_even(orders);
}

TEST_CASE("the check of an even spread notices a loaded die") {
    CHECK(probability({10'000, 10'000, 10'000, 10'000, 10'000, 10'400}) < 0.05);
    CHECK(probability({10'000, 10'000, 10'000, 10'000, 10'000, 11'000}) < 1e-4);
    CHECK(probability({10'000, 10'001, 10'000, 9'999, 10'000, 10'000}) > 1 - 1e-4);
}

}  // namespace
}  // namespace cubilete::server
