#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <SQLiteCpp/Database.h>

namespace cubilete::storage::sqlite {

/// The number of entries that were ever durable, in a small file beside the data file (FILE-mark). A log that
/// was cut off at the end of a transaction looks correct; only this number shows that entries are missing.
/// One thread at a time.
///
/// It is written after each commit without a sync, so it costs no time and is never ahead of the durable
/// entries. A power cut may reset it to the state of the last sync(). If there is no room for it, it keeps
/// its old value.
///
/// It also has the generations that the data file may be of. Each start and each copy gets a generation of its own, so
/// that a copy that was put in the place of the file beside its log is recognized: SQLite would mix the two.
class DurableEntryCount {
  public:
    /// Throws DatabaseError if the file can neither be opened nor created.
    explicit DurableEntryCount(const std::filesystem::path& data_file);
    ~DurableEntryCount();
    DurableEntryCount(const DurableEntryCount&) = delete;
    DurableEntryCount& operator=(const DurableEntryCount&) = delete;

    /// Records that `entries` entries are durable. Ignores write errors.
    void set(std::int64_t entries);
    /// Records the generations, and syncs. Returns false if they may not be on the disk.
    bool set_generations(const std::vector<std::int64_t>& generations);
    /// Throws DatabaseError if the disk fails.
    void sync();

  private:
    std::string data_file_;
    int descriptor_;
    std::int64_t entries_ = -1;
};

/// Reads the mark of a data file; 0 if there is none or it is incomplete.
std::int64_t read_durable_entry_count(const std::filesystem::path& data_file);

/// The generations that the data file with this mark may be of; none if they are not known.
std::vector<std::int64_t> read_generations(const std::filesystem::path& data_file);

/// The generation of the file itself, whatever is in its log; nullopt if it has none or cannot be read.
std::optional<std::int64_t> generation_of(const std::filesystem::path& data_file);

/// Gives the data a new generation. Does nothing for a schema from before generations.
void renew_generation(SQLite::Database& connection);

/// The error if the log beside the file belongs to another file, such as the one in whose place the file was
/// put; nullopt if it does not.
std::optional<std::string> foreign_log_error(const std::filesystem::path& data_file);

/// Of a file that is damaged as it is read with the log beside it: that it is the log of another file, because the file
/// alone is sound; nullopt if it is not. Reads the whole file.
std::optional<std::string> damaging_log_error(const std::filesystem::path& data_file);

/// The number of entries that a database has ever held: the newest row of the log (entry_log.hpp).
std::int64_t total_entries(SQLite::Database& connection);

/// Returns "412 entries that were answered are missing: ...".
std::string missing_entries_text(std::int64_t entries);

}  // namespace cubilete::storage::sqlite
