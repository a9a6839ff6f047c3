#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>

#include "server/address.hpp"

namespace cubilete::server {

/// How many of something are open, of each address and in all. From any thread. Outlives its places.
class Headcount {
  public:
    /// Holds one open, for as long as it lives.
    class Place {
      public:
        Place(Place&& other) noexcept : count_(std::exchange(other.count_, nullptr)), of_(other.of_) {}
        Place& operator=(Place&&) = delete;
        ~Place() {
            if (count_) count_->give_back(of_);
        }

      private:
        friend Headcount;
        Place(Headcount& count, const Household& of) : count_(&count), of_(of) {}

        Headcount* count_;
        Household of_;
    };

    explicit Headcount(std::size_t most) : most_(most) {}

    /// Nothing where `household` has `most_of_it` already, or all together have too many.
    std::optional<Place> take(const Household& household, std::size_t most_of_it) {
        const std::lock_guard lock(mutex_);
        if (all_ >= most_) return std::nullopt;
        std::size_t& own = own_[household];
        if (own >= most_of_it) return std::nullopt;
        ++own;
        ++all_;
        return Place(*this, household);
    }
    std::size_t all() const {
        const std::lock_guard lock(mutex_);
        return all_;
    }

  private:
    void give_back(const Household& household) {
        const std::lock_guard lock(mutex_);
        const auto own = own_.find(household);
        if (--own->second == 0) own_.erase(own);
        --all_;
    }

    const std::size_t most_;
    mutable std::mutex mutex_;
    std::size_t all_ = 0;
    std::unordered_map<Household, std::size_t, HouseholdHash> own_;  ///< only of those who have some
};

}  // namespace cubilete::server
