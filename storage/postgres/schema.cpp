#include "storage/postgres/schema.hpp"

#include <string>

namespace cubilete::storage::postgres {

namespace {

/// Two processes can be the first at the same time; then one of them fails, and finds the table when it tries
/// again.
bool met_another_first_start(const Refused& refused) {
    return refused.state == "23505" || refused.state == "42P07" || refused.state == "XX000";
}

void create_cluster_table(Connection& connection, const std::string& name) {
    const bool empty = connection
                           .ask(
                               "SELECT 1 FROM pg_class WHERE relnamespace = current_schema()::regnamespace"
                               " AND relkind IN ('r', 'p', 'v', 'm', 'S') LIMIT 1")
                           .empty();
    if (!empty) throw DatabaseError(name + ": is another program's database");
    try {
        connection.execute(
            "BEGIN;"
            "CREATE TABLE cluster (one boolean PRIMARY KEY DEFAULT true CHECK (one), id uuid NOT NULL,"
            " schema int NOT NULL);"
            "INSERT INTO cluster (id, schema) VALUES (gen_random_uuid(), 0);"
            "COMMIT");
    } catch (const Refused& refused) {
        connection.execute("ROLLBACK");
        if (!met_another_first_start(refused)) throw;
    }
}

void refuse_newer(int version, int known, const std::string& name) {
    if (version > known)
        throw DatabaseError(name + ": was written by a newer Cubilete (its version is " +
                            std::to_string(version) + ", this program knows " + std::to_string(known) + ")");
}

}  // namespace

int schema_version(Connection& connection) {
    if (connection.ask("SELECT 1 WHERE to_regclass('cluster') IS NOT NULL").empty()) return 0;
    return static_cast<int>(first_row(connection.ask("SELECT schema FROM cluster"), read_number).value_or(0));
}

void migrate(Connection& connection, const std::string& name, std::span<const Migration> migrations) {
    const int known = static_cast<int>(migrations.size());
    const int before = schema_version(connection);
    refuse_newer(before, known, name);
    if (before == known) return;
    if (connection.ask("SELECT 1 WHERE to_regclass('cluster') IS NOT NULL").empty())
        create_cluster_table(connection, name);
    connection.execute("BEGIN; SELECT schema FROM cluster FOR UPDATE");
    try {
        const int version = schema_version(connection);
        refuse_newer(version, known, name);
        for (const Migration& migration : migrations)
            if (migration.version > version) connection.execute(migration.sql);
        connection.ask("UPDATE cluster SET schema = $1", known);
        connection.execute("COMMIT");
    } catch (const Away&) {
        throw;
    } catch (const std::exception&) {
        connection.execute("ROLLBACK");
        throw;
    }
}

void refuse_other_schema(Connection& connection, const std::string& name) {
    const int version = schema_version(connection);
    const int known = static_cast<int>(migrations().size());
    refuse_newer(version, known, name);
    if (version == 0) throw DatabaseError(name + ": holds no data of Cubilete yet");
    if (version < known)
        throw DatabaseError(name + ": was written by an older Cubilete (its version is " +
                            std::to_string(version) + ", this program knows " + std::to_string(known) +
                            "); a server that opens it brings it to the new version");
}

}  // namespace cubilete::storage::postgres
