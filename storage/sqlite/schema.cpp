#include "storage/sqlite/schema.hpp"

#include <charconv>

#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <sqlite3.h>

#include "storage/error.hpp"
#include "storage/sqlite/backup.hpp"
#include "storage/sqlite/durable_entry_count.hpp"

namespace cubilete::storage::sqlite {

namespace {

/// "Cbte": distinguishes our files from those of other programs.
constexpr int application_id = 0x43627465;

int query_number(SQLite::Database& connection, const char* query) {
    return connection.execAndGet(query).getInt();
}

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& reason) {
    throw DatabaseError(file.string() + ": " + reason);
}

[[noreturn]] void refuse_damaged(const std::filesystem::path& file, const std::string& finding) {
    if (const auto log = damaging_log_error(file)) throw DatabaseError(*log);
    refuse(file,
           "the database is damaged (" + finding + "). It was left as it is; put a backup in its place");
}

/// The table with a dangling reference; empty if there is none.
std::string find_dangling_reference(SQLite::Database& connection) {
    SQLite::Statement check(connection, "PRAGMA foreign_key_check");
    return check.executeStep() ? check.getColumn(0).getString() : std::string();
}

/// The SQL function bytes_of_hex(text), for migrations: SQLite has unhex() only since 3.41. NULL for a text that is
/// not hexadecimal, which a NOT NULL column then refuses.
void add_bytes_of_hex(SQLite::Database& connection) {
    connection.createFunction(
        "bytes_of_hex", 1, true, nullptr, [](sqlite3_context* context, int, sqlite3_value** values) {
            const int digits = sqlite3_value_bytes(values[0]);
            const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(values[0]));
            std::string bytes;
            for (int digit = 0; digit + 1 < digits; digit += 2) {
                unsigned char byte = 0;
                if (std::from_chars(text + digit, text + digit + 2, byte, 16).ptr != text + digit + 2) return;
                bytes += static_cast<char>(byte);
            }
            sqlite3_result_blob(context, bytes.data(), static_cast<int>(bytes.size()), SQLITE_TRANSIENT);
        });
}

void carry_out(SQLite::Database& connection, const std::filesystem::path& file, const Migration& migration) {
    connection.exec(migration.sql);
    connection.exec("PRAGMA user_version = " + std::to_string(migration.version));
    if (const std::string table = find_dangling_reference(connection); !table.empty())
        refuse(file,
               "migration " + std::to_string(migration.version) + " would break a reference in " + table);
}

}  // namespace

void check_schema(SQLite::Database& connection, const std::filesystem::path& file,
                  std::span<const Migration> migrations) {
    try {
        if (is_empty_database(connection)) return;
        refuse_foreign(connection, file);
        const int version = query_number(connection, "PRAGMA user_version");
        if (version > static_cast<int>(migrations.size()))
            refuse(file, "was written by a newer Cubilete (its version is " + std::to_string(version) +
                             ", this program knows " + std::to_string(migrations.size()) + ")");
        const std::string finding = connection.execAndGet("PRAGMA quick_check(1)").getString();
        if (finding != "ok") refuse_damaged(file, finding);
        if (const std::string table = find_dangling_reference(connection); !table.empty())
            refuse_damaged(file, "a reference to nothing in " + table);
    } catch (const SQLite::Exception& error) {
        if (error.getErrorCode() != SQLITE_CORRUPT && error.getErrorCode() != SQLITE_NOTADB) throw;
        refuse_damaged(file, error.what());
    }
}

bool is_empty_database(SQLite::Database& connection) {
    return query_number(connection, "PRAGMA application_id") == 0 &&
           query_number(connection, "PRAGMA user_version") == 0 &&
           query_number(connection, "SELECT count(*) FROM sqlite_schema") == 0;
}

void refuse_foreign(SQLite::Database& connection, const std::filesystem::path& file) {
    if (query_number(connection, "PRAGMA application_id") != application_id)
        refuse(file, "is another program's database");
}

std::vector<std::string> findings(SQLite::Database& connection) {
    std::vector<std::string> found;
    SQLite::Statement pages(connection, "PRAGMA integrity_check");
    while (pages.executeStep())
        if (std::string finding = pages.getColumn(0).getString(); finding != "ok")
            found.push_back(std::move(finding));
    SQLite::Statement references(connection, "PRAGMA foreign_key_check");
    while (references.executeStep())
        found.push_back("a reference to nothing in " + references.getColumn(0).getString());
    return found;
}

// All steps are one transaction. If one fails, the file is unchanged, and the previous program can still open
// it.
int migrate(SQLite::Database& connection, const std::filesystem::path& file,
            std::span<const Migration> migrations) {
    const int version = query_number(connection, "PRAGMA user_version");
    if (version == static_cast<int>(migrations.size())) return version;
    if (version > 0) {
        remove_interrupted_copies(std::filesystem::absolute(file).parent_path(), file.filename().string());
        back_up(file, file.string() + ".v" + std::to_string(version));
    }
    add_bytes_of_hex(connection);
    SQLite::Transaction transaction(connection, SQLite::TransactionBehavior::IMMEDIATE);
    connection.exec("PRAGMA application_id = " + std::to_string(application_id));
    for (const Migration& migration : migrations)
        if (migration.version > version) carry_out(connection, file, migration);
    transaction.commit();
    return version;
}

}  // namespace cubilete::storage::sqlite
