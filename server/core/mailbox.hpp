#pragma once

#include <mutex>
#include <utility>
#include <vector>

namespace cubilete::server {

/// Passes values to their reader, in order. The reader is woken once for all values that come before it takes
/// them. Every function may be called from any thread.
template <class T>
class Mailbox {
  public:
    /// Returns whether the reader must be woken: this is the first value since it last took all.
    [[nodiscard]] bool put(T value) {
        const std::lock_guard lock(mutex_);
        values_.push_back(std::move(value));
        return values_.size() == 1;
    }
    /// Removes all values and returns them, the oldest first.
    std::vector<T> take() {
        const std::lock_guard lock(mutex_);
        return std::exchange(values_, {});
    }

  private:
    std::mutex mutex_;
    std::vector<T> values_;
};

}  // namespace cubilete::server
