#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include <SQLiteCpp/Database.h>

#include "storage/sqlite/migrations.hpp"

namespace cubilete::storage::sqlite {

/// Throws DatabaseError unless `file` is empty, or an undamaged database of Cubilete and not newer than
/// `migrations`. Changes nothing. Throws SQLite::Exception if it cannot be read at all.
void check_schema(SQLite::Database& connection, const std::filesystem::path& file,
                  std::span<const Migration> migrations);

/// True if a database is empty: without application id, version and tables.
bool is_empty_database(SQLite::Database& connection);

/// Throws DatabaseError if the application id of `file` is not Cubilete's.
void refuse_foreign(SQLite::Database& connection, const std::filesystem::path& file);

/// Checks the whole database and returns everything that is wrong with its pages and references.
std::vector<std::string> findings(SQLite::Database& connection);

/// Migrates an examined file to the newest version, completely or not at all. A file that contains data is
/// first copied to FILE.v1 (with its version number). Returns the version before; 0 if there were no data. Throws
/// SQLite::Exception; DatabaseError if a migration would leave a dangling reference, or if the copy cannot be made.
int migrate(SQLite::Database& connection, const std::filesystem::path& file,
            std::span<const Migration> migrations);

}  // namespace cubilete::storage::sqlite
