#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "server/core/backup_name.hpp"
#include "server/core/clock.hpp"
#include "server/core/net.hpp"
#include "server/room/services.hpp"
#include "storage/backend.hpp"

namespace cubilete::server {

/// `serve --keep N`: makes a daily backup of the data in the directory `backups` beside the data file, and
/// keeps the newest N. The first one is made ten minutes after the start, or when the newest existing one is
/// a day old, whichever is later. After a failure nothing is deleted, and the next try is an hour later.
///
/// The copy has its own thread and its own read-only connection (storage/backend.hpp), so neither players nor the
/// journal wait for it. It is not started if it might leave the journal less than 64 MiB of disk space.
///
/// Constructed and destroyed by the App; everything else runs on the first of the threads.
class Nightly {
  public:
    static constexpr Clock::Duration first_wait{10 * 60'000};
    static constexpr Clock::Duration day{24 * 3'600'000};
    static constexpr Clock::Duration retry_wait{3'600'000};

    /// The backups go to the directory `data`/backups. Does nothing if `keep` is 0.
    Nightly(const Services& services, const storage::Backend& storage, const std::filesystem::path& data,
            int keep);
    /// Stops a running copy and waits for its end.
    ~Nightly();
    Nightly(const Nightly&) = delete;
    Nightly& operator=(const Nightly&) = delete;

    /// No copy starts any more, and a running one ends soon. Any thread.
    void break_off() { broken_off_ = true; }
    /// Waits until no copy is running.
    void wait();

  private:
    void set_timer(Clock::Duration wait);
    void begin();
    Clock::Duration until_first() const;
    void copy(const std::filesystem::path& to) const;
    void forget_oldest(const std::filesystem::path& newest) const;

    const storage::Backend& storage_;
    std::filesystem::path directory_;
    int keep_;
    Executor executor_;
    std::unique_ptr<Clock> clock_;
    std::unique_ptr<Clock::Timer> timer_;
    std::atomic<bool> broken_off_ = false;
    std::thread copier_;
};

}  // namespace cubilete::server
