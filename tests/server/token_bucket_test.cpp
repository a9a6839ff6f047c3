#include "server/core/token_bucket.hpp"

#include <doctest/doctest.h>

namespace cubilete::server {

namespace {

using std::chrono::milliseconds;
constexpr Rate five{5, milliseconds(2'500)};  // two a second
constexpr TokenBucket::Time noon{std::chrono::hours(12)};

int taken(TokenBucket& bucket, TokenBucket::Time now) {
    int times = 0;
    while (bucket.take(now)) ++times;
    return times;
}

}  // namespace

TEST_CASE("a burst is allowed at once and not one more") {
    TokenBucket bucket(five);
    CHECK(taken(bucket, noon) == 5);
    CHECK_FALSE(bucket.take(noon));
}

TEST_CASE("after a burst it comes back at its rate, however often one asks") {
    TokenBucket bucket(five);
    taken(bucket, noon);
    int times = 0;
    for (int tick = 1; tick <= 1'000; ++tick)
        if (bucket.take(noon + milliseconds(10 * tick))) ++times;
    CHECK(times == 10 * 2);  // 10 seconds
}

TEST_CASE("a long pause saves up no more than one burst") {
    TokenBucket bucket(five);
    taken(bucket, noon);
    CHECK(taken(bucket, noon + std::chrono::hours(1)) == 5);
}

TEST_CASE("who has to wait is told exactly how long") {
    TokenBucket bucket(five);
    taken(bucket, noon);
    CHECK(bucket.wait() == milliseconds(500));
    CHECK_FALSE(bucket.take(noon + milliseconds(499)));
    CHECK(bucket.wait() == milliseconds(1));
    CHECK(bucket.take(noon + milliseconds(500)));
}

TEST_CASE("what cost more than usual has to come in again first, but never more than one burst") {
    TokenBucket bucket(five);
    CHECK(bucket.take(noon));
    bucket.charge(7, noon);
    CHECK_FALSE(bucket.take(noon));
    CHECK(bucket.wait() == milliseconds(2'000));
    CHECK(taken(bucket, noon + milliseconds(2'000)) == 1);
    bucket.charge(1'000'000, noon + milliseconds(2'000));
    CHECK_FALSE(bucket.take(noon + milliseconds(4'999)));
    CHECK(bucket.take(noon + milliseconds(5'000)));
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
