#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "storage/error.hpp"

namespace cubilete::storage {

/// The file cannot be judged: it is not there, cannot be read, or is of another program or version.
struct NotInspected : DatabaseError {
    using DatabaseError::DatabaseError;
};

/// What a data file looks like from outside.
struct Inspection {
    std::filesystem::path file;
    int version = 0;
    std::int64_t bytes = 0;             ///< of all pages, wherever they are
    std::vector<std::string> findings;  ///< what is damaged: every page and reference; empty = nothing
};

/// Looks through a whole data file without changing it, also under a running server; as any reader it may
/// leave an empty log and an index of it beside the file. `place` is the file or the directory with its
/// cubilete.db. Throws NotInspected.
Inspection inspect(const std::filesystem::path& place);

/// The data file that is meant by a data directory, or by its own name.
std::filesystem::path data_file(const std::filesystem::path& place);

}  // namespace cubilete::storage
