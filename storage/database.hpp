#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

#include "storage/error.hpp"
#include "storage/file_lock.hpp"
#include "storage/rows.hpp"

namespace SQLite {
class Database;
}

namespace cubilete::storage {

class Mark;

class Writer;

/// The data file, opened for writing by the one process that may. Its connection is the only one that writes
/// and the only one that checkpoints: SQLite before 3.51.3 can corrupt a file on which two do.
/// One thread at a time, the Journal's once there is one.
class Database {
  public:
    /// What to do if the file holds fewer entries than its mark (mark.hpp) says were durable.
    enum class Shortfall { refuse, accept };

    /// Opens `directory`/cubilete.db, creates both if they are missing, and migrates the file to the newest
    /// version. Throws DatabaseError if another process uses the directory, if the file is damaged, belongs
    /// to another program or to a newer Cubilete, and if entries are missing; the file is then left
    /// unchanged.
    explicit Database(const std::filesystem::path& directory, Shortfall shortfall = Shortfall::refuse);
    /// Leaves one file, without a log beside it; unless a commit failed, then all is left as it is.
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    const std::filesystem::path& file() const { return file_; }
    /// The number of entries that were durable once and were missing when the file was opened.
    std::int64_t missing() const { return missing_; }

    /// Carries out all writes, in order, as one transaction: durable on return. Throws DiskFull when nothing
    /// was written for want of room. Any other exception leaves unknown what is on disk: the object is of no
    /// further use. A write that contradicts what is stored (an entry out of sequence, a token taken twice)
    /// is one of those.
    void commit(std::span<const Write> writes);

    /// Moves the log into the file once it is so long (4 MiB) that it pays. Commits do not do that, so that
    /// nobody's answer waits for it. A full disk puts it off.
    void checkpoint_when_due();
    /// Moves the whole log into the file and empties it, unless somebody reads it for longer than a second.
    void checkpoint();

    /// Sets which logs of finished matches are kept from now on.
    void keep_logs(const KeepLogs& kept);

    /// The file's largest size from now on, in pages of 4 KiB; what would pass it meets DiskFull.
    void limit_size(std::int64_t pages);
    std::int64_t size() const;  ///< in pages of 4 KiB

  private:
    void open(Shortfall shortfall);
    void count_missing(std::int64_t entries, Shortfall shortfall);
    bool run_checkpoint(const char* pragma);

    std::filesystem::path file_;
    FileLock lock_;
    int log_frames_ = 0;
    bool forgotten_ = false;  ///< the log still contains the name of a deleted player
    bool tried_ = false;      ///< emptying it was tried once; a reader used it
    std::unique_ptr<SQLite::Database> connection_;
    std::unique_ptr<Writer> writer_;
    std::unique_ptr<Mark> mark_;
    std::int64_t missing_ = 0;
};

}  // namespace cubilete::storage
