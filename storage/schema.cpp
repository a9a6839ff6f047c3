#include "storage/schema.hpp"

#include <string>

#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <sqlite3.h>

#include "storage/connection.hpp"
#include "storage/error.hpp"

namespace cubilete::storage {

namespace {

/// "Cbte": what tells our files from other programs'.
constexpr int application_id = 0x43627465;

int number(SQLite::Database& connection, const char* query) { return connection.execAndGet(query).getInt(); }

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& reason) {
    throw DatabaseError(file.string() + ": " + reason);
}

[[noreturn]] void refuse_damaged(const std::filesystem::path& file, const std::string& finding) {
    refuse(file,
           "the database is damaged (" + finding + "). It was left as it is; put a backup in its place");
}

/// The table that holds a reference to nothing; empty when there is none.
std::string dangling(SQLite::Database& connection) {
    SQLite::Statement check(connection, "PRAGMA foreign_key_check");
    return check.executeStep() ? check.getColumn(0).getString() : std::string();
}

void copy_aside(SQLite::Database& connection, const std::filesystem::path& file, int version) {
    const std::filesystem::path copy = file.string() + ".v" + std::to_string(version);
    std::filesystem::remove(copy);  // of an attempt that was interrupted: this version is still the newest
    create_private(copy);
    connection.backup(copy.c_str(), SQLite::Database::Save);
}

void carry_out(SQLite::Database& connection, const std::filesystem::path& file, const Migration& migration) {
    SQLite::Transaction transaction(connection, SQLite::TransactionBehavior::IMMEDIATE);
    connection.exec(migration.sql);
    connection.exec("PRAGMA application_id = " + std::to_string(application_id));
    connection.exec("PRAGMA user_version = " + std::to_string(migration.version));
    if (const std::string table = dangling(connection); !table.empty())
        refuse(file,
               "migration " + std::to_string(migration.version) + " would break a reference in " + table);
    transaction.commit();
}

}  // namespace

void examine(SQLite::Database& connection, const std::filesystem::path& file,
             std::span<const Migration> migrations) {
    try {
        const int application = number(connection, "PRAGMA application_id");
        const int version = number(connection, "PRAGMA user_version");
        const bool empty = number(connection, "SELECT count(*) FROM sqlite_schema") == 0;
        if (application == 0 && version == 0 && empty) return;
        if (application != application_id) refuse(file, "is another program's database");
        if (version > static_cast<int>(migrations.size()))
            refuse(file, "was written by a newer Cubilete (its version is " + std::to_string(version) +
                             ", this program knows " + std::to_string(migrations.size()) + ")");
        const std::string finding = connection.execAndGet("PRAGMA quick_check(1)").getString();
        if (finding != "ok") refuse_damaged(file, finding);
        if (const std::string table = dangling(connection); !table.empty())
            refuse_damaged(file, "a reference to nothing in " + table);
    } catch (const SQLite::Exception& error) {
        if (error.getErrorCode() != SQLITE_CORRUPT && error.getErrorCode() != SQLITE_NOTADB) throw;
        refuse_damaged(file, error.what());
    }
}

void migrate(SQLite::Database& connection, const std::filesystem::path& file,
             std::span<const Migration> migrations) {
    const int version = number(connection, "PRAGMA user_version");
    if (version > 0 && version < static_cast<int>(migrations.size())) copy_aside(connection, file, version);
    for (const Migration& migration : migrations)
        if (migration.version > version) carry_out(connection, file, migration);
}

}  // namespace cubilete::storage
