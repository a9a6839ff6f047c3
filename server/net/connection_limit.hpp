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
    class Count;

  public:
    /// A counted connection. Its destructor gives it back.
    class Slot {
      public:
        Slot(Slot&& other) noexcept = default;
        Slot& operator=(Slot&&) = delete;
        ~Slot() {
            if (count_) count_->give_back(of_);
        }

      private:
        friend ConnectionLimit;
        Slot(std::shared_ptr<Count> count, const ClientNetwork& of) : count_(std::move(count)), of_(of) {}

        std::shared_ptr<Count> count_;
        ClientNetwork of_;
    };

    /// `most`: connections in total.
    explicit ConnectionLimit(std::size_t most) : count_(std::make_shared<Count>(most)) {}

    /// Returns nothing if `network` already has `most_of_it` slots, or if all slots are taken.
    std::optional<Slot> take(const ClientNetwork& network, std::size_t most_of_it) {
        if (!count_->take(network, most_of_it)) return std::nullopt;
        return Slot(count_, network);
    }
    /// Number of slots taken.
    std::size_t all() const { return count_->all(); }

  private:
    class Count {
      public:
        explicit Count(std::size_t most) : most_(most) {}

        bool take(const ClientNetwork& network, std::size_t most_of_it) {
            const std::lock_guard lock(mutex_);
            if (all_ >= most_) return false;
            std::size_t& own = own_[network];
            if (own >= most_of_it) return false;
            ++own;
            ++all_;
            return true;
        }
        void give_back(const ClientNetwork& network) {
            const std::lock_guard lock(mutex_);
            const auto own = own_.find(network);
            if (--own->second == 0) own_.erase(own);
            --all_;
        }
        std::size_t all() const {
            const std::lock_guard lock(mutex_);
            return all_;
        }

      private:
        const std::size_t most_;
        mutable std::mutex mutex_;
        std::size_t all_ = 0;
        /// Only networks with at least one slot.
        std::unordered_map<ClientNetwork, std::size_t, ClientNetworkHash> own_;
    };

    std::shared_ptr<Count> count_;
};

}  // namespace cubilete::server
