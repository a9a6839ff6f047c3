#pragma once

#include <span>

#include "storage/backend.hpp"
#include "storage/postgres/connection.hpp"
#include "storage/postgres/migrations.hpp"
#include "storage/postgres/nodes.hpp"

namespace cubilete::storage::postgres {

/// The schema in a database.
struct Schema {
    int version = 0;  ///< 0 if it has no table of ours
    int least = 0;    ///< programs that know this version, and newer ones, can use it
};
Schema read_schema(Connection& connection);

enum class MigrationPhase {
    expanding,  ///< stops before the first migration that contracts, unless the database is empty
    all,
};

/// Creates the tables in an empty database, or brings them to a newer version, completely or not at all; other
/// processes wait meanwhile. Waits for up to a minute for programs that read the tables, without stopping servers that
/// live. Throws DatabaseError, and changes nothing, if this program cannot use the tables: those of a newer Cubilete or
/// of another program. A migration that contracts fences the nodes in `silent` that
/// do not know it, and refuses other ones. `name` is for its text.
void migrate(Connection& connection, const std::string& name, std::span<const Migration> migrations,
             MigrationPhase phase, const Nodes& silent = {});

/// Migrates by a connection of its own, after watching whether older servers live if it has to contract.
MigrationResult migrate_database(const Url& url, std::span<const Migration> migrations, MigrationPhase phase);

/// Throws DatabaseError unless this program can use the schema.
void refuse_other_schema(Connection& connection, const std::string& name);

}  // namespace cubilete::storage::postgres
