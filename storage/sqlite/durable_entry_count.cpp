#include "storage/sqlite/durable_entry_count.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <sstream>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/uio.h>
#include <unistd.h>

#include "storage/error.hpp"
#include "storage/sqlite/connection.hpp"
#include "storage/sqlite/schema.hpp"

namespace cubilete::storage::sqlite {

namespace {

/// With the newline it fits in one sector, so that it is never half written.
constexpr int mark_digits = 19;

std::filesystem::path mark_of(const std::filesystem::path& data_file) { return data_file.string() + "-mark"; }

}  // namespace

DurableEntryCount::DurableEntryCount(const std::filesystem::path& data_file)
    : data_file_(data_file.string()),
      descriptor_(::open(mark_of(data_file).c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR)) {
    if (descriptor_ < 0)
        throw DatabaseError(mark_of(data_file).string() +
                            ": cannot be written: " + std::generic_category().message(errno));
}

DurableEntryCount::~DurableEntryCount() { ::close(descriptor_); }

void DurableEntryCount::set(std::int64_t entries) {
    if (std::exchange(entries_, entries) == entries) return;
    char text[mark_digits + 2];
    const int size =
        std::snprintf(text, sizeof text, "%0*lld\n", mark_digits, static_cast<long long>(entries));
    const iovec whole{text, static_cast<std::size_t>(size)};
    [[maybe_unused]] const ssize_t written = ::pwritev(descriptor_, &whole, 1, 0);
}

void DurableEntryCount::sync() {
    if (::fdatasync(descriptor_) != 0)
        throw DatabaseError(data_file_ + ": disk I/O error, its mark could not be synced: " +
                            std::generic_category().message(errno));
}

bool DurableEntryCount::set_generations(const std::vector<std::int64_t>& generations) {
    std::string line;
    for (const std::int64_t each : generations) line += std::to_string(each) + ' ';
    line += '\n';
    const iovec whole{line.data(), line.size()};
    return ::pwritev(descriptor_, &whole, 1, mark_digits + 1) == static_cast<ssize_t>(line.size()) &&
           ::fdatasync(descriptor_) == 0;
}

std::int64_t read_durable_entry_count(const std::filesystem::path& data_file) {
    std::ifstream in(mark_of(data_file), std::ios::binary);
    std::string text(mark_digits + 1, '\0');
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(in.gcount()));
    std::int64_t entries = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), entries);
    const bool whole = text.size() == mark_digits + 1 && text.back() == '\n' &&
                       read.ptr == text.data() + mark_digits && read.ec == std::errc();
    return whole ? entries : 0;
}

std::vector<std::int64_t> read_generations(const std::filesystem::path& data_file) {
    std::ifstream in(mark_of(data_file), std::ios::binary);
    in.seekg(mark_digits + 1);
    std::string line;
    if (!std::getline(in, line) || in.eof()) return {};
    std::istringstream words(line);
    return {std::istream_iterator<std::int64_t>(words), {}};
}

std::optional<std::int64_t> generation_of(const std::filesystem::path& data_file) {
    if (missing_or_empty(data_file)) return std::nullopt;
    try {
        return open_exclusively(data_file).execAndGet("SELECT generation FROM identity").getInt64();
    } catch (const SQLite::Exception&) {
        return std::nullopt;
    }
}

void renew_generation(SQLite::Database& connection) {
    if (connection.tableExists("identity")) connection.exec("UPDATE identity SET generation = abs(random())");
}

namespace {

std::string log_of(const std::filesystem::path& data_file) { return data_file.string() + "-wal"; }

bool has_log(const std::filesystem::path& data_file) { return bytes_of(log_of(data_file)) > 0; }

std::string is_of_another(const std::filesystem::path& data_file) {
    const std::string log = log_of(data_file);
    return log + ": is the log of another file than this " + data_file.filename().string() +
           ", which was put in the place of that one. Move " + log + " and " + data_file.string() +
           "-shm away to use this file, or put back the file that they belong to";
}

}  // namespace

std::optional<std::string> foreign_log_error(const std::filesystem::path& data_file) {
    if (!has_log(data_file)) return std::nullopt;
    const std::vector<std::int64_t> known = read_generations(data_file);
    const auto own = generation_of(data_file);
    if (known.empty() || !own || std::ranges::count(known, *own) > 0) return std::nullopt;
    return is_of_another(data_file);
}

std::optional<std::string> damaging_log_error(const std::filesystem::path& data_file) {
    if (!has_log(data_file)) return std::nullopt;
    try {
        if (open_exclusively(data_file).execAndGet("PRAGMA quick_check(1)").getString() != "ok")
            return std::nullopt;
    } catch (const SQLite::Exception&) {
        return std::nullopt;
    }
    return is_of_another(data_file);
}

std::int64_t total_entries(SQLite::Database& connection) {
    if (is_empty_database(connection)) return 0;
    return connection.execAndGet("SELECT coalesce(max(id), 0) FROM log").getInt64();
}

std::string missing_entries_text(std::int64_t entries) {
    return std::to_string(entries) +
           (entries == 1 ? " entry that was answered is missing"
                         : " entries that were answered are missing") +
           ": its log was cut off or taken away, or an older copy is in its place";
}

}  // namespace cubilete::storage::sqlite
