#pragma once
#include <cstddef>
#include <filesystem>
#include <functional>

#include <boost/asio/thread_pool.hpp>

#include "server/core/fair_queue.hpp"
#include "storage/history.hpp"
#include "storage/store.hpp"

namespace cubilete::server {

/// A thread of its own that reads what is on disk, so that nobody at a table waits for somebody who looks back.
class Archive {
  public:
    struct Books {
        storage::Store store;
        storage::History history;
    };
    /// May throw nothing; runs on the archive's thread.
    using Job = std::function<void(const Books&)>;
    using Refused = std::function<void()>;

    /// Throws storage::DatabaseError.
    Archive(const std::filesystem::path& data, std::size_t most_waiting);
    ~Archive() { stop(); }
    Archive(const Archive&) = delete;
    Archive& operator=(const Archive&) = delete;

    /// Queues a job, from any thread. On the thread of the archive it runs `job`, or `refused` if the queue
    /// is full and FairQueue drops this job; neither after stop().
    void post(const ClientNetwork& from, Job job, Refused refused);
    /// Jobs that have not begun are dropped, and none runs any more when it returns.
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
