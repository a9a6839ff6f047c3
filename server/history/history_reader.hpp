#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "server/core/worker.hpp"
#include "storage/backend.hpp"

namespace cubilete::server {

/// Reads the stored data on its own thread, so that queries about the past do not delay the rooms. The
/// addresses take turns, so that one address with many queries does not delay the others.
class HistoryReader {
  public:
    struct Readers {
        const storage::Store& store;
        const storage::History& history;
    };
    /// Runs on the thread of the history reader. It must not throw, and its cost must be bounded (see RecordQuery
    /// in record.hpp).
    using Job = std::function<void(const Readers&)>;
    using Rejection = std::function<void()>;

    /// `most_waiting`: jobs in the queue. `away`: Journal::away(). Throws storage::DatabaseError.
    HistoryReader(
        const storage::Backend& storage, std::size_t most_waiting,
        std::function<bool()> away = [] { return false; });

    /// Queues a job, from any thread. It runs on the thread of the history reader. If the queue is full and
    /// FairQueue drops this job, now or later, `refused` is called instead, on the thread whose call filled
    /// the queue. Neither is called after stop().
    void post(const ClientNetwork& from, Job job, Rejection refused);
    /// True while the database does not answer. What a job has read until then may be a commit that waits for a
    /// standby and can still be lost, so it must not be shown. May be called from any thread.
    bool away() const { return away_(); }
    /// Drops the jobs that have not begun and waits for the running one.
    void stop() { worker_.stop(); }

  private:
    std::unique_ptr<storage::Store> store_;
    std::unique_ptr<storage::History> history_;
    std::function<bool()> away_;
    Worker worker_;  ///< declared last: its thread ends before what it reads
};

}  // namespace cubilete::server
