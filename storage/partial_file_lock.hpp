#pragma once

#include <filesystem>
#include <string_view>

namespace cubilete::storage {

/// Marks a temporary file or folder of a copy as in use while the object lives, also for other processes.
class PartialFileLock {
  public:
    explicit PartialFileLock(const std::filesystem::path& part);
    ~PartialFileLock();
    PartialFileLock(const PartialFileLock&) = delete;
    PartialFileLock& operator=(const PartialFileLock&) = delete;

  private:
    int descriptor_;
};

/// Removes what killed copies left in this directory: names that begin with `stem` and end with `mark` and six characters,
/// unless a PartialFileLock is on them. Throws std::filesystem::filesystem_error.
void remove_partial_files(const std::filesystem::path& directory, std::string_view stem,
                          std::string_view mark);

}  // namespace cubilete::storage
