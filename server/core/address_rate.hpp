#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <mutex>

#include "server/core/address.hpp"
#include "server/core/token_bucket.hpp"

namespace cubilete::server {

/// Limits how often each address may do something, e.g. send an HTTP request. Safe from any thread.
class AddressRate {
  public:
    explicit AddressRate(Rate rate) : buckets_(rate, most_addresses) {}

    /// Takes one token and returns 0; without a token, returns the time that the address has to wait, at
    /// least 1 ms.
    std::chrono::milliseconds consume_or_retry_after(const ClientNetwork& network) {
        const std::lock_guard lock(mutex_);
        TokenBucket& bucket = buckets_.bucket_for(network);
        if (bucket.try_consume(std::chrono::steady_clock::now())) return {};
        return std::max(bucket.wait(), std::chrono::milliseconds(1));
    }

  private:
    static constexpr std::size_t most_addresses = 50'000;  // about 100 bytes each

    std::mutex mutex_;
    TokenBuckets<ClientNetwork, ClientNetworkHash> buckets_;
};

}  // namespace cubilete::server
