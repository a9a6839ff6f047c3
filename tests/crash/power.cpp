// Simulates a power failure: keeps in $CRASH_SHADOW the part of $CRASH_DATA that would be there after
// one, which is what was synced. As on journalling file systems, the first sync of a new file also makes its name durable,
// while a removed or changed name comes back unless the directory was synced afterwards.
#include <algorithm>
#include <limits>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/uio.h>

#include "tests/crash/preload.hpp"

namespace {

using crash::data_name;
using crash::next;

/// The changes of a file since its last sync.
struct Changes {
    struct Stretch {
        off_t begin;
        off_t end;
    };
    off_t shortest = std::numeric_limits<off_t>::max();
    std::vector<Stretch> written;
};

/// The changes of names since the last sync of the directory. A file that was moved to an empty name was
/// removed.
struct Moved {
    std::string from;
    std::string to;
};

std::mutex mutex;
std::map<std::string, Changes> changes;
std::vector<Moved> moved;

std::string shadow(const std::string& name) { return crash::variable("CRASH_SHADOW") + '/' + name; }

off_t size_of(int file) {
    struct stat known {};
    return fstat(file, &known) == 0 ? known.st_size : 0;
}

void cut(int file, off_t size) {
    if (next<int(int, off_t)>("ftruncate64")(file, size) != 0) abort();
}

void carry_over(int file, const std::string& name) {
    const Changes since = std::move(changes[name]);
    changes.erase(name);
    std::erase_if(moved, [&](const Moved& gone) { return gone.from == name && gone.to.empty(); });
    const int copy = open(shadow(name).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (size_of(copy) > since.shortest) cut(copy, since.shortest);
    std::vector<char> bytes;
    for (const auto& [begin, end] : since.written) {
        bytes.resize(static_cast<std::size_t>(end - begin));
        const ssize_t size = pread(file, bytes.data(), bytes.size(), begin);
        if (next<ssize_t(int, const void*, size_t, off_t)>("pwrite64")(
                copy, bytes.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)), begin) != size)
            abort();
    }
    cut(copy, size_of(file));
    close(copy);
}

void carry_over_names() {
    for (const auto& [from, to] : std::exchange(moved, {})) {
        if (to.empty())
            next<int(const char*)>("unlink")(shadow(from).c_str());
        else
            next<int(const char*, const char*)>("rename")(shadow(from).c_str(), shadow(to).c_str());
    }
}

int sync(const char* function, int file) {
    const int failed = next<int(int)>(function)(file);
    const std::string name = data_name(file);
    if (failed != 0 || name.empty()) return failed;
    const std::lock_guard lock(mutex);
    name == "." ? carry_over_names() : carry_over(file, name);
    return 0;
}

ssize_t note(int file, off_t begin, ssize_t size) {
    if (const std::string name = data_name(file); !name.empty() && size > 0) {
        const std::lock_guard lock(mutex);
        changes[name].written.push_back({begin, begin + size});
    }
    return size;
}

void note_cut(const std::string& name, off_t size) {
    if (name.empty()) return;
    const std::lock_guard lock(mutex);
    changes[name].shortest = std::min(changes[name].shortest, size);
}

void note_moved(const std::string& from, const std::string& to) {
    if (from.empty()) return;
    const std::lock_guard lock(mutex);
    moved.push_back({from, to});
    auto known = changes.extract(from);
    if (to.empty()) {
        changes[from].shortest = 0;  // in case a file with this name is created again
    } else if (known) {
        known.key() = to;
        changes.insert(std::move(known));
    }
}

}  // namespace

extern "C" {

int fsync(int file) { return sync("fsync", file); }
int fdatasync(int file) { return sync("fdatasync", file); }

ssize_t pwrite64(int file, const void* bytes, size_t size, off_t at) {
    return note(file, at, next<ssize_t(int, const void*, size_t, off_t)>("pwrite64")(file, bytes, size, at));
}

ssize_t write(int file, const void* bytes, size_t size) {
    const ssize_t written = next<ssize_t(int, const void*, size_t)>("write")(file, bytes, size);
    return written > 0 ? note(file, lseek(file, 0, SEEK_CUR) - written, written) : written;
}

/// Used only for the mark (storage/sqlite/durable_entry_count.hpp). The shadow keeps this write although it is not synced, which is
/// the worst case: so the mark must never be ahead of the durable data.
ssize_t pwritev(int file, const iovec* parts, int count, off_t at) {
    const auto write = next<ssize_t(int, const iovec*, int, off_t)>("pwritev");
    if (const std::string name = data_name(file); !name.empty()) {
        const std::lock_guard lock(mutex);
        const int copy = open(shadow(name).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        if (write(copy, parts, count, at) <= 0) abort();
        close(copy);
    }
    return write(file, parts, count, at);
}

int ftruncate64(int file, off_t size) noexcept {
    note_cut(data_name(file), size);
    return next<int(int, off_t)>("ftruncate64")(file, size);
}

int unlink(const char* path) noexcept {
    const int failed = next<int(const char*)>("unlink")(path);
    if (failed == 0) note_moved(data_name(std::string(path)), {});
    return failed;
}

int rename(const char* from, const char* to) noexcept {
    const int failed = next<int(const char*, const char*)>("rename")(from, to);
    if (failed == 0) note_moved(data_name(std::string(from)), data_name(std::string(to)));
    return failed;
}
}
