#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include "storage/rows.hpp"

namespace cubilete::storage::sqlite {

/// The entries of running matches, in the order committed: one table without an index, because an index would
/// make every move slower. Instead this class remembers which rows belong to which open match, eight bytes
/// per entry, so that the end of a match needs no search through the moves of all others. This also ensures
/// that an entry is the next one of an open match.
///
/// The rows of simultaneous matches are mixed, so deleting those of one match alone would write a page of 4
/// KiB for nearly every entry. Instead they stay as dead rows until they are swept. The sweep goes through
/// the log again and again: each match that ends lets it check twice as many rows as the match leaves behind.
/// So at most about half of the log is dead, and most of a page is deleted at once. Readers take a finished
/// match from its record and ignore the dead rows.
///
/// Rows are numbered from 1 in the order of entries, over all matches, and no number is used twice: the
/// newest row is never deleted, so that the next number follows it, also after a restart.
///
/// Works inside the caller's transaction, on the caller's thread. Throws SQLite::Exception, and
/// std::logic_error for an entry that contradicts the log.
class LiveLog {
  public:
    explicit LiveLog(SQLite::Database& connection);

    void start(const std::string& match);
    void append(const LogEntry& entry);
    /// Writes the compact record of a match whose end is already stored in `matches`.
    void finish(const std::string& match);

    /// Reads the rows of all open matches from the file in one pass: at the start, and after a rollback.
    void recall();
    /// The number of entries ever appended, which is the number of the newest row.
    std::int64_t last() const { return last_; }

  private:
    using Rows = std::vector<std::int64_t>;

    Rows& rows_of(const std::string& match);
    void sweep(std::size_t count);

    SQLite::Database& connection_;
    std::unordered_map<std::string, Rows> open_;
    std::int64_t last_ = 0;
    std::int64_t swept_ = 0;  ///< the last row that the sweep checked

    SQLite::Statement append_;
    SQLite::Statement keep_;
    SQLite::Statement next_to_sweep_;
    SQLite::Statement sweep_;
};

}  // namespace cubilete::storage::sqlite
