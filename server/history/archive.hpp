#pragma once

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <functional>

#include <boost/asio/thread_pool.hpp>

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

    /// Throws storage::DatabaseError.
    Archive(const std::filesystem::path& data, std::size_t most_waiting);
    ~Archive() { stop(); }
    Archive(const Archive&) = delete;
    Archive& operator=(const Archive&) = delete;

    /// From any thread. False: so many wait that this one is not taken.
    bool post(Job job);
    /// Jobs that have not begun are dropped, and none runs any more when it returns.
    void stop();

  private:
    Books books_;
    std::size_t most_waiting_;
    std::atomic<std::size_t> waiting_{0};
    boost::asio::thread_pool thread_{1};
};

}  // namespace cubilete::server
