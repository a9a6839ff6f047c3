#include "storage/sqlite/inspection.hpp"

#include <SQLiteCpp/Database.h>
#include <sqlite3.h>

#include "storage/sqlite/connection.hpp"
#include "storage/sqlite/durable_entry_count.hpp"
#include "storage/sqlite/migrations.hpp"
#include "storage/sqlite/schema.hpp"
#include "storage/sqlite/wal.hpp"

namespace cubilete::storage::sqlite {

namespace fs = std::filesystem;

namespace {

void refuse_version(const fs::path& file, int version) {
    const int known = static_cast<int>(migrations().size());
    if (version == known) return;
    const std::string numbers =
        " (its version is " + std::to_string(version) + ", this program knows " + std::to_string(known) + ")";
    throw InspectionError(file.string() + ": was written by " +
                          (version > known ? "a newer Cubilete" + numbers
                                           : "an older Cubilete" + numbers +
                                                 "; a server that opens it brings it to the new version"));
}

[[noreturn]] void refuse_empty(const fs::path& file) {
    throw InspectionError(
        file.string() + ": is empty: either no server has kept anything in it yet, or nothing is left of it");
}

void check_contents(Inspection& inspection) {
    // Read first, because a server may raise it meanwhile.
    const std::int64_t mark = read_durable_entry_count(inspection.file);
    SQLite::Database connection = connect(inspection.file, Access::read);
    if (is_empty_database(connection)) refuse_empty(inspection.file);
    refuse_foreign(connection, inspection.file);
    inspection.version = connection.execAndGet("PRAGMA user_version").getInt();
    refuse_version(inspection.file, inspection.version);
    if (const std::int64_t missing = mark - total_entries(connection); missing > 0)
        inspection.findings.push_back(missing_entries_text(missing));
    inspection.bytes = connection.execAndGet("PRAGMA page_count").getInt64() *
                       connection.execAndGet("PRAGMA page_size").getInt64();
    for (std::string& finding : findings(connection)) inspection.findings.push_back(std::move(finding));
}

/// Says of what was found first of all that it is the fault of a log that does not belong there.
void name_foreign_log(Inspection& inspection) {
    if (inspection.findings.empty()) return;
    if (auto log = damaging_log_error(inspection.file))
        inspection.findings.insert(inspection.findings.begin(), *std::move(log));
}

}  // namespace

fs::path data_file(const fs::path& place) {
    return fs::is_regular_file(place) ? place : place / "cubilete.db";
}

Inspection inspect(const fs::path& place) {
    Inspection inspection;
    try {
        inspection.file = data_file(place);
        refuse_orphaned_log(inspection.file);
        if (!fs::exists(inspection.file)) throw InspectionError(inspection.file.string() + ": is not there");
        if (fs::file_size(inspection.file) == 0 && !fs::exists(inspection.file.string() + "-wal"))
            refuse_empty(inspection.file);
        if (auto foreign = foreign_log_error(inspection.file)) {
            inspection.findings.push_back(*std::move(foreign));
            return inspection;  // SQLite would read a mixture of both
        }
        if (const auto damage = find_wal_damage(inspection.file.string() + "-wal"))
            inspection.findings.push_back("the log beside it is damaged: " + *damage);
        check_contents(inspection);
        name_foreign_log(inspection);
    } catch (const SQLite::Exception& error) {
        if (error.getErrorCode() != SQLITE_CORRUPT && error.getErrorCode() != SQLITE_NOTADB)
            throw InspectionError(format_error(inspection.file, error));
        inspection.findings.emplace_back(error.what());
        name_foreign_log(inspection);
    } catch (const InspectionError&) {
        throw;
    } catch (const std::exception& error) {
        throw InspectionError(error.what());
    }
    return inspection;
}

void refuse_incomplete(const fs::path& file) {
    if (missing_or_empty(file)) return;
    if (const auto foreign = foreign_log_error(file)) throw DatabaseError(*foreign);
    const std::string log = file.string() + "-wal";
    if (const auto damage = find_wal_damage(log))
        throw DatabaseError(log + ": the log is damaged (" + *damage + "), so that nothing was copied");
    // Read first, because a server may raise it meanwhile.
    const std::int64_t mark = read_durable_entry_count(file);
    if (mark == 0) return;
    try {
        SQLite::Database connection = connect(file, Access::read);
        refuse_foreign(connection, file);
        if (const std::int64_t missing = mark - total_entries(connection); missing > 0)
            throw DatabaseError(
                file.string() + ": " + missing_entries_text(missing) +
                ". Nothing was copied: put back what belongs to it, or let a server start once "
                "with --restored to go on without them");
    } catch (const SQLite::Exception& error) {
        throw DatabaseError(format_error(file, error));
    }
}

}  // namespace cubilete::storage::sqlite
