#include "server/nightly_backup.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "server/core/spdlog.hpp"
#include "server/core/thread_priority.hpp"

namespace cubilete::server {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t reserved_bytes = 64 * 1024 * 1024;
constexpr std::uintmax_t reserved_share = 50;  // a fiftieth of the disk

/// Returns the backups in the directory, the oldest first; none if it cannot be read, which the next backup logs.
std::vector<fs::path> backups_in(const fs::path& directory) {
    std::vector<fs::path> found;
    std::error_code unreadable;
    for (fs::directory_iterator entry(directory, unreadable); entry != fs::directory_iterator();
         entry.increment(unreadable))
        if (time_of_backup(entry->path().filename().string())) found.push_back(entry->path());
    std::ranges::sort(found);
    return found;
}

void refuse_without_room(std::uintmax_t copy, const fs::path& directory) {
    const auto [capacity, free, available] = fs::space(directory);
    const std::uintmax_t needed = copy + std::max(reserved_bytes, capacity / reserved_share);
    if (available < needed)
        throw storage::DiskFull(fmt::format("{}: {} MiB are free, {} MiB would be needed", directory.string(),
                                            available >> 20, needed >> 20));
}

}  // namespace

NightlyBackup::NightlyBackup(const Services& services, const storage::Backend& storage, const fs::path& data,
                             int keep, ClaimTurn claim_turn, ReturnTurn return_turn)
    : storage_(storage),
      directory_(data / "backups"),
      keep_(keep),
      claim_turn_(std::move(claim_turn)),
      return_turn_(std::move(return_turn)),
      executor_(services.threads.first()),
      clock_(services.make_clock(executor_)) {
    if (keep_ > 0) set_timer(first_delay());
}

NightlyBackup::~NightlyBackup() {
    cancel();
    wait();
}

void NightlyBackup::wait() {
    if (copy_thread_.joinable()) copy_thread_.join();
}

void NightlyBackup::set_timer(Clock::Duration wait) {
    timer_ = clock_->after(wait, [this] { begin(); });
}

Clock::Duration NightlyBackup::first_delay() const {
    const std::vector<fs::path> there = backups_in(directory_);
    if (there.empty()) return initial_delay;
    const Clock::Duration age{clock_->wall_ms() - *time_of_backup(there.back().filename().string())};
    return std::clamp(day - age, initial_delay, day);
}

void NightlyBackup::begin() {
    if (cancelled_) return;
    wait();
    copy_thread_ = std::thread([this, to = directory_ / backup_name(clock_->wall_ms())] {
        lower_thread_priority();
        Clock::Duration next = day;
        try {
            if (!copy(to)) next = retry_delay;
        } catch (const storage::OperationCancelled&) {
            return end_turn();
        } catch (const std::exception& error) {
            next = retry_delay;
            spdlog::error("no backup was made, the older ones stay: {}", error.what());
        }
        net::post(executor_, [this, next] { set_timer(next); });
    });
}

/// False if it is another node's turn.
bool NightlyBackup::copy(const fs::path& to) {
    if (!has_turn_ && !claim_turn_()) return false;
    has_turn_ = true;
    if (fs::create_directories(directory_)) fs::permissions(directory_, fs::perms::owner_all);
    storage_.remove_interrupted_copies(directory_, {});
    refuse_without_room(storage_.bytes_to_copy(), directory_);
    const std::uintmax_t bytes = storage_.back_up(to, cancelled_);
    has_turn_ = false;
    delete_oldest(to);
    spdlog::info("backup {} is made ({:.1f} MiB)", to.string(), static_cast<double>(bytes) / (1 << 20));
    return true;
}

/// This node stops.
void NightlyBackup::end_turn() {
    if (!std::exchange(has_turn_, false)) return;
    try {
        return_turn_();
    } catch (const std::exception& error) {
        spdlog::warn("no other server can make the backup of this day: {}", error.what());
    }
}

/// Never deletes `newest`: if the wall clock was set back, its name is not the newest.
void NightlyBackup::delete_oldest(const fs::path& newest) const {
    std::vector<fs::path> others = backups_in(directory_);
    std::erase(others, newest);
    const auto retained = static_cast<std::size_t>(keep_ - 1);
    for (std::size_t at = 0; at + retained < others.size(); ++at) fs::remove(others[at]);
}

}  // namespace cubilete::server
