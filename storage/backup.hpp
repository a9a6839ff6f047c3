#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>

#include "storage/error.hpp"

namespace cubilete::storage {

/// The copy was broken off because the caller wished it; nothing of it is left.
struct BrokenOff : DatabaseError {
    using DatabaseError::DatabaseError;
};

/// Copies the data file `from` to the file `to`: whole, verified, readable by its owner only. Whatever `to`
/// was before is replaced at the very end and in one step, so a copy that fails costs no older one. Returns
/// its size in bytes.
///
/// The copy is the file as it was at one moment after the call: it holds everything that was durable when the
/// call began. It is compact, without what was deleted, and needs no log beside it.
///
/// Safe while a server writes `from`, in its process or in another one. SQLite before 3.51.3 can corrupt a
/// file when two connections write or checkpoint it at once; this one does neither. It is opened read-only,
/// never checkpoints, not even when it is closed, and all that VACUUM INTO does to its source is to read it
/// in one transaction. So the writer never waits for it; merely the log cannot start anew meanwhile, and
/// grows. SQLite's backup functions would have to run on the writer's connection, every copied page at the
/// cost of the players' time, because another connection's writes make them begin again.
///
/// `broken_off` may become true at any time: the copy ends soon with BrokenOff. Throws DatabaseError with the
/// name of the file and the reason: `from` cannot be read, is damaged or another program's; `to` is `from`,
/// is no plain file, or has a log beside it because somebody uses it as a database; DiskFull without room.
std::uintmax_t back_up(const std::filesystem::path& from, const std::filesystem::path& to,
                       const std::atomic<bool>& broken_off);
std::uintmax_t back_up(const std::filesystem::path& from, const std::filesystem::path& to);

/// Removes what copies into this directory have left behind that were killed half-way. Only for those who
/// know that no copy is under way there.
void remove_interrupted_copies(const std::filesystem::path& directory);

}  // namespace cubilete::storage
