#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "storage/error.hpp"

namespace cubilete::storage {

/// The file cannot be checked: it is missing, unreadable, or of another program or version.
struct NotInspected : DatabaseError {
    using DatabaseError::DatabaseError;
};

/// The result of checking a data file.
struct Inspection {
    std::filesystem::path file;
    int version = 0;
    std::int64_t bytes = 0;             ///< size of all pages, also of those that are still in the log
    std::vector<std::string> findings;  ///< every damaged page and reference; empty if there is no damage
};

/// Checks a whole data file without changing it, also while a server runs. Like any reader it may leave an
/// empty log and its index beside the file. `place` is the file, or the directory with cubilete.db. Throws
/// NotInspected.
Inspection inspect(const std::filesystem::path& place);

/// Returns `place` itself if it is a file, else the path of cubilete.db in this directory.
std::filesystem::path data_file(const std::filesystem::path& place);

}  // namespace cubilete::storage
