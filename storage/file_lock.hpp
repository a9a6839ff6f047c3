#pragma once

#include <filesystem>

namespace cubilete::storage {

/// Keeps other processes out for as long as it lives; the kernel lets go when the process dies, however it
/// dies. The file itself stays.
class FileLock {
  public:
    /// Creates the file where there is none. Throws DatabaseError (error.hpp) when somebody else holds it.
    explicit FileLock(const std::filesystem::path& file);
    ~FileLock();
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;

  private:
    int descriptor_;
};

}  // namespace cubilete::storage
