#pragma once

#include <span>

namespace cubilete::storage::sqlite {

struct Migration {
    int version = 0;  ///< the file's user_version after this migration
    const char* sql = nullptr;
};

/// All files of migrations/, built into the program: versions 1, 2, 3 ... in order. A released migration is
/// never changed.
std::span<const Migration> migrations();

}  // namespace cubilete::storage::sqlite
