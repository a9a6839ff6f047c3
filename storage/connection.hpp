#pragma once

#include <filesystem>
#include <string>

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>

namespace cubilete::storage {

enum class Access { read, write };

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
