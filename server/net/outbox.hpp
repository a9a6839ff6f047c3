#pragma once

#include <cstddef>
#include <vector>

#include "server/core/sink.hpp"

namespace cubilete::server {

/// The frames that wait to be written to one socket. Bounded: past `collapse_bytes` superseded pushes are
/// dropped, past `most_bytes` the client has to be closed. Without frames it allocates no memory. Not
/// thread-safe.
class Outbox {
  public:
    Outbox(std::size_t collapse_bytes, std::size_t most_bytes)
        : collapse_bytes_(collapse_bytes), most_bytes_(most_bytes) {}

    /// Queues a frame after all others. If more than `collapse_bytes` would be queued, older pushes whose subject
    /// begins with this one are dropped; replies never are. Returns false without queuing the frame if it and others
    /// would still be more than `most_bytes`: the client is too slow. A frame alone, such as a long list of the desk, is not.
    [[nodiscard]] bool push(Frame frame);
    /// Removes the oldest frames and returns them: as many as have `enough` bytes together, or all.
    std::vector<Frame> take(std::size_t enough);
    void clear();

    bool empty() const { return frames_.empty(); }
    /// Size of all queued texts.
    std::size_t bytes() const { return bytes_; }
    /// Number of frames that were dropped because newer ones superseded them.
    int dropped() const { return dropped_; }

  private:
    void drop_superseded_by(const Frame& frame);

    std::size_t collapse_bytes_;
    std::size_t most_bytes_;
    std::size_t bytes_ = 0;
    int dropped_ = 0;
    std::vector<Frame> frames_;
};

}  // namespace cubilete::server
