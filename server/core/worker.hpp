#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "server/core/fair_queue.hpp"

namespace cubilete::server {

/// Threads for work that would block a serving thread too long: computations, password hashes, reads of the database.
/// They have a lower priority than the threads that serve moves. The queue is bounded. An exception from a job
/// is logged.
class Worker {
  public:
    using Job = std::function<void()>;

    /// `name` is for the log; `most_waiting` is the length of the queue.
    Worker(std::string name, std::size_t most_waiting, int threads = 1);
    ~Worker() { stop(); }
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    // From any thread. A worker uses one of the two.
    /// Queues a job; jobs begin in the order of the calls. Returns false and drops the job if the queue is
    /// full.
    [[nodiscard]] bool add(Job job);
    /// Queues a job of an address; the addresses take turns. If the queue is full, FairQueue drops a job, and
    /// its `refused` is called before this function returns.
    void add(const ClientNetwork& from, Job job, Job refused);

    /// Drops the jobs that have not begun, without calling anything, and waits for the running ones. Later
    /// jobs are dropped, too.
    void stop();

  private:
    struct QueuedJob {
        Job job;
        Job refused;
    };
    void run();

    const std::string name_;
    const std::size_t most_waiting_;
    std::mutex mutex_;
    std::condition_variable wake_;
    FairQueue<QueuedJob> waiting_;
    bool stopped_ = false;
    std::vector<std::jthread> threads_;
};

}  // namespace cubilete::server
