#pragma once

#include <span>

namespace cubilete::storage {

struct Migration {
    int version = 0;  ///< the file's user_version once it is carried out
    const char* sql = nullptr;
};

/// Everything in migrations/, built in: versions 1, 2, 3 ... in order. One that has been released is never
/// changed.
std::span<const Migration> migrations();

}  // namespace cubilete::storage
