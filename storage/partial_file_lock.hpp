#pragma once

#include <filesystem>
#include <optional>
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

/// A directory beside the target of a copy, which only its owner can read, marked as in use. SQLite locks the file in it: where a
/// lock on a file is one on its bytes (NFS, SMB), a mark on that file would keep SQLite out. The destructor removes the
/// directory with what is in it.
class PartialDirectory {
  public:
    /// Its name is that of the target, `mark`, and six characters. Throws DatabaseError, DiskFull.
    PartialDirectory(const std::filesystem::path& target, std::string_view mark);
    ~PartialDirectory();
    PartialDirectory(const PartialDirectory&) = delete;
    PartialDirectory& operator=(const PartialDirectory&) = delete;

    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
    std::optional<PartialFileLock> in_use_;
};

/// Removes what killed copies left in this directory: names that begin with `stem` and end with `mark` and six characters,
/// unless a PartialFileLock is on them or that cannot be found out. Throws std::filesystem::filesystem_error.
void remove_partial_files(const std::filesystem::path& directory, std::string_view stem,
                          std::string_view mark);

}  // namespace cubilete::storage
