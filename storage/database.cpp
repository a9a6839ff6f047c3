#include "storage/database.hpp"

#include <string>
#include <system_error>
#include <variant>

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Transaction.h>
#include <sqlite3.h>

#include "storage/connection.hpp"
#include "storage/migrations.hpp"
#include "storage/schema.hpp"
#include "storage/wal.hpp"
#include "storage/writer.hpp"

namespace cubilete::storage {

namespace fs = std::filesystem;

namespace {

/// In pages of 4 KiB. Few enough that a checkpoint takes milliseconds, many enough that pages written again
/// and again reach the file once.
constexpr int frames_until_checkpoint = 1'000;

/// A backup that reads the file while the server closes must not keep it from closing; what is left in the log
/// then, the next start finds there.
constexpr int patience_with_readers_ms = 1'000;

fs::path make_directory(const fs::path& directory) {
    try {
        if (fs::create_directories(directory)) fs::permissions(directory, fs::perms::owner_all);
    } catch (const fs::filesystem_error& error) {
        throw DatabaseError(directory.string() + ": cannot be the data directory: " + error.code().message());
    }
    return directory;
}

bool missing_or_empty(const fs::path& file) {
    std::error_code missing;
    const auto bytes = fs::file_size(file, missing);
    return missing || bytes == 0;
}

/// SQLite would take a log without its file for garbage and delete it, and with it moves that were answered.
void refuse_orphaned_log(const fs::path& file) {
    const fs::path log = file.string() + "-wal";
    if (missing_or_empty(file) && !missing_or_empty(log))
        throw DatabaseError(log.string() + ": belongs to a " + file.filename().string() +
                            " that is not there. Put that file back, or move the log away");
}

/// A first start that was cut short leaves an empty file, and the next one begins anew. Where there are backups there
/// was more than that.
void refuse_emptied(const fs::path& file) {
    const fs::path backups = file.parent_path() / "backups";
    std::error_code none;
    if (!fs::exists(file) || !missing_or_empty(file) ||
        fs::directory_iterator(backups, none) == fs::directory_iterator())
        return;
    throw DatabaseError(file.string() + ": is empty, but there are backups of it in " + backups.string() +
                        ". Put one in its place, or remove both to begin anew");
}

/// SQLite would pass over the damaged part of a log and everything behind it, answered moves among it.
void refuse_damaged_log(const fs::path& file) {
    const fs::path log = file.string() + "-wal";
    if (const auto damage = damage_in_log(log))
        throw DatabaseError(log.string() + ": the log is damaged (" + *damage +
                            "). It was left as it is; put a backup in the place of it and of " +
                            file.filename().string());
}

/// SQLite would open it all the same, and fail at the first move.
void refuse_read_only(SQLite::Database& connection, const fs::path& file) {
    if (sqlite3_db_readonly(connection.getHandle(), "main") != 0)
        throw DatabaseError(file.string() + ": cannot be written: it is read-only");
}

void set_checkpoint_on_close(SQLite::Database& connection, bool wanted) {
    sqlite3_db_config(connection.getHandle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, wanted ? 0 : 1, nullptr);
}

void make_durable(SQLite::Database& connection, const fs::path& file) {
    if (connection.execAndGet("PRAGMA journal_mode = WAL").getString() != "wal")
        throw DatabaseError(file.string() + ": this file system cannot share memory, which the log needs");
    connection.exec(
        "PRAGMA synchronous = FULL;"
        "PRAGMA journal_size_limit = 8388608;");
}

}  // namespace

Database::Database(const fs::path& directory)
    : file_(make_directory(directory) / "cubilete.db"), lock_(directory / "lock") {
    try {
        open();
    } catch (const SQLite::Exception& error) {
        throw DatabaseError(explain(file_, error));
    } catch (const fs::filesystem_error& error) {
        throw DatabaseError(file_.string() + ": " + error.what());
    }
}

Database::~Database() = default;

void Database::open() {
    refuse_orphaned_log(file_);
    refuse_emptied(file_);
    refuse_damaged_log(file_);
    if (!fs::exists(file_)) create_private(file_);
    connection_ = std::make_unique<SQLite::Database>(connect(file_, Access::write));
    refuse_read_only(*connection_, file_);
    examine(*connection_, file_, migrations());

    make_durable(*connection_, file_);
    migrate(*connection_, file_, migrations());
    connection_->exec("PRAGMA foreign_keys = ON");  // only now: migrations may have to replace tables
    writer_ = std::make_unique<Writer>(*connection_);
    set_checkpoint_on_close(*connection_, true);
    sqlite3_wal_hook(
        connection_->getHandle(),
        [](void* frames, sqlite3*, const char*, int count) {
            *static_cast<int*>(frames) = count;
            return SQLITE_OK;
        },
        &log_frames_);
}

void Database::commit(std::span<const Write> writes) {
    try {
        SQLite::Transaction transaction(*connection_, SQLite::TransactionBehavior::IMMEDIATE);
        for (const Write& write : writes) std::visit(*writer_, write);
        transaction.commit();
    } catch (const SQLite::Exception& error) {
        if (error.getErrorCode() == SQLITE_FULL) {
            writer_->recall();
            throw DiskFull(explain(file_, error));
        }
        set_checkpoint_on_close(*connection_, false);
        throw DatabaseError(explain(file_, error));
    }
}

void Database::checkpoint_when_due() {
    if (log_frames_ >= frames_until_checkpoint) run_checkpoint("PRAGMA wal_checkpoint(PASSIVE)");
}

void Database::checkpoint() {
    connection_->setBusyTimeout(patience_with_readers_ms);
    run_checkpoint("PRAGMA wal_checkpoint(TRUNCATE)");
}

void Database::run_checkpoint(const char* pragma) {
    try {
        connection_->exec(pragma);
        log_frames_ = 0;
    } catch (const SQLite::Exception& error) {
        if (error.getErrorCode() != SQLITE_FULL) throw DatabaseError(explain(file_, error));
    }
}

void Database::limit_size(std::int64_t pages) {
    connection_->exec("PRAGMA max_page_count = " + std::to_string(pages));
}

std::int64_t Database::size() const { return connection_->execAndGet("PRAGMA page_count").getInt64(); }

}  // namespace cubilete::storage
