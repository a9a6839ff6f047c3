#include "storage/sqlite/database.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>
#include <variant>
#include <vector>

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include "storage/sqlite/connection.hpp"
#include "storage/sqlite/durable_entry_count.hpp"
#include "storage/sqlite/migrations.hpp"
#include "storage/sqlite/schema.hpp"
#include "storage/sqlite/statement.hpp"
#include "storage/sqlite/wal.hpp"
#include "storage/sqlite/write_statements.hpp"

namespace cubilete::storage::sqlite {

namespace fs = std::filesystem;

namespace {

/// In pages of 4 KiB. Small enough that a checkpoint takes milliseconds; large enough that pages which are
/// written repeatedly reach the file only once.
constexpr int frames_until_checkpoint = 1'000;
/// A deleted player's name has to leave the log soon after the reader that held it.
constexpr int frames_until_retry = 16;

/// A backup that is reading the file must not delay the closing of the server. The next start reads what is
/// left in the log.
constexpr int patience_with_readers_ms = 1'000;

fs::path make_directory(const fs::path& directory) {
    try {
        if (fs::create_directories(directory)) fs::permissions(directory, fs::perms::owner_all);
    } catch (const fs::filesystem_error& error) {
        throw DatabaseError(directory.string() + ": cannot be the data directory: " + error.code().message());
    }
    return directory;
}

/// If a first start was interrupted, the file is empty, and the next start begins again. But if there are
/// backups, the file once had data.
void refuse_emptied(const fs::path& file) {
    const fs::path backups = file.parent_path() / "backups";
    std::error_code none;
    if (!fs::exists(file) || !missing_or_empty(file) ||
        fs::directory_iterator(backups, none) == fs::directory_iterator())
        return;
    throw DatabaseError(file.string() + ": is empty, but there are backups of it in " + backups.string() +
                        ". Put one in its place, or remove both to begin anew");
}

/// SQLite would ignore the damaged part of a log and everything after it, answered moves included.
void refuse_damaged_log(const fs::path& file) {
    const fs::path log = file.string() + "-wal";
    if (const auto damage = find_wal_damage(log))
        throw DatabaseError(log.string() + ": the log is damaged (" + *damage +
                            "). It was left as it is; put a backup in the place of it and of " +
                            file.filename().string());
}

/// SQLite opens a file that is read-only, and a log of another user only at the first write. Of a file that it cannot open it
/// does not say why.
void refuse_unwritable(const fs::path& file) {
    for (const char* companion : {"", "-wal", "-shm"}) {
        const std::string path = file.string() + companion;
        const int descriptor = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
        const int reason = descriptor < 0 ? errno : 0;
        if (descriptor >= 0) ::close(descriptor);
        if (reason != 0 && reason != ENOENT)
            throw DatabaseError(path + ": cannot be written: " + std::generic_category().message(reason));
    }
}

/// The errno of the last failed operation on this file.
int last_errno(sqlite3_file* file) {
    int reason = 0;
    if (file != nullptr && file->pMethods != nullptr)
        file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &reason);
    return reason;
}

/// True if there was no room in the written file (SQLITE_FCNTL_...). Exceeding a size limit or a quota is not
/// a disk failure: nothing was written.
bool lacks_room(SQLite::Database& connection, int written, const SQLite::Exception& error) {
    if (error.getErrorCode() == SQLITE_FULL) return true;
    if (error.getExtendedErrorCode() != SQLITE_IOERR_WRITE) return false;
    sqlite3_file* file = nullptr;
    sqlite3_file_control(connection.getHandle(), "main", written, &file);
    const int reason = last_errno(file);
    return reason == EFBIG || reason == EDQUOT;
}

void set_checkpoint_on_close(SQLite::Database& connection, bool wanted) {
    sqlite3_db_config(connection.getHandle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, wanted ? 0 : 1, nullptr);
}

void make_durable(SQLite::Database& connection, const fs::path& file) {
    if (connection.execAndGet("PRAGMA journal_mode = WAL").getString() != "wal")
        throw DatabaseError(file.string() + ": this file system cannot share memory, which the log needs");
    connection.exec(
        "PRAGMA synchronous = FULL;"
        "PRAGMA journal_size_limit = 8388608;"
        "PRAGMA cache_size = -65536;"
        "PRAGMA secure_delete = ON;");
}

}  // namespace

Database::Database(const fs::path& directory, LossPolicy loss_policy)
    : file_(make_directory(directory) / "cubilete.db"), lock_(directory / "lock") {
    try {
        open(loss_policy);
    } catch (const SQLite::Exception& error) {
        throw DatabaseError(format_error(file_, error));
    } catch (const fs::filesystem_error& error) {
        throw DatabaseError(file_.string() + ": " + error.what());
    }
}

Database::~Database() = default;

