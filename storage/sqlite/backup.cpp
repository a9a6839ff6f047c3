#include "storage/sqlite/backup.hpp"

#include <cerrno>
#include <string>
#include <system_error>

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include "storage/partial_file_lock.hpp"
#include "storage/sqlite/connection.hpp"
#include "storage/sqlite/durable_entry_count.hpp"
#include "storage/sqlite/schema.hpp"

namespace cubilete::storage::sqlite {

namespace fs = std::filesystem;

namespace {

/// Instructions of SQLite's virtual machine between two checks of `cancelled`: well under a millisecond.
constexpr int steps_between_looks = 10'000;
constexpr std::string_view part_mark = ".part-";

[[noreturn]] void fail(const fs::path& file, const std::string& what, int error) {
    const std::string reason = file.string() + ": " + what + ": " + std::generic_category().message(error);
    if (error == ENOSPC) throw DiskFull(reason);
    throw DatabaseError(reason);
}

/// Makes an empty file that only its owner can read.
void make_private(const fs::path& file, const fs::path& target) {
    const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (descriptor < 0) fail(target, "cannot be written", errno);
    ::close(descriptor);
}

void sync(const fs::path& path) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) fail(path, "cannot be opened", errno);
    const int error = ::fsync(descriptor) == 0 ? 0 : errno;
    ::close(descriptor);
    if (error != 0) fail(path, "cannot be synced", error);
}

fs::path directory_of(const fs::path& file) { return file.has_parent_path() ? file.parent_path() : "."; }

/// Whether the server keeps a file there beside its data: without its lock, a second server could start.
bool is_beside_data(const fs::path& from, const fs::path& to) {
    std::error_code missing;
    if (!fs::equivalent(directory_of(from), directory_of(to), missing)) return false;
    const std::string data = from.filename().string();
    const std::string name = to.filename().string();
    return name == "lock" || name == data + "-mark" || name == data + "-wal" || name == data + "-shm" ||
           name == data + "-journal";
}

void refuse_unfit(const fs::path& from, const fs::path& to) {
    std::error_code missing;
    if (fs::status(from, missing).type() == fs::file_type::not_found && !fs::exists(from.string() + "-wal"))
        throw DatabaseError(from.string() + ": is not there; --data names its directory");
    if (fs::status(from, missing).type() == fs::file_type::none)
        throw DatabaseError(from.string() + ": cannot be read: " + missing.message());
    if (is_beside_data(from, to))
        throw DatabaseError(to.string() + ": belongs to the database that was to be copied");
    if (!fs::exists(to, missing)) return;
    if (!fs::is_regular_file(to)) throw DatabaseError(to.string() + ": is there and is not a plain file");
    if (fs::equivalent(from, to, missing))
        throw DatabaseError(to.string() + ": is the database that was to be copied");
    for (const char* companion : {"-wal", "-journal"})
        if (fs::exists(to.string() + companion))
            throw DatabaseError(to.string() + ": is a database in use, since there is a " +
                                to.filename().string() + companion);
}

SQLite::Database open(const fs::path& file, const std::atomic<bool>& cancelled) {
    if (cancelled) throw OperationCancelled(file.string() + ": was broken off");
    SQLite::Database connection = connect(file, Access::read);
    sqlite3_progress_handler(
        connection.getHandle(), steps_between_looks,
        [](void* flag) { return static_cast<const std::atomic<bool>*>(flag)->load() ? 1 : 0; },
        const_cast<std::atomic<bool>*>(&cancelled));
    return connection;
}

/// Converts SQLite's exceptions into ours.
template <class Action>
void translating(const fs::path& file, Action action) {
    try {
        action();
    } catch (const SQLite::Exception& error) {
        if (error.getErrorCode() == SQLITE_INTERRUPT)
            throw OperationCancelled(file.string() + ": was broken off");
        if (error.getErrorCode() == SQLITE_FULL) throw DiskFull(format_error(file, error));
        throw DatabaseError(format_error(file, error));
    }
}

void copy(const fs::path& from, const fs::path& part, const std::atomic<bool>& cancelled) {
    SQLite::Database source = open(from, cancelled);
    refuse_foreign(source, from);
    SQLite::Statement vacuum(source, "VACUUM INTO ?");
    vacuum.bind(1, part.string());
    vacuum.exec();
    SQLite::Database copied = connect(part, Access::write);
    renew_generation(copied);
}

void verify(const fs::path& part, const std::atomic<bool>& cancelled) {
    SQLite::Database copied = open(part, cancelled);
    refuse_foreign(copied, part);
    for (const std::string& finding : findings(copied))
        throw DatabaseError(part.string() + ": the copy is damaged (" + finding + ")");
}

}  // namespace

std::uintmax_t back_up(const fs::path& from, const fs::path& to, const std::atomic<bool>& cancelled) {
    try {
        refuse_unfit(from, to);
        const PartialDirectory beside(to, part_mark);
        const fs::path part = beside.path() / "copy";
        make_private(part, to);
        translating(from, [&] { copy(from, part, cancelled); });
        sync(part);
        translating(part, [&] { verify(part, cancelled); });
        const std::uintmax_t bytes = fs::file_size(part);
        if (::rename(part.c_str(), to.c_str()) != 0) fail(to, "cannot be replaced", errno);
        sync(directory_of(to));
        return bytes;
    } catch (const fs::filesystem_error& error) {
        throw DatabaseError(to.string() + ": " + error.what());
    }
}

void remove_interrupted_copies(const fs::path& directory, std::string_view stem) {
    remove_partial_files(directory, stem, part_mark);
}

}  // namespace cubilete::storage::sqlite
