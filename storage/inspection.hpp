#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "storage/error.hpp"

namespace cubilete::storage {

/// The stored data cannot be checked: they are missing, unreadable, or of another program or version.
struct InspectionError : DatabaseError {
    using DatabaseError::DatabaseError;
};

/// The result of checking all stored data.
struct Inspection {
    std::filesystem::path file;
    int version = 0;                    ///< version of the schema
    std::int64_t bytes = 0;             ///< size of all pages, also of those that are still in the log
    std::vector<std::string> findings;  ///< every damaged page and reference; empty if there is no damage
};

}  // namespace cubilete::storage
