#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
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
/// journal wait for it. It is not started if it might leave less than 64 MiB or a fiftieth of the disk free.
///
/// The nodes of a cluster have the same data, so one of them makes the copy of a day: the first that asks. The others
/// ask again each hour, so that a day without that node has a copy, too. If it stops during the copy, it lets another one have
/// the turn; if it is killed then, the next copy is due 23 hours after its turn began.
///
/// Constructed and destroyed by the App; everything else runs on the first of the threads.
class NightlyBackup {
  public:
    static constexpr Clock::Duration initial_delay{10 * 60'000};
    static constexpr Clock::Duration day{24 * 3'600'000};
    static constexpr Clock::Duration retry_delay{3'600'000};
    /// Less than a day, because each copy begins a moment later than that of the day before.
    static constexpr Clock::Duration turn_length{23 * 3'600'000};

    /// Takes the turn for the copy of a day; false if another node has it. It may wait, and throw.
    using ClaimTurn = std::function<bool()>;
    /// Lets another node have the turn. It may wait, and throw.
    using ReturnTurn = std::function<void()>;
    /// The backups go to the directory `data`/backups. Does nothing if `keep` is 0.
    NightlyBackup(
        const Services& services, const storage::Backend& storage, const std::filesystem::path& data,
        int keep, ClaimTurn claim_turn = [] { return true; }, ReturnTurn return_turn = [] {});
    /// Stops a running copy and waits for its end.
    ~NightlyBackup();
    NightlyBackup(const NightlyBackup&) = delete;
    NightlyBackup& operator=(const NightlyBackup&) = delete;

    /// No copy starts any more, and a running one ends soon. Any thread.
    void cancel() { cancelled_ = true; }
    /// Waits until no copy is running.
    void wait();

  private:
    void set_timer(Clock::Duration wait);
    void begin();
    Clock::Duration first_delay() const;
    bool copy(const std::filesystem::path& to);
    void end_turn();
    void delete_oldest(const std::filesystem::path& newest) const;

    const storage::Backend& storage_;
    std::filesystem::path directory_;
    int keep_;
    ClaimTurn claim_turn_;
    ReturnTurn return_turn_;
    bool has_turn_ = false;  ///< of a copy that runs or has failed; only on the copier's thread
    Executor executor_;
    std::unique_ptr<Clock> clock_;
    std::unique_ptr<Clock::Timer> timer_;
    std::atomic<bool> cancelled_ = false;
    std::thread copy_thread_;
};

}  // namespace cubilete::server
