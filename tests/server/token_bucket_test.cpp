#include "server/core/token_bucket.hpp"

#include <doctest/doctest.h>

namespace cubilete::server {

namespace {

using std::chrono::milliseconds;
constexpr Rate five{5, milliseconds(2'500)};  // two a second
constexpr TokenBucket::Time noon{std::chrono::hours(12)};

int taken(TokenBucket& allowance, TokenBucket::Time now) {
    int times = 0;
    while (allowance.take(now)) ++times;
    return times;
}

}  // namespace

TEST_CASE("a burst is allowed at once and not one more") {
    TokenBucket allowance(five);
    CHECK(taken(allowance, noon) == 5);
    CHECK_FALSE(allowance.take(noon));
}

TEST_CASE("after a burst it comes back at its rate, however often one asks") {
    TokenBucket allowance(five);
    taken(allowance, noon);
    int times = 0;
    for (int tick = 1; tick <= 1'000; ++tick)
        if (allowance.take(noon + milliseconds(10 * tick))) ++times;
    CHECK(times == 10 * 2);  // 10 seconds
}

TEST_CASE("a long pause saves up no more than one burst") {
    TokenBucket allowance(five);
    taken(allowance, noon);
    CHECK(taken(allowance, noon + std::chrono::hours(1)) == 5);
}

TEST_CASE("who has to wait is told exactly how long") {
    TokenBucket allowance(five);
    taken(allowance, noon);
    CHECK(allowance.wait() == milliseconds(500));
    CHECK_FALSE(allowance.take(noon + milliseconds(499)));
    CHECK(allowance.wait() == milliseconds(1));
    CHECK(allowance.take(noon + milliseconds(500)));
}

TEST_CASE("everybody has an allowance of his own, and nobody's is forgotten while he uses it") {
    TokenBuckets<int> all(five, 100);
    CHECK(taken(all.of(0), noon) == 5);
    for (int other = 1; other < 10'000; ++other) {
        CHECK(all.of(other).take(noon));
        CHECK_FALSE(all.of(0).take(noon));
        CHECK(all.size() <= 200);
    }
}

}  // namespace cubilete::server
