#pragma once

#include <filesystem>

namespace cubilete::storage::sqlite {

/// Locks out other processes while it exists. The kernel releases the lock when the process ends, even after
/// a crash. The file itself remains.
class FileLock {
  public:
    /// Creates the file if it is missing. Throws DatabaseError (error.hpp) if another process holds the lock.
    explicit FileLock(const std::filesystem::path& file);
    ~FileLock();
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;

  private:
    int descriptor_;
};

}  // namespace cubilete::storage::sqlite
