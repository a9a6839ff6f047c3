#pragma once

#include <memory>
#include <vector>

#include "server/core/net.hpp"

namespace cubilete::server {

/// Has something to write to a socket.
class Flushable {
  public:
    virtual ~Flushable() = default;
    virtual void flush() = 0;
};

/// Lets the sockets of one thread write after the present handler, so that each writes once whatever number of
/// frames it got. Asio owns one for each executor: net::use_service. Used on the thread of the executor only.
class Flusher final : public net::execution_context::service {
  public:
    static inline net::execution_context::id id;

    explicit Flusher(net::io_context& context) : service(context), executor_(context.get_executor()) {}

    /// Calls its flush() soon, but not before this function returns.
    void add(std::shared_ptr<Flushable> one);

  private:
    void shutdown() noexcept override;
    void flush_all();

    Executor executor_;
    std::vector<std::shared_ptr<Flushable>> pending_;
    std::vector<std::shared_ptr<Flushable>> flushing_;  ///< empty outside of flush_all(); keeps its memory
};

}  // namespace cubilete::server
