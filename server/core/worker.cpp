#include "server/core/worker.hpp"

#include <exception>
#include <optional>
#include <utility>

#include "server/core/log.hpp"
#include "server/core/thread_priority.hpp"

namespace cubilete::server {

Worker::Worker(std::string name, std::size_t most_waiting, int threads)
    : name_(std::move(name)), most_waiting_(most_waiting), waiting_(most_waiting) {
    for (int thread = 0; thread < threads; ++thread) threads_.emplace_back([this] { run(); });
}

bool Worker::add(Job job) {
    {
        const std::lock_guard lock(mutex_);
        if (stopped_) return true;
        if (waiting_.size() >= most_waiting_) return false;
        waiting_.push({}, {std::move(job), {}});
    }
    wake_.notify_one();
    return true;
}

void Worker::add(const ClientNetwork& from, Job job, Job refused) {
    std::optional<QueuedJob> dropped;
    {
        const std::lock_guard lock(mutex_);
        if (stopped_) return;
        dropped = waiting_.push(from, {std::move(job), std::move(refused)});
    }
    wake_.notify_one();
    if (dropped) dropped->refused();
}

void Worker::stop() {
    FairQueue<QueuedJob> discarded(0);
    {
        const std::lock_guard lock(mutex_);
        stopped_ = true;
        std::swap(discarded, waiting_);
    }
    wake_.notify_all();
    threads_.clear();
}

void Worker::run() {
    lower_thread_priority();
    for (;;) {
        std::optional<QueuedJob> next;
        {
            std::unique_lock lock(mutex_);
            wake_.wait(lock, [this] { return stopped_ || waiting_.size() > 0; });
            if (stopped_) return;
            next = waiting_.pop();
        }
        try {
            next->job();
        } catch (...) {
            log_bug(name_, std::current_exception());
        }
    }
}

}  // namespace cubilete::server
