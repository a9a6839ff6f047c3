#include "storage/sqlite/connection.hpp"

#include <cerrno>
#include <cstdint>
#include <system_error>

#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include "storage/error.hpp"

namespace cubilete::storage::sqlite {

namespace {
constexpr std::uintmax_t smallest_page_bytes = 512;

std::uintmax_t bytes_of(const std::filesystem::path& file) {
    std::error_code missing;
    const std::uintmax_t bytes = std::filesystem::file_size(file, missing);
    return missing ? 0 : bytes;
}

/// SQLite would otherwise count every allocation under a lock that all connections share. It accepts this only
/// before its first use in the process; a test that uses it earlier keeps the count, which does no harm.
void stop_counting_memory() {
    [[maybe_unused]] static const int accepted = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
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
    const int mode = access == Access::write ? SQLite::OPEN_READWRITE : SQLite::OPEN_READONLY;
    SQLite::Database connection(file.string(), mode | SQLite::OPEN_NOMUTEX, busy_ms);
    connection.check(sqlite3_db_config(connection.getHandle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr));
    connection.exec(
        "PRAGMA trusted_schema = OFF;"
        "PRAGMA cell_size_check = ON;"
        "PRAGMA mmap_size = 0;"
        "PRAGMA temp_store = MEMORY;"
        "PRAGMA wal_autocheckpoint = 0;");
    return connection;
}

void create_private(const std::filesystem::path& file) {
    const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (descriptor < 0)
        throw DatabaseError(file.string() + ": cannot be created: " + std::generic_category().message(errno));
    ::close(descriptor);
}

std::string explain(const std::filesystem::path& file, const SQLite::Exception& error) {
    return file.string() + ": " + error.what() + " (SQLite " + std::to_string(error.getExtendedErrorCode()) +
           ")";
}

}  // namespace cubilete::storage::sqlite
