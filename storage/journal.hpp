#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "storage/rows.hpp"

namespace cubilete::storage {

class Database;

/// The result of a post. Any other failure (an I/O error, a lost disk) means "unknown": see Journal's
/// `failed`.
enum class Outcome {
    durable,  ///< on disk, whatever happens next
    full,     ///< the disk was full: nothing of the post was written; the journal continues
};

/// The only thread that writes the database. It uses group commit: it takes all waiting posts and writes them
/// as one transaction; the posts that arrive meanwhile form the next batch. There is no timer and no added
/// delay.
///
/// Posts become durable in the order posted. If the disk is full, the whole batch is refused: every post of
/// it gets Outcome::full.
class Journal {
  public:
    /// Called on the journal's thread after the commit, in the order posted. It must not block and must not
    /// throw, so it should only post to a strand. It may call post(). An empty function is not called.
    using Done = std::function<void(Outcome)>;
    /// Called once, on the journal's thread, when a commit or a checkpoint failed so that it is unknown what
    /// is on disk. Nothing more is written or answered. The process must stop (exit code 74) and recover from
    /// the disk.
    using Failed = std::function<void(const std::string& reason)>;

    /// Called on the journal's thread after each commit and before the answers, with the duration of the
    /// commit, disk included, and the number of writes.
    using Committed = std::function<void(std::chrono::nanoseconds took, std::size_t writes)>;

    /// `database` must outlive the journal, and nothing else may use it.
    Journal(Database& database, Failed failed, Committed committed = {});
    /// Like stop().
    ~Journal();
    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;

    /// May be called from any thread; never waits for the disk. The writes of one post are in one
    /// transaction. An empty post is a barrier: it is answered when everything before it is durable. After a
    /// failed commit posts are dropped; after stop() it throws std::logic_error.
    void post(std::vector<Write> writes, Done done);
    /// The number of posts not yet answered. Callers refuse new work (`busy`) if it is high; the journal
    /// itself accepts every post. May be called from any thread.
    std::size_t backlog() const { return backlog_.load(std::memory_order_relaxed); }
    /// The number of transactions committed. May be called from any thread.
    std::uint64_t commits() const { return commits_.load(std::memory_order_relaxed); }
    /// Commits everything posted, checkpoints and ends the thread. After that nothing may be posted. Must not
    /// be called on the journal's own thread.
    void stop();

  private:
    /// Posts one after another. They are committed together, so their writes need not be kept apart.
    struct Batch {
        std::vector<Write> writes;
        std::vector<Done> answers;
    };
    enum class State { running, stopping, stopped, failed };

    void run();
    void work();
    bool take(Batch& batch);
    Outcome commit(const Batch& batch);
    void answer(const Batch& batch, Outcome outcome);
    void drop_posts();

    Database& database_;
    Failed failed_;
    Committed committed_;
    std::mutex mutex_;
    std::condition_variable wake_;
    Batch waiting_;
    State state_ = State::running;
    std::atomic<std::size_t> backlog_{0};
    std::atomic<std::uint64_t> commits_{0};
    std::thread thread_;
};

}  // namespace cubilete::storage
