#include "storage/postgres/schema.hpp"

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>

#include "storage/columns.hpp"

namespace cubilete::storage::postgres {

namespace {

using namespace std::chrono_literals;

/// A program that only reads, such as a copy, keeps a table from being changed until it ends. Whoever waits for that
/// makes everybody else wait, beats included, so a migration waits for less than a lease and tries again.
constexpr const char* set_lock_timeout = "SET LOCAL lock_timeout = '300ms'";
constexpr auto migration_retry_delay = 700ms;
constexpr int most_tries = 60;

/// Two processes can be the first at the same time; then one of them fails, and finds the table when it tries
/// again.
bool met_another_first_start(const SqlError& refused) {
    return refused.state == "23505" || refused.state == "42P07" || refused.state == "42710" ||
           refused.state == "XX000";
}

bool has_cluster_table(Connection& connection) {
    return !connection.query("SELECT 1 WHERE to_regclass('cluster') IS NOT NULL").empty();
}

void create_cluster_table(Connection& connection, const std::string& name) {
    const bool empty = connection
                           .query(
                               "SELECT 1 FROM pg_class WHERE relnamespace = current_schema()::regnamespace"
                               " AND relkind IN ('r', 'p', 'v', 'm', 'S') LIMIT 1")
                           .empty();
    if (!empty) {
        if (has_cluster_table(connection)) return;  // another process has just made it
        throw DatabaseError(name + ": is another program's database");
    }
    try {
        connection.execute(
            "BEGIN;"
            "CREATE TABLE cluster (one boolean PRIMARY KEY DEFAULT true CHECK (one), id uuid NOT NULL,"
            " schema int NOT NULL, least int NOT NULL);"
            "INSERT INTO cluster (id, schema, least) VALUES (gen_random_uuid(), 0, 0);"
            "COMMIT");
    } catch (const SqlError& refused) {
        connection.execute("ROLLBACK");
        if (!met_another_first_start(refused)) throw;
    }
}

int newest(std::span<const Migration> migrations) { return static_cast<int>(migrations.size()); }

void refuse_newer(const Schema& schema, int known, const std::string& name) {
    if (schema.least > known)
        throw DatabaseError(name + ": was written by a newer Cubilete (its version is " +
                            std::to_string(schema.version) + ", this program knows " + std::to_string(known) +
                            ")");
}

/// The migrations that are missing, up to the first one that contracts if only others are wanted.
std::span<const Migration> missing_migrations(const Schema& schema, std::span<const Migration> migrations,
                                              MigrationPhase phase) {
    if (schema.version >= newest(migrations)) return {};
    auto left = migrations.subspan(static_cast<std::size_t>(schema.version));
    if (phase == MigrationPhase::all || schema.version == 0) return left;
    const auto end = std::ranges::find_if(left, &Migration::contracts);
    return left.first(static_cast<std::size_t>(end - left.begin()));
}

/// The nodes whose programs do not know this version.
Nodes older_nodes(Connection& connection, int version) {
    Nodes older = present_nodes(connection);
    std::erase_if(older, [&](const auto& node) { return node.second.schema >= version; });
    return older;
}

/// 0 if none of them contracts.
int last_contraction(std::span<const Migration> migrations) {
    int last = 0;
    for (const Migration& migration : migrations)
        if (migration.contracts()) last = migration.version;
    return last;
}

}  // namespace

Schema read_schema(Connection& connection) {
    if (!has_cluster_table(connection)) return {};
    const Rows rows = connection.query("SELECT schema, least FROM cluster");
    return first_row(rows, reader_of(&Schema::version, &Schema::least)).value_or(Schema());
}

namespace {

void try_to_migrate(Connection& connection, const std::string& name, std::span<const Migration> migrations,
                    MigrationPhase phase, const Nodes& silent) {
    connection.execute("BEGIN; SELECT schema FROM cluster FOR UPDATE");
    try {
        connection.execute(set_lock_timeout);
        Schema schema = read_schema(connection);
        refuse_newer(schema, newest(migrations), name);
        const auto left = missing_migrations(schema, migrations, phase);
        if (const int contraction = last_contraction(left); contraction > 0 && schema.version > 0)
            for (const auto& [epoch, node] : older_nodes(connection, contraction)) {
                const auto seen = silent.find(epoch);
                if (seen == silent.end() || seen->second != node) refuse_live_node(name, epoch, node);
                fence(connection, epoch);
            }
        for (const Migration& migration : left) {
            connection.execute(migration.sql);
            schema.version = migration.version;
            if (migration.contracts() || migration.version == 1) schema.least = migration.version;
        }
        connection.query("UPDATE cluster SET schema = $1, least = $2", schema.version, schema.least);
        connection.execute("COMMIT");
    } catch (const ConnectionLost&) {
        throw;
    } catch (const std::exception&) {
        connection.execute("ROLLBACK");
        throw;
    }
}

}  // namespace

void migrate(Connection& connection, const std::string& name, std::span<const Migration> migrations,
             MigrationPhase phase, const Nodes& silent) {
    const Schema before = read_schema(connection);
    refuse_newer(before, newest(migrations), name);
    if (missing_migrations(before, migrations, phase).empty()) return;
    if (!has_cluster_table(connection)) create_cluster_table(connection, name);
    for (int tries = 1;; ++tries) {
        try {
            return try_to_migrate(connection, name, migrations, phase, silent);
        } catch (const SqlError& refused) {
            if (refused.state != "55P03") throw;
            if (tries == most_tries)
                throw DatabaseError(name +
                                    ": another program has used its tables for a minute, such as a copy, "
                                    "and keeps them from being changed; start again when it has ended");
        }
        std::this_thread::sleep_for(migration_retry_delay);
    }
}

MigrationResult migrate_database(const Url& url, std::span<const Migration> migrations,
                                 MigrationPhase phase) {
    Connection connection(url, "cubilete:migrating");
    connection.set_timeout(std::chrono::hours(1));  // a large table takes its time
    connection.query("SELECT set_config('synchronous_commit', 'on', false)");
    const Schema before = read_schema(connection);
    Nodes silent;
    if (const int contraction = last_contraction(missing_migrations(before, migrations, phase));
        contraction > 0 && before.version > 0)
        silent = watch([&] { return older_nodes(connection, contraction); }, url.name());
    migrate(connection, url.name(), migrations, phase, silent);
    const Schema after = read_schema(connection);
    return {.from = before.version,
            .to = after.version,
            .may_contract = !missing_migrations(after, migrations, MigrationPhase::all).empty()};
}

void refuse_other_schema(Connection& connection, const std::string& name) {
    const Schema schema = read_schema(connection);
    refuse_newer(schema, newest(migrations()), name);
    if (schema.version == 0) throw DatabaseError(name + ": holds no data of Cubilete yet");
    // Only migrations that contract may come later.
    const auto left = missing_migrations(schema, migrations(), MigrationPhase::all);
    if (std::ranges::all_of(left, &Migration::contracts)) return;
    throw DatabaseError(name + ": was written by an older Cubilete (its version is " +
                        std::to_string(schema.version) + ", this program knows " +
                        std::to_string(newest(migrations())) +
                        "); a server that opens it brings it to the new version, or cubilete migrate");
}

}  // namespace cubilete::storage::postgres
