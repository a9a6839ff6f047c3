#include "storage/partial_file_lock.hpp"

#include <cerrno>
#include <string>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace cubilete::storage {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t made_by_mkstemp = 6;

/// Where a file system has no such locks, nothing is in use.
bool is_in_use(const fs::path& part) {
    const int descriptor = ::open(part.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) return false;
    const bool in_use = ::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    ::close(descriptor);
    return in_use;
}

}  // namespace

// flock() and not fcntl(): SQLite locks the same file by fcntl(), whose locks any close() of the process ends.
PartialFileLock::PartialFileLock(const fs::path& part)
    : descriptor_(::open(part.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (descriptor_ >= 0) ::flock(descriptor_, LOCK_SH | LOCK_NB);
}

PartialFileLock::~PartialFileLock() {
    if (descriptor_ >= 0) ::close(descriptor_);
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
