#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>

#include "storage/error.hpp"
#include "storage/rows.hpp"
#include "storage/sqlite/file_lock.hpp"

namespace SQLite {
class Database;
}

namespace cubilete::storage::sqlite {

class DurableEntryCount;
class WriteStatements;

/// The data file, opened for writing by the only process that may write it. Its connection is the only one
/// that writes and the only one that checkpoints: SQLite before 3.51.3 can corrupt a file if two do. One
/// thread at a time; while a Journal exists, only the Journal's thread.
class Database {
  public:
    /// The policy if the file holds fewer entries than its mark (durable_entry_count.hpp) says were durable.
    enum class LossPolicy { refuse, accept };

    /// Opens `directory`/cubilete.db, creates both if they are missing, and migrates the file to the newest
    /// version. Throws DatabaseError if another process uses the directory, if the file is damaged, belongs
    /// to another program or to a newer Cubilete, and if entries are missing; the file is then left
    /// unchanged.
    explicit Database(const std::filesystem::path& directory, LossPolicy loss_policy = LossPolicy::refuse);
    /// Moves the log into the file, so that only the file and its mark remain. After a failed commit (other
    /// than DiskFull) everything is left as it is.
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    const std::filesystem::path& file() const { return file_; }
    /// The number of entries that were durable once and were missing when the file was opened.
    std::int64_t missing_entries() const { return missing_; }
    /// The version of the file before it was opened; 0 if it was created.
    int version_before() const { return version_before_; }

    /// Carries out all writes, in order, as one transaction, which is durable on return. Throws DiskFull if
    /// nothing was written because there is no room; this includes quotas and the limit on file sizes
    /// (RLIMIT_FSIZE). After any other exception it is unknown what is on disk, and the object must not be
    /// used any more. A write that contradicts the stored data (an entry out of sequence, a token used twice)
    /// causes such an exception.
    void commit(std::span<const Write> writes);

    /// Moves the log into the file when it is long enough (4 MiB). After a player was deleted it also tries
    /// to empty the log, so that the name does not remain there: at once, and if a reader prevents it, each
    /// time that the log is long enough. It is separate from commit(), so that no answer waits for it. Does
    /// nothing if the disk is full; throws DatabaseError for other failures.
    void checkpoint_when_due();
    /// Moves the whole log into the file and empties it, unless a reader uses it for more than a second.
    /// Failures as above.
    void checkpoint();

    /// Sets which logs of finished matches are kept from now on.
    void keep_logs(const LogRetention& retention);
    /// Sets the maximum size of the file in pages of 4 KiB. A commit that would exceed it throws DiskFull.
    void limit_size(std::int64_t pages);
    std::int64_t size() const;  ///< in pages of 4 KiB

  private:
    class Transactions;

    void open(LossPolicy loss_policy);
    void count_missing(std::int64_t entries, LossPolicy loss_policy);
    void begin_generation();
    bool run_checkpoint(const char* pragma);

    std::filesystem::path file_;
    FileLock lock_;
    int log_frames_ = 0;
    bool has_deleted_player_ = false;            ///< the log still contains the name of a deleted player
    std::optional<int> tried_truncate_at_ = {};  ///< log_frames_ when a reader kept it from being emptied
    std::unique_ptr<SQLite::Database> connection_;
    std::unique_ptr<Transactions> transactions_;
    std::unique_ptr<WriteStatements> write_;
    std::unique_ptr<DurableEntryCount> mark_;
    std::int64_t missing_ = 0;
    int version_before_ = 0;
};

}  // namespace cubilete::storage::sqlite
