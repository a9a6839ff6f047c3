#pragma once

#include <chrono>
#include <string>

namespace cubilete::bench {

/// Appends rows of about the size of a log entry to a SQLite table in this directory, durably (WAL,
/// synchronous FULL), with this many rows per transaction. Returns rows per second.
double appended_rows_per_second(const std::string& directory, int rows_a_commit,
                                std::chrono::milliseconds time);

}  // namespace cubilete::bench
