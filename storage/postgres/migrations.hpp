#pragma once

#include <span>

namespace cubilete::storage::postgres {

struct Migration {
    int version = 0;  ///< the value of cluster.schema after this migration
    const char* sql = nullptr;
};

/// All files of migrations/, built into the program: versions 1, 2, 3 ... in order. A released migration is
/// never changed.
std::span<const Migration> migrations();

}  // namespace cubilete::storage::postgres
