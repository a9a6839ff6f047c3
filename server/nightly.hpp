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

#include "server/core/clock.hpp"
#include "server/core/net.hpp"
#include "server/room/services.hpp"

namespace cubilete::server {

/// "cubilete-20260301T040000Z.db": backups in one directory sort by age.
std::string backup_name(std::int64_t wall_ms);
/// The time in such a name; nothing for any other name.
std::optional<std::int64_t> time_of_backup(std::string_view name);

/// `serve --keep N`: a backup of the data each day, in the directory `backups` beside the data file, of which
/// the newest N stay. The first is made ten minutes after the start, or when the newest there is a day old;
/// one that fails costs no older one and is tried again after an hour.
///
/// The copy has a thread and a read-only connection of its own (storage/backup.hpp tells why that is safe), so
/// neither players nor the journal wait for it. It is not begun when it might not leave the journal
/// 64 MiB of the disk.
///
/// Made and destroyed by the App; the rest happens on a strand of its own.
class Nightly {
  public:
    static constexpr Clock::Duration first_wait{10 * 60'000};
    static constexpr Clock::Duration day{24 * 3'600'000};
    static constexpr Clock::Duration retry_wait{3'600'000};

    /// Nothing happens with `keep` 0.
    Nightly(const Services& services, const std::filesystem::path& data, int keep);
    /// Breaks off what is under way and waits for that.
    ~Nightly();
    Nightly(const Nightly&) = delete;
    Nightly& operator=(const Nightly&) = delete;

    /// From any thread: no copy is begun any more, and one that is under way ends soon.
    void break_off() { broken_off_ = true; }
    /// Returns when no copy is under way.
    void wait();

  private:
    void set_timer(Clock::Duration wait);
    void begin();
    Clock::Duration until_first() const;
    void copy(const std::filesystem::path& to) const;
    void forget_oldest(const std::filesystem::path& newest) const;

    std::filesystem::path data_;
    std::filesystem::path directory_;
    int keep_;
    Strand strand_;
    std::unique_ptr<Clock> clock_;
    std::unique_ptr<Clock::Timer> timer_;
    std::atomic<bool> broken_off_ = false;
    std::thread copier_;
};

}  // namespace cubilete::server
