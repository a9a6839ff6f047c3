#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <vector>

#include "server/core/net.hpp"

namespace cubilete::server {

/// Whether the threads that serve players still do so: each has to run a small handler within a second. One thread.
class ThreadWatch {
  public:
    using Time = std::chrono::steady_clock::time_point;
    static constexpr std::chrono::milliseconds response_deadline{1'000};

    explicit ThreadWatch(std::vector<Executor> threads);

    /// Asks the threads that have answered. False if one of them has not answered for too long; that is logged. Call it
    /// several times a second.
    bool is_responsive(Time now);

  private:
    struct Probe {
        Executor thread;
        Time since{};
        /// Written by the thread, which may outlive this object.
        std::shared_ptr<std::atomic<bool>> answered = std::make_shared<std::atomic<bool>>(true);
    };

    std::vector<Probe> probes_;
    bool were_responsive_ = true;
};

}  // namespace cubilete::server