void Database::open(LossPolicy loss_policy) {
    refuse_orphaned_log(file_);
    refuse_emptied(file_);
    refuse_unwritable(file_);
    if (const auto foreign = foreign_log_error(file_)) throw DatabaseError(*foreign);
    refuse_damaged_log(file_);
    if (missing_or_empty(file_)) count_missing(0, loss_policy);  // before a new file is created
    if (!fs::exists(file_)) create_private(file_);
    connection_ = std::make_unique<SQLite::Database>(connect(file_, Access::write));
    check_schema(*connection_, file_, migrations());
    count_missing(total_entries(*connection_), loss_policy);

    make_durable(*connection_, file_);
    version_before_ = migrate(*connection_, file_, migrations());
    // Only now, because migrations may have to replace tables.
    connection_->exec("PRAGMA foreign_keys = ON");
    transactions_ = std::make_unique<Transactions>(*connection_);
    write_ = std::make_unique<WriteStatements>(*connection_);
    mark_ = std::make_unique<DurableEntryCount>(file_);
    mark_->set(write_->entries());
    if (missing_ > 0) mark_->sync();  // otherwise a power cut could restore the old value
    begin_generation();
    set_checkpoint_on_close(*connection_, true);
    sqlite3_wal_hook(
        connection_->getHandle(),
        [](void* frames, sqlite3*, const char*, int count) {
            *static_cast<int*>(frames) = count;
            return SQLITE_OK;
        },
        &log_frames_);
}

/// The mark knows the new generation before the file can have it, and the old one until the file has no more of it.
void Database::begin_generation() {
    const auto stored = [&] { return connection_->execAndGet("SELECT generation FROM identity").getInt64(); };
    std::vector<std::int64_t> generations;
    if (const auto of_file = generation_of(file_)) generations.push_back(*of_file);
    try {
        SQLite::Transaction renewed(*connection_);
        renew_generation(*connection_);
        generations.push_back(stored());
        if (!mark_->set_generations(generations)) return;
        renewed.commit();
    } catch (const SQLite::Exception& error) {
        if (!lacks_room(*connection_, SQLITE_FCNTL_JOURNAL_POINTER, error)) throw;
        return;  // without room the file keeps the old one, which the mark knows
    }
    connection_->setBusyTimeout(0);
    if (run_checkpoint("PRAGMA wal_checkpoint(TRUNCATE)")) mark_->set_generations({stored()});
    connection_->setBusyTimeout(busy_ms);
}

/// Prepares BEGIN and COMMIT once: parsing them anew costs a sixth of a commit that holds one entry.
class Database::Transactions {
  public:
    explicit Transactions(SQLite::Database& connection)
        : connection_(connection), begin_(connection, "BEGIN IMMEDIATE"), commit_(connection, "COMMIT") {}

    /// Calls `write` in a transaction. If anything throws, nothing of it stays.
    template <class Write>
    void operator()(Write write) {
        run(begin_);
        try {
            write();
            run(commit_);
        } catch (...) {
            // SQLite has already rolled back after some errors; then this fails and changes nothing.
            connection_.tryExec("ROLLBACK");
            throw;
        }
    }

  private:
    SQLite::Database& connection_;
    SQLite::Statement begin_;
    SQLite::Statement commit_;
};

void Database::count_missing(std::int64_t entries, LossPolicy loss_policy) {
    missing_ = std::max<std::int64_t>(read_durable_entry_count(file_) - entries, 0);
    if (missing_ > 0 && loss_policy == LossPolicy::refuse)
        throw DatabaseError(file_.string() + ": " + missing_entries_text(missing_) +
                            ". It was left as it is: put back what belongs to it, or start once with "
                            "--restored to go on without them");
}

void Database::commit(std::span<const Write> writes) {
    try {
        (*transactions_)([&] {
            for (const Write& write : writes) std::visit(*write_, write);
        });
        mark_->set(write_->entries());
        has_deleted_player_ = has_deleted_player_ || std::ranges::any_of(writes, [](const Write& write) {
                                  return std::holds_alternative<ForgetPlayer>(write);
                              });
    } catch (const SQLite::Exception& error) {
        if (lacks_room(*connection_, SQLITE_FCNTL_JOURNAL_POINTER, error)) {
            write_->reload();
            throw DiskFull(format_error(file_, error));
        }
        set_checkpoint_on_close(*connection_, false);
        throw DatabaseError(format_error(file_, error));
    }
}

void Database::checkpoint_when_due() {
    const bool due = log_frames_ >= frames_until_checkpoint;
    const bool again =
        !tried_truncate_at_ || std::abs(log_frames_ - *tried_truncate_at_) >= frames_until_retry;
    if (has_deleted_player_ && (due || again)) {
        tried_truncate_at_ = log_frames_;
        connection_->setBusyTimeout(0);
        if (run_checkpoint("PRAGMA wal_checkpoint(TRUNCATE)")) {
            has_deleted_player_ = false;
            tried_truncate_at_.reset();
        }
        connection_->setBusyTimeout(busy_ms);
    } else if (due) {
        run_checkpoint("PRAGMA wal_checkpoint(PASSIVE)");
    }
}

void Database::checkpoint() {
    connection_->setBusyTimeout(patience_with_readers_ms);
    run_checkpoint("PRAGMA wal_checkpoint(TRUNCATE)");
}

/// Returns false if a reader uses the log, or if there is no room.
bool Database::run_checkpoint(const char* pragma) {
    try {
        const bool busy = connection_->execAndGet(pragma).getInt() != 0;
        log_frames_ = 0;
        mark_->sync();
        return !busy;
    } catch (const SQLite::Exception& error) {
        if (!lacks_room(*connection_, SQLITE_FCNTL_FILE_POINTER, error))
            throw DatabaseError(format_error(file_, error));
        return false;
    }
}

void Database::keep_logs(const LogRetention& retention) { write_->keep_logs(retention); }

void Database::limit_size(std::int64_t pages) {
    connection_->exec("PRAGMA max_page_count = " + std::to_string(pages));
}

std::int64_t Database::size() const { return connection_->execAndGet("PRAGMA page_count").getInt64(); }

}  // namespace cubilete::storage::sqlite
