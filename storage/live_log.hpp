#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include "storage/rows.hpp"

namespace cubilete::storage {

/// The entries of running matches, in the order committed: one table without any index, since every move
/// would pay for it. It remembers which rows belong to which open match instead, eight bytes an entry, so
/// that finishing a match need not search the moves of all the others. As a by-product an entry can only be
/// the next one of a match that is open.
///
/// The rows of matches that ran at the same time lie mixed, so taking out those of one match alone would
/// write a page of 4 KiB for nearly every entry. They stay where they are, dead, until a sweep that goes
/// round and round through the log passes: a match that ends lets it look at twice as many rows as it leaves
/// behind. So about half the log at most is dead, and by then most of a page goes at once. Readers take a
/// finished match from its record and pass over the dead rows.
///
/// Works within the transaction of whoever calls. Throws SQLite::Exception; std::logic_error for what
/// contradicts the log.
class LiveLog {
  public:
    explicit LiveLog(SQLite::Database& connection);

    void start(const std::string& match);
    void append(const LogEntry& entry);
    /// Writes the compact record of a match whose end has been noted in `matches`.
    void finish(const std::string& match);

    /// Learns the rows of all open matches from the file, in one pass: at the start, and after a rollback.
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
    std::int64_t swept_ = 0;  ///< the row that the sweep looked at last

    SQLite::Statement append_;
    SQLite::Statement keep_;
    SQLite::Statement next_to_sweep_;
    SQLite::Statement sweep_;
};

}  // namespace cubilete::storage
