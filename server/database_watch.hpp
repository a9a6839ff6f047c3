#pragma once

#include <atomic>
#include <functional>
#include <memory>

#include "server/core/clock.hpp"
#include "server/room/services.hpp"

namespace cubilete::server {

/// Notices when the database that has the data goes away and when it is back (Journal::away()), logs and counts
/// it, and tells the rest of the server. Constructed and destroyed by the App; everything else runs on the first of
/// the threads, unless it says otherwise.
class DatabaseWatch {
  public:
    static constexpr Clock::Duration poll_interval{100};

    /// `changed` is called with true when the database goes away, with false when it is back.
    DatabaseWatch(const Services& services, std::function<void(bool away)> changed);
    DatabaseWatch(const DatabaseWatch&) = delete;
    DatabaseWatch& operator=(const DatabaseWatch&) = delete;

    /// Begins to look. Not needed if the database is a file, which is never away. Before the threads run.
    void start() { check(); }

    /// Any thread.
    bool away() const { return away_; }

  private:
    void check();

    const storage::Journal& journal_;
    Metrics& metrics_;
    std::function<void(bool)> on_change_;
    std::unique_ptr<Clock> clock_;
    std::unique_ptr<Clock::Timer> timer_;
    Clock::Duration since_{};           ///< when it went away; valid while away_
    Clock::Duration last_seen_away_{};  ///< when it was found away the last time; valid while away_
    std::atomic<bool> away_ = false;
};

}  // namespace cubilete::server
