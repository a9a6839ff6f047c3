#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>

#include "server/core/address.hpp"

namespace cubilete::server {

/// How many of something are open, of each address and in all. From any thread. A place may outlive it: what is still
/// queued when the server ends holds sessions, and goes last.
class Headcount {
    class Count;

  public:
    /// Holds one open, for as long as it lives.
    class Place {
      public:
        Place(Place&& other) noexcept = default;
        Place& operator=(Place&&) = delete;
        ~Place() {
            if (count_) count_->give_back(of_);
        }

      private:
        friend Headcount;
        Place(std::shared_ptr<Count> count, const Household& of) : count_(std::move(count)), of_(of) {}

        std::shared_ptr<Count> count_;
        Household of_;
    };

    explicit Headcount(std::size_t most) : count_(std::make_shared<Count>(most)) {}

    /// Nothing where `household` has `most_of_it` already, or all together have too many.
    std::optional<Place> take(const Household& household, std::size_t most_of_it) {
        if (!count_->take(household, most_of_it)) return std::nullopt;
        return Place(count_, household);
    }
    std::size_t all() const { return count_->all(); }

  private:
    class Count {
      public:
        explicit Count(std::size_t most) : most_(most) {}

        bool take(const Household& household, std::size_t most_of_it) {
            const std::lock_guard lock(mutex_);
            if (all_ >= most_) return false;
            std::size_t& own = own_[household];
            if (own >= most_of_it) return false;
            ++own;
            ++all_;
            return true;
        }
        void give_back(const Household& household) {
            const std::lock_guard lock(mutex_);
            const auto own = own_.find(household);
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
        std::unordered_map<Household, std::size_t, HouseholdHash> own_;  ///< only of those who have some
    };

    std::shared_ptr<Count> count_;
};

}  // namespace cubilete::server
