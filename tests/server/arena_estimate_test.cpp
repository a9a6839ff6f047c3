#include "server/commands/arena_estimate.hpp"

#include <algorithm>
#include <array>
#include <random>
#include <vector>

#include <doctest/doctest.h>

namespace cubilete::server {

TEST_CASE("The interval of a share of wins lies within 0 and 1 and is Wilson's if each pair is won or lost") {
    std::vector<double> lost(100, 0.), won(100, 1.), mixed(100, 0.);
    std::fill_n(mixed.begin(), 20, 1.);
    const double z2 = 1.959964 * 1.959964;

    const Estimate none = share_of_wins(lost);
    CHECK(none.mean == 0);
    CHECK(none.interval->first == 0);
    CHECK(none.interval->second == doctest::Approx(z2 / (100 + z2)));
    const Estimate all = share_of_wins(won);
    CHECK(all.interval->first == doctest::Approx(100 / (100 + z2)));
    CHECK(all.interval->second == doctest::Approx(1));
    // R: prop.test(20, 100, correct = FALSE)$conf.int
    const Estimate some = share_of_wins(mixed);
    CHECK(some.interval->first == doctest::Approx(0.13337).epsilon(1e-4));
    CHECK(some.interval->second == doctest::Approx(0.28883).epsilon(1e-4));
}

TEST_CASE("Equal pairs narrow the interval of a share with their number, never to nothing") {
    double before = 1;
    for (const std::size_t pairs : {1u, 2u, 10u, 100u, 10'000u}) {
        const Estimate half = share_of_wins(std::vector<double>(pairs, 0.5));
        CHECK(half.mean == 0.5);
        const double width = half.interval->second - half.interval->first;
        CHECK(width > 0);
        CHECK(width < before);
        CHECK(half.interval->first == doctest::Approx(1 - half.interval->second));
        before = width;
    }
    CHECK(before < 0.001);
}

TEST_CASE("Nineteen of twenty intervals contain the true share, whatever the pairs are like") {
    std::mt19937 chance(1);
    // The probabilities of a pair that is lost, shared or won.
    for (const auto& odds : {std::array{0.25, 0.5, 0.25},
                             {0.1, 0.85, 0.05},
                             {0.5, 0., 0.5},
                             {0.02, 0.96, 0.02},
                             {0.9, 0.08, 0.02}}) {
        std::discrete_distribution<int> pair(odds.begin(), odds.end());
        const double truth = odds[1] / 2 + odds[2];
        for (const std::size_t pairs : {30u, 200u}) {
            constexpr int arenas = 4000;
            int right = 0;
            for (int arena = 0; arena < arenas; ++arena) {
                std::vector<double> shares(pairs);
                for (double& share : shares) share = pair(chance) / 2.;
                const auto [low, high] = *share_of_wins(shares).interval;
                right += low <= truth && truth <= high;
            }
            CAPTURE(odds[0]);
            CAPTURE(pairs);
            CHECK(right > arenas * 0.925);
        }
    }
}

TEST_CASE("The interval of amounts is Student's, not below 0, and there is none where it would say nothing") {
    // R: t.test(c(1:10))$conf.int
    const Estimate ten = mean_amount({1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
    CHECK(ten.mean == doctest::Approx(5.5));
    CHECK(ten.interval->first == doctest::Approx(3.3341).epsilon(2e-3));
    CHECK(ten.interval->second == doctest::Approx(7.6659).epsilon(2e-3));
    CHECK(mean_amount({0, 0, 0, 0, 0, 0, 0, 0, 0, 30}).interval->first == 0);
    CHECK(!mean_amount({1, 2}).interval);
    CHECK(!mean_amount(std::vector<double>(100, 0.)).interval);
}

}  // namespace cubilete::server
