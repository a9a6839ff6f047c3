// A disk that fails at a chosen moment: with the environment variable CRASH_ERROR="sync 12" the twelfth sync of a
// file in $CRASH_DATA fails with an I/O error, with "write 12" the twelfth write, with "full 12" every write after
// the twelfth sync, because the disk is full. A real sync that fails may have written the data or not; this one
// has not. Syncs of the directory never fail, because SQLite does not check their result.
// If CRASH_ARMED names a file, nothing fails and nothing counts while that file does not exist.
#include <atomic>
#include <cerrno>
#include <sstream>

#include "tests/crash/preload.hpp"

namespace {

using crash::next;

struct Wanted {
    std::string what;
    int number = 0;

    Wanted() { std::istringstream(crash::variable("CRASH_ERROR")) >> what >> number; }
};

const Wanted& wanted() {
    static const Wanted parsed;
    return parsed;
}

bool counts(int file) {
    static const std::string armed = crash::variable("CRASH_ARMED");
    const std::string name = crash::data_name(file);
    if (name.empty() || name == "." || name.ends_with("-shm")) return false;
    return armed.empty() || access(armed.c_str(), F_OK) == 0;
}

std::atomic<int> syncs = 0;
std::atomic<int> writes = 0;

bool sync_fails(int file) {
    if (!counts(file) || ++syncs != wanted().number || wanted().what != "sync") return false;
    errno = EIO;
    return true;
}

bool write_fails(int file) {
    if (!counts(file)) return false;
    const bool broken = ++writes == wanted().number && wanted().what == "write";
    const bool full = syncs >= wanted().number && wanted().what == "full";
    if (broken || full) errno = full ? ENOSPC : EIO;
    return broken || full;
}

}  // namespace

extern "C" {

int fsync(int file) { return sync_fails(file) ? -1 : next<int(int)>("fsync")(file); }
int fdatasync(int file) { return sync_fails(file) ? -1 : next<int(int)>("fdatasync")(file); }

ssize_t pwrite64(int file, const void* bytes, size_t size, off_t at) {
    if (write_fails(file)) return -1;
    return next<ssize_t(int, const void*, size_t, off_t)>("pwrite64")(file, bytes, size, at);
}

ssize_t write(int file, const void* bytes, size_t size) {
    return write_fails(file) ? -1 : next<ssize_t(int, const void*, size_t)>("write")(file, bytes, size);
}
}
