#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <functional>
#include <unordered_map>
#include <utility>

namespace cubilete::server {

/// Parameters of a token bucket: at most `count` tokens at once, and `count` new tokens per `per`. Both are
/// above 0.
struct Rate {
    double count = 1;
    std::chrono::milliseconds per{1'000};
};

/// A token bucket: at most `rate.count` tokens, refilled evenly, full at first. The caller passes the time,
/// which must not go back. Not thread-safe.
class TokenBucket {
  public:
    using Time = std::chrono::steady_clock::time_point;
    using Seconds = std::chrono::duration<double>;

    constexpr explicit TokenBucket(Rate rate)
        : burst_(rate.count), per_second_(rate.count / Seconds(rate.per).count()), tokens_(rate.count) {}

    /// Takes a token. Returns false if there is none.
    constexpr bool try_consume(Time now) {
        if (!can_take(now)) return false;
        tokens_ -= 1;
        return true;
    }
    /// Takes `count` tokens even if there are fewer. The debt is at most `rate.count` tokens.
    constexpr void charge(double count, Time now) {
        can_take(now);
        tokens_ = std::max(tokens_ - count, -burst_);
    }
    /// Whether try_consume() would succeed.
    constexpr bool can_take(Time now) {
        tokens_ = std::min(burst_, tokens_ + Seconds(now - last_refill_).count() * per_second_);
        last_refill_ = now;
        return tokens_ >= 1 - rounding;
    }
    /// Takes `times` tokens even if there are fewer; the debt has no bound. Returns the time until the next
    /// token, 0 if there is one.
    std::chrono::milliseconds spend(Time now, double times) {
        can_take(now);
        tokens_ -= times;
        return wait();
    }
    /// The time until the next token, 0 if there is one, as of the last call with a time.
    std::chrono::milliseconds wait() const {
        const double ms = std::max(0.0, 1 - rounding - tokens_) / per_second_ * 1'000;
        return std::chrono::milliseconds(std::lround(std::ceil(ms - rounding)));
    }

  private:
    static constexpr double rounding = 1e-6;

    double burst_;
    double per_second_;
    double tokens_;
    Time last_refill_{};
};

/// A token bucket per key, in bounded memory: at least the `most` most recently used keys are kept, at most
/// twice as many.
template <class Key, class Hash = std::hash<Key>>
class TokenBuckets {
  public:
    TokenBuckets(Rate rate, std::size_t most) : rate_(rate), most_(most) {}

    /// Returns the bucket of `key`, a full one for a new key. The reference is valid until the next call.
    TokenBucket& bucket_for(const Key& key) {
        if (const auto known = recent_.find(key); known != recent_.end()) return known->second;
        auto before = old_.extract(key);
        if (recent_.size() >= most_) old_ = std::exchange(recent_, {});
        if (!before.empty()) return recent_.insert(std::move(before)).position->second;
        return recent_.emplace(key, TokenBucket(rate_)).first->second;
    }
    std::size_t size() const { return recent_.size() + old_.size(); }

  private:
    Rate rate_;
    std::size_t most_;
    std::unordered_map<Key, TokenBucket, Hash> recent_;
    std::unordered_map<Key, TokenBucket, Hash> old_;
};

}  // namespace cubilete::server
