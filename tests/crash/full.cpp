// A small disk: all files of $CRASH_DATA together may have as many bytes as the file $CRASH_ROOM says, which
// may change at any time. A write that does not fit is cut short; if not even one byte fits it fails, as on a
// real disk.
#include <cerrno>
#include <filesystem>
#include <fstream>

#include <sys/stat.h>

#include "tests/crash/preload.hpp"

namespace {

using crash::next;

std::int64_t room_left() {
    static const std::string limit = crash::variable("CRASH_ROOM");
    std::int64_t left = 0;
    std::ifstream(limit) >> left;
    for (const auto& file : std::filesystem::directory_iterator(crash::variable("CRASH_DATA"))) {
        std::error_code gone;
        const auto size = file.file_size(gone);
        if (!gone) left -= static_cast<std::int64_t>(size);
    }
    return left;
}

/// The number of bytes of a write that fit; negative if the whole write must fail.
ssize_t fitting(int file, std::int64_t begin, std::size_t size) {
    const auto wanted = static_cast<std::int64_t>(size);
    struct stat known {};
    if (crash::data_name(file).empty() || fstat(file, &known) != 0) return wanted;
    const std::int64_t growth = begin + wanted - known.st_size;
    const std::int64_t missing = growth > 0 ? growth - room_left() : 0;
    if (missing <= 0) return wanted;
    if (missing < wanted && missing < growth) return wanted - missing;
    errno = ENOSPC;
    return -1;
}

}  // namespace

extern "C" {

ssize_t pwrite64(int file, const void* bytes, size_t size, off_t at) {
    const ssize_t fits = fitting(file, at, size);
    if (fits < 0) return -1;
    return next<ssize_t(int, const void*, size_t, off_t)>("pwrite64")(file, bytes,
                                                                      static_cast<std::size_t>(fits), at);
}

ssize_t write(int file, const void* bytes, size_t size) {
    const ssize_t fits = fitting(file, lseek(file, 0, SEEK_CUR), size);
    if (fits < 0) return -1;
    return next<ssize_t(int, const void*, size_t)>("write")(file, bytes, static_cast<std::size_t>(fits));
}

int ftruncate64(int file, off_t size) noexcept {
    if (fitting(file, size, 0) < 0) return -1;
    return next<int(int, off_t)>("ftruncate64")(file, size);
}
}
