#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "storage/error.hpp"

namespace cubilete::storage {

/// What is wrong with a write-ahead log (FILE-wal); nothing when it is sound, empty or not there.
///
/// SQLite reads a log up to the first frame that does not fit its checksum and takes everything behind it for
/// a transaction that was never finished. Usually that is right, after a power cut for one. But each
/// transaction is synced before the next one is written, so where a whole transaction and the beginning of
/// another one stand behind such a frame, what SQLite would pass over in silence was answered once.
/// Damage to the last transaction or the one before cannot be told from a power cut.
///
/// Only reads. Another process may be writing the log. Throws DatabaseError when it cannot be read.
std::optional<std::string> damage_in_log(const std::filesystem::path& log);

}  // namespace cubilete::storage
