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
            const auto longest =
                std::ranges::max_element(lines_, {}, [](const Line& line) { return line.items.size(); });
            const auto own = line_of(from);
            const std::size_t has = own == lines_.end() ? 0 : own->items.size();
            if (longest == lines_.end() || has + 1 >= longest->items.size()) return item;
            dropped = std::move(longest->items.back());
            longest->items.pop_back();
            --size_;
        }
        auto line = line_of(from);
        if (line == lines_.end()) line = lines_.insert(lines_.end(), Line{from, {}});
        line->items.push_back(std::move(item));
        ++size_;
        return dropped;
    }
    /// Returns the oldest item of the address whose turn it is; nothing if the queue is empty.
    std::optional<Item> pop() {
        if (lines_.empty()) return std::nullopt;
        Line line = std::move(lines_.front());
        lines_.pop_front();
        std::optional<Item> item = std::move(line.items.front());
        line.items.pop_front();
        --size_;
        if (!line.items.empty()) lines_.push_back(std::move(line));
        return item;
    }
    std::size_t size() const { return size_; }

  private:
    struct Line {
        ClientNetwork of;
        std::deque<Item> items;  ///< never empty
    };
    auto line_of(const ClientNetwork& network) {
        return std::ranges::find(lines_, network, [](const Line& line) { return line.of; });
    }

    std::size_t most_;
    std::size_t size_ = 0;
    std::deque<Line> lines_;  ///< front = the next address to serve
};

}  // namespace cubilete::server
