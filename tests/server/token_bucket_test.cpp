#include "server/core/token_bucket.hpp"

#include <doctest/doctest.h>

namespace cubilete::server {

namespace {

using std::chrono::milliseconds;
constexpr Rate five{5, milliseconds(2'500)};  // two per second
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

TEST_CASE("after a burst the bucket refills at its rate, for any number of requests") {
    TokenBucket bucket(five);
    taken(bucket, noon);
    int times = 0;
    for (int tick = 1; tick <= 1'000; ++tick)
        if (bucket.take(noon + milliseconds(10 * tick))) ++times;
    CHECK(times == 10 * 2);  // 10 seconds
}

TEST_CASE("after a long pause the bucket has at most one burst") {
    TokenBucket bucket(five);
    taken(bucket, noon);
    CHECK(taken(bucket, noon + std::chrono::hours(1)) == 5);
}

TEST_CASE("a refusal has the exact time to wait") {
    TokenBucket bucket(five);
    taken(bucket, noon);
    CHECK(bucket.wait() == milliseconds(500));
    CHECK_FALSE(bucket.take(noon + milliseconds(499)));
    CHECK(bucket.wait() == milliseconds(1));
    CHECK(bucket.take(noon + milliseconds(500)));
}

TEST_CASE("after an expensive request the bucket must refill first, but never more than one burst") {
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

TEST_CASE("each key has its own bucket, which is kept while it is used") {
    TokenBuckets<int> all(five, 100);
    CHECK(taken(all.of(0), noon) == 5);
    for (int other = 1; other < 10'000; ++other) {
        CHECK(all.of(other).take(noon));
        CHECK_FALSE(all.of(0).take(noon));
        CHECK(all.size() <= 200);
    }
}

}  // namespace cubilete::server
