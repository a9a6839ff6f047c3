#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>

#include "server/core/address.hpp"
#include "server/core/token_bucket.hpp"

namespace cubilete::server {

/// Lets warnings that clients can cause through: once an hour for each kind and address. Safe from any thread.
class HourlyLimiter {
  public:
    bool try_take(std::size_t kind, const ClientNetwork& of) {
        const std::lock_guard lock(mutex_);
        return buckets_.bucket_for({kind, of}).try_consume(std::chrono::steady_clock::now());
    }

  private:
    struct Key {
        std::size_t kind;
        ClientNetwork of;
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct Hash {
        std::size_t operator()(const Key& key) const { return ClientNetworkHash()(key.of) * 31 + key.kind; }
    };
    static constexpr std::size_t most = 10'000;  // about 120 bytes each

    std::mutex mutex_;
    TokenBuckets<Key, Hash> buckets_{Rate{1, std::chrono::hours(1)}, most};
};

}  // namespace cubilete::server
