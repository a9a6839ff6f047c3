#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "server/core/net.hpp"

namespace cubilete::server {

/// The threads that serve players. Each has an executor of its own and runs that executor's handlers one at a
/// time, so what lives on one thread needs no lock. Outlives everything that lives on them.
class Threads {
  public:
    explicit Threads(int count);
    ~Threads();
    Threads(const Threads&) = delete;
    Threads& operator=(const Threads&) = delete;

    // From any thread.
    /// The executor of everything that exists only once: the lobby, the port, the signals.
    Executor first() const { return contexts_.front()->get_executor(); }
    /// The executor of this key: equal keys have the same one as long as the server runs.
    Executor executor_of(std::string_view key) const;
    std::vector<Executor> all() const;
    /// The executors in rotation, one per call.
    Executor next();

    /// Runs all handlers until stop(). The calling thread is the first one. An exception from a handler is logged.
    void run();
    /// Ends run() after the present handlers. From any thread, also before run().
    void stop();

  private:
    struct Context : net::io_context {
        using net::io_context::io_context;
        using net::io_context::shutdown;
    };
    std::vector<std::unique_ptr<Context>> contexts_;
    std::atomic<std::size_t> turns_{0};
};

}  // namespace cubilete::server
