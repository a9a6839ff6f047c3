#pragma once

#include <cstdint>
#include <filesystem>

namespace cubilete::bench {

/// Resources that the server of a database has used since its start.
struct PostgresUse {
    double cpu_seconds = 0;  ///< processor time of all its processes that live
    std::int64_t wal_bytes = 0;
    std::int64_t stored_bytes = 0;  ///< the files of this database, tables and indexes
    std::int64_t batches = 0;       ///< transactions of the lanes of the server that runs
};

/// `url`: a database that a server has opened. Throws storage::DatabaseError.
PostgresUse postgres_use(const std::filesystem::path& url);
/// Memory of all processes of PostgreSQL in bytes, each shared page counted once; 0 if this program may not read it.
std::int64_t postgres_memory(const std::filesystem::path& url);
/// Connections of the server to this database.
std::int64_t postgres_connections(const std::filesystem::path& url);

}  // namespace cubilete::bench
