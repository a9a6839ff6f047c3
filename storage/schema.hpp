#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include <SQLiteCpp/Database.h>

#include "storage/migrations.hpp"

namespace cubilete::storage {

/// Throws DatabaseError unless `file` is empty or a sound database of Cubilete, and no newer than
/// `migrations`. Changes nothing. SQLite::Exception when it cannot be read at all.
void examine(SQLite::Database& connection, const std::filesystem::path& file,
             std::span<const Migration> migrations);

/// Whether a database is as new: without a mark, a version or a table.
bool holds_nothing(SQLite::Database& connection);

/// Throws DatabaseError when `file` bears the mark of another program, or none.
void refuse_foreign(SQLite::Database& connection, const std::filesystem::path& file);

/// Everything that is wrong with the pages and the references of a database, looked through in full.
std::vector<std::string> findings(SQLite::Database& connection);

/// Brings an examined file to the newest version, whole or not at all. One that holds anything yet is first
/// copied to FILE.v1 (its version). Throws SQLite::Exception; DatabaseError where a migration would leave a
/// reference to nothing, and where the copy cannot be made.
void migrate(SQLite::Database& connection, const std::filesystem::path& file,
             std::span<const Migration> migrations);

}  // namespace cubilete::storage
