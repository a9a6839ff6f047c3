#include "server/allowance.hpp"

#include <doctest/doctest.h>

namespace cubilete::server {

namespace {

using std::chrono::milliseconds;
constexpr Allowance::Time noon{std::chrono::hours(12)};

int taken(Allowance& allowance, Allowance::Time now) {
    int times = 0;
    while (allowance.take(now)) ++times;
    return times;
}

}  // namespace

TEST_CASE("a burst is allowed at once and not one more") {
    Allowance allowance(5, 2);
    CHECK(taken(allowance, noon) == 5);
    CHECK_FALSE(allowance.take(noon));
}

TEST_CASE("after a burst it comes back at its rate, however often one asks") {
    Allowance allowance(5, 2);
    taken(allowance, noon);
    int times = 0;
    for (int tick = 1; tick <= 1'000; ++tick)
        if (allowance.take(noon + milliseconds(10 * tick))) ++times;
    CHECK(times == 10 * 2);  // 10 seconds
}

TEST_CASE("a long pause saves up no more than one burst") {
    Allowance allowance(5, 2);
    taken(allowance, noon);
    CHECK(taken(allowance, noon + std::chrono::hours(1)) == 5);
}

}  // namespace cubilete::server
