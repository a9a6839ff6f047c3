#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <utility>

#include <boost/asio/thread_pool.hpp>

#include "server/core/log.hpp"
#include "server/core/net.hpp"

namespace cubilete::server {

/// One thread for work that would block a strand too long. Jobs run in the order in which they were added. An
/// exception from a job is logged.
class SlowWork {
  public:
    /// Discards the jobs that have not started and waits for the running one.
    ~SlowWork() {
        thread_.stop();
        thread_.join();
    }

    /// Adds a job, from any thread. Returns false without adding it if 64 such jobs wait already.
    bool take(std::function<void()> work) {
        if (waiting_.fetch_add(1) >= most_waiting) {
            --waiting_;
            return false;
        }
        add([this, work = std::move(work)] {
            --waiting_;
            work();
        });
        return true;
    }
    /// The same without a limit, for jobs whose number the caller bounds.
    void add(std::function<void()> work) {
        net::post(thread_, [work = std::move(work)] {
            try {
                work();
            } catch (...) {
                log_bug("slow work", std::current_exception());
            }
        });
    }

  private:
    static constexpr std::size_t most_waiting = 64;

    std::atomic<std::size_t> waiting_{0};
    net::thread_pool thread_{1};
};

}  // namespace cubilete::server
