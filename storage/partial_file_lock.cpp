#include "storage/partial_file_lock.hpp"

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "storage/error.hpp"

namespace cubilete::storage {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t made_by_mkstemp = 6;

/// On NFS only who can write to a file can lock it for itself alone. What cannot be opened or locked may be in use.
bool is_in_use(const fs::path& part) {
    int descriptor = ::open(part.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) descriptor = ::open(part.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);  // a directory
    if (descriptor < 0) return errno != ENOENT;
    const bool in_use = ::flock(descriptor, LOCK_EX | LOCK_NB) != 0;
    ::close(descriptor);
    return in_use;
}

}  // namespace

// flock() and not fcntl(), whose locks any close() of the process ends.
PartialFileLock::PartialFileLock(const fs::path& part)
    : descriptor_(::open(part.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (descriptor_ >= 0) ::flock(descriptor_, LOCK_SH | LOCK_NB);
}

PartialFileLock::~PartialFileLock() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

PartialDirectory::PartialDirectory(const fs::path& target, std::string_view mark) {
    std::string name = target.string() + std::string(mark) + std::string(made_by_mkstemp, 'X');
    if (::mkdtemp(name.data()) == nullptr) {
        const int error = errno;
        const std::string reason =
            target.string() + ": cannot be written: " + std::generic_category().message(error);
        if (error == ENOSPC) throw DiskFull(reason);
        throw DatabaseError(reason);
    }
    path_ = name;
    in_use_.emplace(path_);
}

PartialDirectory::~PartialDirectory() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

void remove_partial_files(const fs::path& directory, std::string_view stem, std::string_view mark) {
    std::vector<fs::path> left;
    for (const auto& entry : fs::directory_iterator(directory)) {
        const std::string name = entry.path().filename().string();
        const std::size_t at = name.rfind(mark);
        if (name.starts_with(stem) && at != std::string::npos &&
            name.size() == at + mark.size() + made_by_mkstemp && !is_in_use(entry.path()))
            left.push_back(entry.path());
    }
    for (const fs::path& part : left) fs::remove_all(part);
}

}  // namespace cubilete::storage
