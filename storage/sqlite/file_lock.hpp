#pragma once

#include <filesystem>

#include "storage/sqlite/connection.hpp"

namespace cubilete::storage::sqlite {

/// Locks out other processes while it exists. The kernel releases the lock when the process ends, even after
/// a crash. The file itself remains.
class FileLock {
  public:
    /// To write, creates the file if it is missing. To read, needs an existing one, shares the lock with others that read and works on a
    /// read-only mount. Throws DatabaseError (error.hpp) if another process holds the lock.
    explicit FileLock(const std::filesystem::path& file, Access access = Access::write);
    ~FileLock();
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;

  private:
    int descriptor_;
};

}  // namespace cubilete::storage::sqlite
