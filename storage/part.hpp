#pragma once

#include <filesystem>
#include <string_view>

namespace cubilete::storage {

/// Marks a temporary file or folder of a copy as in use while the object lives, also for other processes.
class PartInUse {
  public:
    explicit PartInUse(const std::filesystem::path& part);
    ~PartInUse();
    PartInUse(const PartInUse&) = delete;
    PartInUse& operator=(const PartInUse&) = delete;

  private:
    int descriptor_;
};

/// Removes what killed copies left in this directory: names that begin with `stem` and end with `mark` and six characters,
/// unless a PartInUse is on them. Throws std::filesystem::filesystem_error.
void remove_parts(const std::filesystem::path& directory, std::string_view stem, std::string_view mark);

}  // namespace cubilete::storage
