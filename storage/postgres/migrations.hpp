#pragma once

#include <span>
#include <string_view>

namespace cubilete::storage::postgres {

struct Migration {
    int version = 0;  ///< the value of cluster.schema after this migration
    const char* sql = nullptr;

    /// It takes away what programs of before need, and its file begins with this line. Any other migration only
    /// adds: a program that does not know it works on.
    bool contracts() const { return std::string_view(sql).starts_with("-- contracts\n"); }
};

/// All files of migrations/, built into the program: versions 1, 2, 3 ... in order. A released migration is
/// never changed.
std::span<const Migration> migrations();

}  // namespace cubilete::storage::postgres
