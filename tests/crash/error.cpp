// A disk that fails once: with the environment variable CRASH_ERROR="sync 12" the twelfth sync of a file in
// $CRASH_DATA fails with an I/O error, with "write 12" the twelfth write. A real sync that fails may have
// written the data or not; this one has not. Syncs of the directory never fail, because SQLite does not check
// their result.
#include <atomic>
#include <cerrno>

#include "tests/crash/preload.hpp"

namespace {

using crash::next;

bool fails(const std::string& call, int file) {
    static const std::string wanted = crash::variable("CRASH_ERROR");
    static std::atomic<int> calls = 0;
    const std::string name = crash::data_name(file);
    if (!wanted.starts_with(call) || name.empty() || name == "." || name.ends_with("-shm")) return false;
    if (++calls != std::atoi(wanted.c_str() + call.size())) return false;
    errno = EIO;
    return true;
}

}  // namespace

extern "C" {

int fsync(int file) { return fails("sync", file) ? -1 : next<int(int)>("fsync")(file); }
int fdatasync(int file) { return fails("sync", file) ? -1 : next<int(int)>("fdatasync")(file); }

ssize_t pwrite64(int file, const void* bytes, size_t size, off_t at) {
    if (fails("write", file)) return -1;
    return next<ssize_t(int, const void*, size_t, off_t)>("pwrite64")(file, bytes, size, at);
}

ssize_t write(int file, const void* bytes, size_t size) {
    return fails("write", file) ? -1 : next<ssize_t(int, const void*, size_t)>("write")(file, bytes, size);
}
}
