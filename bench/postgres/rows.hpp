#pragma once

#include <chrono>
#include <filesystem>

namespace cubilete::bench {

/// Appends rows like those of the log to a table without an index, as fast as one connection can: one INSERT of so
/// many rows and a durable COMMIT after another. Returns rows/s.
double bare_rows_per_second(const std::filesystem::path& url, int rows_a_batch,
                            std::chrono::milliseconds time);

/// Appends entries of running matches through a journal with so many lanes. Each lane always has a batch of so many
/// rows to write. The database must be empty at first. Returns rows/s.
double journal_rows_per_second(const std::filesystem::path& url, int lanes, int rows_a_batch,
                               std::chrono::milliseconds time);

}  // namespace cubilete::bench
