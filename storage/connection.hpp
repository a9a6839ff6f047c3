#pragma once

#include <filesystem>
#include <string>

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>

namespace cubilete::storage {

enum class Access { read, write };

/// Milliseconds for which a connection waits for a lock. Only an operator's own tools can hold one: this is
/// long enough for them to finish.
inline constexpr int busy_ms = 5'000;

/// True if SQLite would treat a file as an empty database: it is missing, or shorter than the smallest page
/// (512 bytes).
bool missing_or_empty(const std::filesystem::path& file);

/// Throws DatabaseError if a log (FILE-wal) contains data and its file does not. SQLite would treat this log
/// as garbage and delete it, even on a read-only connection, and lose moves that were answered.
void refuse_orphaned_log(const std::filesystem::path& file);

/// Opens a database that exists, with the settings that every connection has (README: "What each pragma is
/// for"). It neither checkpoints by itself nor when it is closed. One thread at a time. Throws
/// SQLite::Exception.
SQLite::Database connect(const std::filesystem::path& file, Access access);

/// Creates an empty file that only its owner can read: it will hold hands that are still played. Throws
/// DatabaseError.
void create_private(const std::filesystem::path& file);

/// "FILE: disk I/O error (SQLite 1034)"
std::string explain(const std::filesystem::path& file, const SQLite::Exception& error);

}  // namespace cubilete::storage
