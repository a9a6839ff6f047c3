#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <functional>
#include <unordered_map>
#include <utility>

namespace cubilete::server {

/// `count` times at once, and as many again in each `per` in the long run.
struct Rate {
    double count = 1;
    std::chrono::milliseconds per{1'000};
};

/// How often something may still be done by a rate. Knows no clock.
class TokenBucket {
  public:
    using Time = std::chrono::steady_clock::time_point;
    using Seconds = std::chrono::duration<double>;

    constexpr explicit TokenBucket(Rate rate)
        : burst_(rate.count), per_second_(rate.count / Seconds(rate.per).count()), left_(rate.count) {}

    /// Whether it may be done now; `now` never goes back.
    constexpr bool take(Time now) {
        if (!has(now)) return false;
        left_ -= 1;
        return true;
    }
    /// Takes `count` tokens even if there are fewer. The debt is at most `rate.count` tokens.
    constexpr void charge(double count, Time now) {
        has(now);
        left_ = std::max(left_ - count, -burst_);
    }
    /// Whether take() would allow it.
    constexpr bool has(Time now) {
        left_ = std::min(burst_, left_ + Seconds(now - seen_).count() * per_second_);
        seen_ = now;
        return left_ >= 1 - rounding;
    }
    /// Takes `times` tokens even if there are fewer; the debt has no bound. Returns the time until the next
    /// token, 0 if there is one.
    std::chrono::milliseconds spend(Time now, double times) {
        has(now);
        left_ -= times;
        return wait();
    }
    /// Until it may be done again, as of the last look.
    std::chrono::milliseconds wait() const {
        const double ms = std::max(0.0, 1 - rounding - left_) / per_second_ * 1'000;
        return std::chrono::milliseconds(std::lround(std::ceil(ms - rounding)));
    }

  private:
    static constexpr double rounding = 1e-6;

    double burst_;
    double per_second_;
    double left_;
    Time seen_{};
};

/// An allowance for everyone of a crowd without bounds, in bounded memory: the `most` who were looked up last
/// are remembered at least, twice as many at most.
template <class Key, class Hash = std::hash<Key>>
class TokenBuckets {
  public:
    TokenBuckets(Rate rate, std::size_t most) : rate_(rate), most_(most) {}

    /// Valid until the next call.
    TokenBucket& of(const Key& key) {
        if (const auto known = young_.find(key); known != young_.end()) return known->second;
        auto before = old_.extract(key);
        if (young_.size() >= most_) old_ = std::exchange(young_, {});
        if (!before.empty()) return young_.insert(std::move(before)).position->second;
        return young_.emplace(key, TokenBucket(rate_)).first->second;
    }
    std::size_t size() const { return young_.size() + old_.size(); }

  private:
    Rate rate_;
    std::size_t most_;
    std::unordered_map<Key, TokenBucket, Hash> young_;
    std::unordered_map<Key, TokenBucket, Hash> old_;
};

}  // namespace cubilete::server
