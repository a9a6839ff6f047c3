#pragma once

#include <chrono>
#include <string>

namespace cubilete::bench {

/// Rows of about the size of a log entry that SQLite appends durably (WAL, synchronous FULL) to a table of its
/// own in that directory, so many a transaction: rows a second.
double appended_rows_per_second(const std::string& directory, int rows_a_commit,
                                std::chrono::milliseconds time);

}  // namespace cubilete::bench
