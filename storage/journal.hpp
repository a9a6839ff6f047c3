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

/// What became of a post. Anything else (an I/O error, a lost disk) is "unknown": see Journal's `failed`.
enum class Outcome {
    durable,  ///< on disk, whatever happens next
    full,     ///< the disk was full: nothing of it was written, the journal goes on
};

/// The one thread that writes the database, with group commit: it takes everything that waits, carries it out
/// as one transaction, and by the time the disk has synced the next batch has gathered. No timer, no added
/// wait.
///
/// Posts are durable in the order posted. A batch that meets a full disk is refused whole, every post of it
/// with Outcome::full.
class Journal {
  public:
    /// Runs on the journal's thread, after the commit, in the order posted; must not block and must not throw
    /// (post to your strand). It may post. An empty one is never called.
    using Done = std::function<void(Outcome)>;
    /// A commit failed in a way that leaves unknown what is on disk: called once, on the journal's thread;
    /// nothing more will be written or answered. The process must stop (exit code 74) and recover from disk.
    using Failed = std::function<void(const std::string& reason)>;

    /// Hears of each commit how long it took, the disk included, and how many writes it held; on the journal's
    /// thread, before anybody is answered.
    using Committed = std::function<void(std::chrono::nanoseconds took, std::size_t writes)>;

    /// `database` must outlive the journal and be used by nobody else.
    Journal(Database& database, Failed failed, Committed committed = {});
    /// Finishes what was posted, then stops.
    ~Journal();
    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;

    /// From any thread; never blocks on the disk. The writes of one post are carried out together. An empty
    /// post is a barrier: done when everything before it is durable. After a failed commit posts are dropped;
    /// after stop() one throws std::logic_error.
    void post(std::vector<Write> writes, Done done);
    /// Posts not yet answered. Callers refuse new work (`busy`) when it is high; the journal itself refuses
    /// none for it.
    std::size_t backlog() const { return backlog_.load(std::memory_order_relaxed); }
    /// Transactions committed so far.
    std::uint64_t commits() const { return commits_.load(std::memory_order_relaxed); }
    /// Commits everything posted, checkpoints, ends the thread. Nothing may be posted afterwards. Not from
    /// the journal's own thread.
    void stop();

  private:
    /// Posts laid end to end: they are committed together, so nothing has to tell one's writes from the
    /// next's.
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
