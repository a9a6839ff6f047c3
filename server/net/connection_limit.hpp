#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>

#include "server/core/address.hpp"

namespace cubilete::server {

/// Limits how many connections are open at once, for each client network and in total. Safe from any thread.
/// A slot may outlive this object: sessions that are still queued at the end of the server are destroyed
/// last.
class ConnectionLimit {
    class Counter;

  public:
    /// A counted connection. Its destructor gives it back.
    class Slot {
      public:
        Slot(Slot&& other) noexcept = default;
        Slot& operator=(Slot&&) = delete;
        ~Slot() {
            if (count_) count_->release(network_);
        }

      private:
        friend ConnectionLimit;
        Slot(std::shared_ptr<Counter> count, const ClientNetwork& of)
            : count_(std::move(count)), network_(of) {}

        std::shared_ptr<Counter> count_;
        ClientNetwork network_;
    };

    /// `most`: connections in total.
    explicit ConnectionLimit(std::size_t most) : count_(std::make_shared<Counter>(most)) {}

    /// Returns nothing if `network` already has `network_limit` slots, or if all slots are taken.
    std::optional<Slot> acquire(const ClientNetwork& network, std::size_t network_limit) {
        if (!count_->acquire(network, network_limit)) return std::nullopt;
        return Slot(count_, network);
    }
    /// Number of slots taken.
    std::size_t total() const { return count_->total(); }

  private:
    class Counter {
      public:
        explicit Counter(std::size_t most) : most_(most) {}

        bool acquire(const ClientNetwork& network, std::size_t network_limit) {
            const std::lock_guard lock(mutex_);
            if (total_ >= most_) return false;
            std::size_t& own = by_network_[network];
            if (own >= network_limit) return false;
            ++own;
            ++total_;
            return true;
        }
        void release(const ClientNetwork& network) {
            const std::lock_guard lock(mutex_);
            const auto own = by_network_.find(network);
            if (--own->second == 0) by_network_.erase(own);
            --total_;
        }
        std::size_t total() const {
            const std::lock_guard lock(mutex_);
            return total_;
        }

      private:
        const std::size_t most_;
        mutable std::mutex mutex_;
        std::size_t total_ = 0;
        /// Only networks with at least one slot.
        std::unordered_map<ClientNetwork, std::size_t, ClientNetworkHash> by_network_;
    };

    std::shared_ptr<Counter> count_;
};

}  // namespace cubilete::server
