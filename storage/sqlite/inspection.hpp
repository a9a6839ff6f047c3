#pragma once

#include <filesystem>

#include "storage/inspection.hpp"

namespace cubilete::storage::sqlite {

/// Checks a whole data file without changing it, also while a server runs. Like any reader it may leave an
/// empty log and its index beside the file. `place` is the file, or the directory with cubilete.db. Throws
/// InspectionError.
Inspection inspect(const std::filesystem::path& place);

/// Throws DatabaseError if a server would refuse the data because of what is missing or does not belong there: entries
/// that were durable once, a part of the log, or the log of another file. It changes nothing, also while a server runs.
/// Does nothing for a file that is missing or empty.
void refuse_incomplete(const std::filesystem::path& file);

/// Returns `place` itself if it is a file, else the path of cubilete.db in this directory.
std::filesystem::path data_file(const std::filesystem::path& place);

}  // namespace cubilete::storage::sqlite
