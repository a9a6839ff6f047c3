#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include <SQLiteCpp/Database.h>

namespace cubilete::storage::sqlite {

/// The number of entries that were ever durable, in a small file beside the data file (FILE-mark). A log that
/// was cut off at the end of a transaction looks correct; only this number shows that entries are missing.
/// One thread at a time.
///
/// It is written after each commit without a sync, so it costs no time and is never ahead of the durable
/// entries. A power cut may reset it to the state of the last sync(). If there is no room for it, it keeps
/// its old value.
class Mark {
  public:
    /// Throws DatabaseError if the file can neither be opened nor created.
    explicit Mark(const std::filesystem::path& data_file);
    ~Mark();
    Mark(const Mark&) = delete;
    Mark& operator=(const Mark&) = delete;

    /// Records that `entries` entries are durable. Ignores write errors.
    void set(std::int64_t entries);
    /// Throws DatabaseError if the disk fails.
    void sync();

  private:
    std::string data_file_;
    int descriptor_;
    std::int64_t entries_ = -1;
};

/// Reads the mark of a data file; 0 if there is none or it is incomplete.
std::int64_t read_mark(const std::filesystem::path& data_file);

/// The number of entries that a database has ever held: the newest row of the log (entry_log.hpp).
std::int64_t entries_ever(SQLite::Database& connection);

/// Returns "412 entries that were answered are missing: ...".
std::string told_missing(std::int64_t entries);

}  // namespace cubilete::storage::sqlite
