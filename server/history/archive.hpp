#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>

#include <boost/asio/thread_pool.hpp>

#include "server/core/fair_queue.hpp"
#include "storage/history.hpp"
#include "storage/store.hpp"

namespace cubilete::server {

/// Reads the data file on its own thread, so that queries about the past do not delay the rooms. The
/// addresses take turns, so that one address with many queries does not delay the others.
class Archive {
  public:
    struct Books {
        storage::Store store;
        storage::History history;
    };
    /// Runs on the thread of the archive. It must not throw, and its cost must be bounded (see RecordWanted
    /// in record.hpp).
    using Job = std::function<void(const Books&)>;
    using Refused = std::function<void()>;

    /// `most_waiting`: jobs in the queue. Throws storage::DatabaseError.
    Archive(const std::filesystem::path& data, std::size_t most_waiting);
    ~Archive() { stop(); }
    Archive(const Archive&) = delete;
    Archive& operator=(const Archive&) = delete;

    /// Queues a job, from any thread. On the thread of the archive it runs `job`, or `refused` if the queue
    /// is full and FairQueue drops this job; neither after stop().
    void post(const ClientNetwork& from, Job job, Refused refused);
    /// Drops the jobs that have not begun and waits for the running one.
    void stop();

  private:
    struct Waiting {
        Job job;
        Refused refused;
    };
    void run_next();

    Books books_;
    FairQueue<Waiting> waiting_;  ///< used on the thread of the archive
    bool running_ = false;        ///< run_next() is posted; used on the thread of the archive
    boost::asio::thread_pool thread_{1};
};

}  // namespace cubilete::server
