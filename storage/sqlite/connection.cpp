#include "storage/sqlite/connection.hpp"

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include "storage/error.hpp"

namespace cubilete::storage::sqlite {

std::uintmax_t bytes_of(const std::filesystem::path& file) {
    std::error_code missing;
    const std::uintmax_t bytes = std::filesystem::file_size(file, missing);
    return missing ? 0 : bytes;
}

namespace {
constexpr std::uintmax_t smallest_page_bytes = 512;

/// For a URI: what would end the path there.
std::string escaped(const std::string& path) {
    std::string text;
    for (const char c : path)
        text += c == '%' ? "%25" : c == '?' ? "%3f" : c == '#' ? "%23" : std::string(1, c);
    return text;
}

/// SQLite would otherwise count every allocation under a lock that all connections share. It accepts this only
/// before its first use in the process; a test that uses it earlier keeps the count, which does no harm.
void stop_counting_memory() {
    [[maybe_unused]] static const int accepted = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

SQLite::Database set_up(SQLite::Database connection) {
    connection.check(sqlite3_db_config(connection.getHandle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr));
    connection.exec(
        "PRAGMA trusted_schema = OFF;"
        "PRAGMA cell_size_check = ON;"
        "PRAGMA mmap_size = 0;"
        "PRAGMA temp_store = MEMORY;"
        "PRAGMA wal_autocheckpoint = 0;");
    return connection;
}

/// No server uses a file that nobody can write beside. SQLite cannot read one without the index of its log (FILE-shm),
/// which it would have to make.
bool is_at_rest_on_read_only(const std::filesystem::path& file) {
    const std::filesystem::path beside = std::filesystem::absolute(file).parent_path();
    if (::access(beside.c_str(), W_OK) == 0 || std::filesystem::exists(file.string() + "-shm")) return false;
    if (bytes_of(file.string() + "-wal") == 0) return true;
    throw DatabaseError(file.string() +
                        ": has a log beside it, and nothing can be written there, so that it cannot be read. "
                        "Copy it, its -wal and its -mark together into another directory and use that");
}

}  // namespace

bool missing_or_empty(const std::filesystem::path& file) { return bytes_of(file) < smallest_page_bytes; }

void refuse_orphaned_log(const std::filesystem::path& file) {
    const std::filesystem::path log = file.string() + "-wal";
    if (missing_or_empty(file) && bytes_of(log) > 0)
        throw DatabaseError(log.string() + ": belongs to a " + file.filename().string() +
                            " that is missing or empty. Put that file back, or move the log away");
}

SQLite::Database connect(const std::filesystem::path& file, Access access) {
    stop_counting_memory();
    refuse_orphaned_log(file);
    if (access == Access::read && is_at_rest_on_read_only(file)) return set_up(open_exclusively(file));
    const int mode = access == Access::write ? SQLite::OPEN_READWRITE : SQLite::OPEN_READONLY;
    return set_up({file.string(), mode | SQLite::OPEN_NOMUTEX, busy_ms});
}

SQLite::Database open_exclusively(const std::filesystem::path& file) {
    stop_counting_memory();
    return {"file:" + escaped(std::filesystem::absolute(file).string()) + "?immutable=1",
            SQLite::OPEN_READONLY | SQLite::OPEN_URI | SQLite::OPEN_NOMUTEX};
}

void create_private(const std::filesystem::path& file) {
    const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (descriptor < 0)
        throw DatabaseError(file.string() + ": cannot be created: " + std::generic_category().message(errno));
    ::close(descriptor);
}

std::string format_error(const std::filesystem::path& file, const SQLite::Exception& error) {
    return file.string() + ": " + error.what() + " (SQLite " + std::to_string(error.getExtendedErrorCode()) +
           ")";
}

}  // namespace cubilete::storage::sqlite
