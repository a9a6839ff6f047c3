#pragma once

#include <cstddef>
#include <list>
#include <optional>

#include "server/core/sink.hpp"

namespace cubilete::server {

/// What waits to be written to one socket. Bounded: past `collapse_bytes` a slow client is spared what a newer
/// frame has overtaken, past `most_bytes` it is given up. Without frames it holds no memory of its own.
class Outbox {
  public:
    Outbox(std::size_t collapse_bytes, std::size_t most_bytes)
        : collapse_bytes_(collapse_bytes), most_bytes_(most_bytes) {}

    /// Queues a frame behind all others. When that makes more than `collapse_bytes`, the older pushes of its
    /// subject leave; replies never do. False when even so there would be more than `most_bytes`: the frame
    /// is not queued, and the client is too slow to be kept.
    [[nodiscard]] bool push(Frame frame);
    /// Takes the frame to be written now.
    std::optional<Frame> next();
    void clear();

    /// Of all queued texts.
    std::size_t bytes() const { return bytes_; }
    /// How many frames left without being written, because newer ones had overtaken them.
    int dropped() const { return dropped_; }

  private:
    void drop_overtaken_by(const Frame& frame);

    std::size_t collapse_bytes_;
    std::size_t most_bytes_;
    std::size_t bytes_ = 0;
    int dropped_ = 0;
    std::list<Frame> frames_;
};

}  // namespace cubilete::server
