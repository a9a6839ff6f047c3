#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>

namespace cubilete::storage::sqlite {

enum class Access { read, write };

/// Milliseconds for which a connection waits for a lock. Only an operator's own tools can hold one: this is
/// long enough for them to finish.
inline constexpr int busy_ms = 5'000;

/// The size of a file; 0 if it is missing.
std::uintmax_t bytes_of(const std::filesystem::path& file);

/// True if SQLite would treat a file as an empty database: it is missing, or shorter than the smallest page
/// (512 bytes).
bool missing_or_empty(const std::filesystem::path& file);

/// Throws DatabaseError if a log (FILE-wal) contains data and its file does not. SQLite would treat this log
/// as garbage and delete it, even on a read-only connection, and lose moves that were answered.
void refuse_orphaned_log(const std::filesystem::path& file);

/// Opens an existing database with the settings of every connection (README: "What each pragma is for"). The
/// connection never checkpoints, neither by itself nor on close. One thread at a time. Throws
/// SQLite::Exception, and DatabaseError like refuse_orphaned_log().
SQLite::Database connect(const std::filesystem::path& file, Access access);

/// Opens the file without its log, for one look at it.
SQLite::Database open_exclusively(const std::filesystem::path& file);

/// Creates an empty file that only its owner can read, because it will contain secret hands of running
/// matches. Throws DatabaseError, also if the file exists.
void create_private(const std::filesystem::path& file);

/// Returns "FILE: disk I/O error (SQLite 1034)".
std::string format_error(const std::filesystem::path& file, const SQLite::Exception& error);

}  // namespace cubilete::storage::sqlite
