#include "storage/sqlite/mark.hpp"

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <fstream>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/uio.h>
#include <unistd.h>

#include "storage/error.hpp"
#include "storage/sqlite/schema.hpp"

namespace cubilete::storage::sqlite {

namespace {

/// With the newline it fits in one sector, so that it is never half written.
constexpr int mark_digits = 19;

std::filesystem::path mark_of(const std::filesystem::path& data_file) { return data_file.string() + "-mark"; }

}  // namespace

Mark::Mark(const std::filesystem::path& data_file)
    : data_file_(data_file.string()),
      descriptor_(::open(mark_of(data_file).c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR)) {
    if (descriptor_ < 0)
        throw DatabaseError(mark_of(data_file).string() +
                            ": cannot be written: " + std::generic_category().message(errno));
}

Mark::~Mark() { ::close(descriptor_); }

void Mark::set(std::int64_t entries) {
    if (std::exchange(entries_, entries) == entries) return;
    char text[mark_digits + 2];
    const int size =
        std::snprintf(text, sizeof text, "%0*lld\n", mark_digits, static_cast<long long>(entries));
    const iovec whole{text, static_cast<std::size_t>(size)};
    [[maybe_unused]] const ssize_t written = ::pwritev(descriptor_, &whole, 1, 0);
}

void Mark::sync() {
    if (::fdatasync(descriptor_) != 0)
        throw DatabaseError(data_file_ + ": disk I/O error, its mark could not be synced: " +
                            std::generic_category().message(errno));
}

std::int64_t read_mark(const std::filesystem::path& data_file) {
    std::ifstream in(mark_of(data_file), std::ios::binary);
    std::string text(mark_digits + 2, '\0');
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(in.gcount()));
    std::int64_t entries = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), entries);
    const bool whole = text.size() == mark_digits + 1 && text.back() == '\n' &&
                       read.ptr == text.data() + mark_digits && read.ec == std::errc();
    return whole ? entries : 0;
}

std::int64_t entries_ever(SQLite::Database& connection) {
    if (holds_nothing(connection)) return 0;
    return connection.execAndGet("SELECT coalesce(max(id), 0) FROM log").getInt64();
}

std::string told_missing(std::int64_t entries) {
    return std::to_string(entries) +
           (entries == 1 ? " entry that was answered is missing"
                         : " entries that were answered are missing") +
           ": its log was cut off or taken away, or an older copy is in its place";
}

}  // namespace cubilete::storage::sqlite
