#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

#include "storage/postgres/session.hpp"
#include "storage/rows.hpp"

namespace cubilete::storage::postgres {

/// Deletes the logs of old matches (LogRetention) on a thread and a connection of its own, so that no move waits for it: a
/// few at a time. All nodes of a cluster do so; none waits for another. While the database is away it does
/// nothing.
class LogPruner {
  public:
    /// `name`: of the connection. Does nothing if all logs are kept.
    LogPruner(const Url& url, const std::string& name, const LogRetention& retention);
    /// Waits until it does nothing any more.
    ~LogPruner();
    LogPruner(const LogPruner&) = delete;
    LogPruner& operator=(const LogPruner&) = delete;

  private:
    void run();

    LogRetention retention_;
    PostgresSession session_;
    std::int64_t after_ms_ = 0;  ///< the logs of all matches that ended before are deleted
    std::mutex mutex_;
    std::condition_variable wake_;
    bool ends_ = false;
    std::thread thread_;
};

/// Deletes logs of finished matches, the oldest first, in one transaction: at most `most`, of matches that ended at
/// `after_ms` or later, as far as they are older than `retention` says at `now_ms`, or take more room. Returns the number,
/// and moves `after_ms` on to the first that is left: one that somebody has locked comes later.
std::int64_t drop_logs(Connection& connection, const LogRetention& retention, std::int64_t now_ms, int most,
                       std::int64_t& after_ms);

}  // namespace cubilete::storage::postgres
