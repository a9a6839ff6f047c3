#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <optional>
#include <utility>

#include "server/core/address.hpp"

namespace cubilete::server {

/// A bounded queue that serves the addresses in rotation, so that one address with many items does not delay
/// the others. Not thread-safe.
template <class Item>
class FairQueue {
  public:
    /// `most`: items in the queue, all addresses together.
    explicit FairQueue(std::size_t most) : most_(most) {}

    /// Adds an item. Returns the item that was dropped because the queue is full: nothing if there was room;
    /// the newest item of the address with the most items; or `item` itself if no other address has more
    /// items than its own would then have.
    std::optional<Item> push(const ClientNetwork& from, Item item) {
        std::optional<Item> dropped;
        if (size_ >= most_) {
            const auto longest = std::ranges::max_element(
                queues_, {}, [](const AddressQueue& queue) { return queue.items.size(); });
            const auto own = queue_of(from);
            const std::size_t has = own == queues_.end() ? 0 : own->items.size();
            if (longest == queues_.end() || has + 1 >= longest->items.size()) return item;
            dropped = std::move(longest->items.back());
            longest->items.pop_back();
            --size_;
        }
        auto queue = queue_of(from);
        if (queue == queues_.end()) queue = queues_.insert(queues_.end(), AddressQueue{from, {}});
        queue->items.push_back(std::move(item));
        ++size_;
        return dropped;
    }
    /// Returns the oldest item of the address whose turn it is; nothing if the queue is empty.
    std::optional<Item> pop() {
        if (queues_.empty()) return std::nullopt;
        AddressQueue queue = std::move(queues_.front());
        queues_.pop_front();
        std::optional<Item> item = std::move(queue.items.front());
        queue.items.pop_front();
        --size_;
        if (!queue.items.empty()) queues_.push_back(std::move(queue));
        return item;
    }
    std::size_t size() const { return size_; }

  private:
    struct AddressQueue {
        ClientNetwork of;
        std::deque<Item> items;  ///< never empty
    };
    auto queue_of(const ClientNetwork& network) {
        return std::ranges::find(queues_, network, [](const AddressQueue& queue) { return queue.of; });
    }

    std::size_t most_;
    std::size_t size_ = 0;
    std::deque<AddressQueue> queues_;  ///< front = the next address to serve
};

}  // namespace cubilete::server
