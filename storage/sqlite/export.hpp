#pragma once

#include <filesystem>

#include "storage/transfer.hpp"

namespace cubilete::storage::sqlite {

/// Passes on all data of a data file that no server writes: writes that make the same data from none. Throws
/// DatabaseError.
void export_all(const std::filesystem::path& place, const WriteConsumer& consume);

}  // namespace cubilete::storage::sqlite
