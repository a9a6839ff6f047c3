#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "server/core/worker.hpp"
#include "storage/backend.hpp"

namespace cubilete::server {

/// Reads the stored data on its own thread, so that queries about the past do not delay the rooms. The
/// addresses take turns, so that one address with many queries does not delay the others.
class Archive {
  public:
    struct Readers {
        const storage::Store& store;
        const storage::History& history;
    };
    /// Runs on the thread of the archive. It must not throw, and its cost must be bounded (see RecordWanted
    /// in record.hpp).
    using Job = std::function<void(const Readers&)>;
    using Refused = std::function<void()>;

    /// `most_waiting`: jobs in the queue. Throws storage::DatabaseError.
    Archive(const storage::Backend& storage, std::size_t most_waiting);

    /// Queues a job, from any thread. It runs on the thread of the archive. If the queue is full and
    /// FairQueue drops this job, now or later, `refused` is called instead, on the thread whose call filled
    /// the queue. Neither is called after stop().
    void post(const ClientNetwork& from, Job job, Refused refused);
    /// Drops the jobs that have not begun and waits for the running one.
    void stop() { worker_.stop(); }

  private:
    std::unique_ptr<storage::Store> store_;
    std::unique_ptr<storage::History> history_;
    Worker worker_;  ///< declared last: its thread ends before what it reads
};

}  // namespace cubilete::server
