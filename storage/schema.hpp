#pragma once

#include <filesystem>
#include <span>

#include <SQLiteCpp/Database.h>

#include "storage/migrations.hpp"

namespace cubilete::storage {

/// Throws DatabaseError unless `file` is empty or a sound database of Cubilete, and no newer than
/// `migrations`. Changes nothing. SQLite::Exception when it cannot be read at all.
void examine(SQLite::Database& connection, const std::filesystem::path& file,
             std::span<const Migration> migrations);

/// Brings an examined file to the newest version, each step whole or not at all. A file that holds anything
/// yet is first copied to FILE.v1 (its version). Throws SQLite::Exception; DatabaseError where a migration
/// would leave a reference to nothing.
void migrate(SQLite::Database& connection, const std::filesystem::path& file,
             std::span<const Migration> migrations);

}  // namespace cubilete::storage
