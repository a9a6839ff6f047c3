#pragma once

#include <span>

#include "storage/postgres/connection.hpp"
#include "storage/postgres/migrations.hpp"

namespace cubilete::storage::postgres {

/// The version of the schema in the database; 0 if it has no table of ours.
int schema_version(Connection& connection);

/// Creates the tables in an empty database, or brings them to the newest version, completely or not at all;
/// other processes wait meanwhile. Throws DatabaseError, and changes nothing, if the tables are those of a
/// newer Cubilete or of another program. `name` is for its text.
void migrate(Connection& connection, const std::string& name, std::span<const Migration> migrations);

/// Throws DatabaseError unless the schema has the version that this program reads.
void refuse_other_schema(Connection& connection, const std::string& name);

}  // namespace cubilete::storage::postgres
