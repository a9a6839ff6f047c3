#include "storage/sqlite/file_lock.hpp"

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "storage/error.hpp"

namespace cubilete::storage::sqlite {

FileLock::FileLock(const std::filesystem::path& file, Access access)
    : descriptor_(::open(file.c_str(), (access == Access::write ? O_RDWR | O_CREAT : O_RDONLY) | O_CLOEXEC,
                         S_IRUSR | S_IWUSR)) {
    if (descriptor_ < 0)
        throw DatabaseError(file.string() + ": cannot be opened: " + std::generic_category().message(errno));
    if (::flock(descriptor_, (access == Access::write ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0) return;
    const int error = errno;
    ::close(descriptor_);
    throw DatabaseError(file.string() + ": " +
                        (error == EWOULDBLOCK
                             ? "another process is using this data directory"
                             : "cannot be locked: " + std::generic_category().message(error)));
}

FileLock::~FileLock() { ::close(descriptor_); }

}  // namespace cubilete::storage::sqlite
