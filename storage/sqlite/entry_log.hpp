#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include "storage/rows.hpp"

namespace cubilete::storage::sqlite {

/// The rows of a running match that `log_rows` does not list are among so many newest rows of the log. So a
/// start reads these rows and the lists, and not the whole log, however long ago a match was interrupted. If
/// it were smaller, the lists of matches that are being played would be written more often; a pass through
/// so many rows takes some tens of milliseconds.
inline constexpr std::int64_t newest_rows = 100'000;

/// The entries of all matches, in the order committed: one table without an index, because an index would
/// make every move slower. An entry stays where it was appended. This class remembers which rows belong to
/// which open match, eight bytes per entry, and writes the list to `log_rows` when the match ends. It also
/// ensures that an entry is the next one of an open match.
///
/// The rows of simultaneous matches are mixed, so deleting those of one match alone would write a page of 4
/// KiB for nearly every entry. Instead the rows of a dropped log stay as dead rows until they are swept. The
/// sweep goes again and again through the log up to the newest dead row: each log that is dropped lets it
/// check twice as many rows as that log has. So at most about half of this part is dead, and most of a page
/// is deleted at once. Readers use the lists and ignore the dead rows.
///
/// Rows are numbered from 1 in the order of entries, over all matches, and no number is used twice: the
/// newest row is never deleted, so that the next number follows it, also after a restart.
///
/// Works inside the caller's transaction, on the caller's thread. Throws SQLite::Exception, and
/// std::logic_error for an entry that contradicts the log.
class EntryLog {
  public:
    explicit EntryLog(SQLite::Database& connection);

    void start(const std::string& match);
    void append(const LogRow& entry);
    /// Writes the list of the rows of an open match, and forgets the match.
    void finish(const std::string& match);
    /// Deletes the list of a finished match that is marked as dropped in `matches`, and sweeps.
    void drop(const std::string& match);

    /// Reads the rows of all open matches from the file: at the start, and after a rollback.
    void reload();
    /// The number of entries ever appended, which is the number of the newest row.
    std::int64_t last() const { return last_; }

  private:
    struct Rows {
        std::vector<std::int64_t> numbers;
        std::size_t listed = 0;  ///< so many of them are in `log_rows`
    };
    /// The first row of a match that is not listed.
    struct UnlistedRow {
        std::int64_t row = 0;
        std::string match;
    };

    Rows& rows_of(const std::string& match);
    void add(const std::string& match, Rows& rows, std::int64_t row);
    void list_old_rows();
    void list(const std::string& match, Rows& rows);
    void sweep(std::int64_t rows);

    SQLite::Database& connection_;
    std::unordered_map<std::string, Rows> open_;
    std::deque<UnlistedRow> unlisted_;  ///< by row; some are listed by now
    std::int64_t last_ = 0;
    std::int64_t newest_dropped_ = 0;
    std::int64_t swept_until_ = 0;  ///< the last row that the sweep checked

    SQLite::Statement append_;
    SQLite::Statement list_;
    SQLite::Statement listed_;
    SQLite::Statement size_;
    SQLite::Statement unlist_;
    SQLite::Statement next_to_sweep_;
    SQLite::Statement sweep_;
};

}  // namespace cubilete::storage::sqlite
