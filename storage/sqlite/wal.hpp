#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "storage/error.hpp"

namespace cubilete::storage::sqlite {

/// Returns the damage of a write-ahead log (FILE-wal); nullopt if it is intact, empty or missing.
///
/// SQLite reads a log up to the first frame with a wrong checksum and treats everything after it as an
/// unfinished transaction. Usually that is right, for example after a power cut. But each transaction is
/// synced before the next one is written. So if a whole transaction and the beginning of another one follow
/// such a frame, SQLite would silently lose data that were already answered. Damage to the last two
/// transactions cannot be distinguished from a power cut.
///
/// Only reads; another process may be writing the log. Throws DatabaseError if it cannot be read.
std::optional<std::string> find_wal_damage(const std::filesystem::path& log);

}  // namespace cubilete::storage::sqlite
