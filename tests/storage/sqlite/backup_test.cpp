#include "storage/sqlite/backup.hpp"

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <SQLiteCpp/Database.h>
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "storage/partial_file_lock.hpp"
#include "storage/sqlite/inspection.hpp"
#include "tests/storage/samples.hpp"
#include "tests/storage/sqlite/files.hpp"
#include "tests/stored_match.hpp"
#include "tests/temp_database.hpp"

using namespace cubilete;
using namespace cubilete::tests;
using storage::DatabaseError;
using storage::sqlite::back_up;

namespace fs = std::filesystem;

/// Whether flock() locks the bytes of a file, as on NFS and SMB: then it meets fcntl(), and who cannot write to a file cannot have
/// it alone. The function takes the C library's place for the whole test program, which is why this is global.
namespace network_share {
std::atomic<bool> is_used = false;
}

extern "C" int flock(int descriptor, int operation) noexcept {
    struct stat what {};
    if (!network_share::is_used || ::fstat(descriptor, &what) != 0 || S_ISDIR(what.st_mode))
        return static_cast<int>(::syscall(SYS_flock, descriptor, operation));
    struct flock bytes {};
    bytes.l_type = static_cast<short>(operation & LOCK_UN   ? F_UNLCK
                                      : operation & LOCK_EX ? F_WRLCK
                                                            : F_RDLCK);
    bytes.l_whence = SEEK_SET;
    if (::fcntl(descriptor, operation & LOCK_NB ? F_OFD_SETLK : F_OFD_SETLKW, &bytes) == 0) return 0;
    if (errno == EACCES) errno = EWOULDBLOCK;
    return -1;
}

namespace {

/// Files are on a share of the network while it lives.
struct OnNetworkShare {
    OnNetworkShare() { network_share::is_used = true; }
    ~OnNetworkShare() { network_share::is_used = false; }
    OnNetworkShare(const OnNetworkShare&) = delete;
    OnNetworkShare& operator=(const OnNetworkShare&) = delete;
};

std::vector<fs::path> files_in(const fs::path& directory) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(directory)) files.push_back(entry.path());
    return files;
}

/// A server's data with a match of `entries` moves.
void play(TempDatabase& database, std::int64_t entries) {
    database.post({storage::StartMatch{match("m_1", "K7QX2M")}});
    database.post(appends("m_1", 1, entries));
}

fs::path file_of(const TempDatabase& database) { return storage::sqlite::data_file(database.directory()); }

}  // namespace

TEST_CASE("a backup of a running server holds everything that was answered, in one private file") {
    TempDatabase database;
    TempDirectory safe;
    play(database, 50);
    const fs::path copy = safe.path() / "copy.db";
    const std::uintmax_t bytes = back_up(file_of(database), copy);
    CHECK(bytes == fs::file_size(copy));

    CHECK(files_in(safe.path()) == std::vector{copy});
    CHECK(fs::status(copy).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
    CHECK(storage::sqlite::inspect(copy).findings.empty());
    CHECK(log_of(storage::sqlite::SqliteStore(copy), "m_1") == entries("m_1", 1, 50));

    CHECK(database.post(appends("m_1", 51, 51)) == storage::Outcome::durable);
    CHECK(log_of(storage::sqlite::SqliteStore(copy), "m_1").size() == 50);
}

TEST_CASE("a backup in a new directory is a server's data, and play goes on") {
    TempDirectory restored;
    {
        TempDatabase database;
        play(database, 50);
        back_up(file_of(database), restored.path() / "cubilete.db");
    }
    storage::sqlite::Database database(restored.path());
    database.commit(appends("m_1", 51, 60));
    CHECK(log_of(storage::sqlite::SqliteStore(restored.path()), "m_1") == entries("m_1", 1, 60));
}

TEST_CASE("a backup of a server that was killed holds what is only in its log") {
    TempDatabase database;
    TempDirectory killed;
    play(database, 50);
    const fs::path file = killed.path() / "cubilete.db";
    fs::copy_file(file_of(database), file);
    fs::copy_file(file_of(database).string() + "-wal", file.string() + "-wal");
    const std::string before = bytes_of(file);
    const std::string log = bytes_of(file.string() + "-wal");

    back_up(file, killed.path() / "copy.db");
    CHECK(log_of(storage::sqlite::SqliteStore(killed.path() / "copy.db"), "m_1") == entries("m_1", 1, 50));
    CHECK(bytes_of(file) == before);
    CHECK(bytes_of(file.string() + "-wal") == log);
}

TEST_CASE("while the server writes, each backup is one moment of it with all that was answered before") {
    TempDatabase database;
    TempDirectory safe;
    play(database, 1);
    std::atomic<std::int64_t> answered = 1;
    std::atomic<std::int64_t> allowed =
        0;  // bounds the log where the disk is fast, so that the test stays short
    std::atomic<bool> enough = false;
    std::thread player([&] {
        for (std::int64_t seq = 2; !enough; ++seq) {
            while (seq > allowed && !enough) std::this_thread::yield();
            database.post(appends("m_1", seq, seq));
            answered = seq;
        }
    });
    for (int round = 0; round < 20; ++round) {
        const std::int64_t before = answered;
        allowed = before + 500;
        const fs::path copy = safe.path() / "copy.db";
        back_up(file_of(database), copy);
        const auto log = log_of(storage::sqlite::SqliteStore(copy), "m_1");
        CHECK(static_cast<std::int64_t>(log.size()) >= before);
        CHECK(log == entries("m_1", 1, static_cast<std::int64_t>(log.size())));
    }
    enough = true;
    player.join();
    CHECK(database.failure().empty());
}

TEST_CASE("a backup leaves the server's files to the server") {
    TempDatabase database;
    play(database, 50);
    const std::string file = bytes_of(file_of(database));
    const std::string log = bytes_of(file_of(database).string() + "-wal");
    REQUIRE_FALSE(log.empty());
    TempDirectory safe;
    back_up(file_of(database), safe.path() / "copy.db");
    CHECK(bytes_of(file_of(database)) == file);
    CHECK(bytes_of(file_of(database).string() + "-wal") == log);
}

TEST_CASE("a backup replaces an older one only when it is whole") {
    TempDatabase database;
    TempDirectory safe;
    const fs::path copy = safe.path() / "copy.db";
    play(database, 50);
    back_up(file_of(database), copy);
    const std::string older = bytes_of(copy);

    SUBCASE("it is") {
        database.post(appends("m_1", 51, 51));
        back_up(file_of(database), copy);
        CHECK(log_of(storage::sqlite::SqliteStore(copy), "m_1").size() == 51);
    }
    SUBCASE("it is broken off before it begins") {
        const std::atomic<bool> cancelled = true;
        CHECK_THROWS_AS(back_up(file_of(database), copy, cancelled), storage::OperationCancelled);
        CHECK(bytes_of(copy) == older);
    }
    SUBCASE("there is nothing to be copied") {
        CHECK_THROWS_AS(back_up(safe.path() / "nothing.db", copy), DatabaseError);
        CHECK(bytes_of(copy) == older);
    }
    SUBCASE("what is to be copied is damaged") {
        const fs::path damaged = safe.path() / "damaged.db";
        std::string bytes = older;
        const std::size_t move = bytes.find(entry("m_1", 25).move);
        REQUIRE(move != std::string::npos);
        bytes.replace(move / 4096 * 4096, 64, std::string(64, '\x7f'));
        write(damaged, bytes);
        CHECK_THROWS_WITH_AS(back_up(damaged, copy), doctest::Contains(damaged.c_str()), DatabaseError);
        CHECK(bytes_of(copy) == older);
        fs::remove(damaged);
    }
    CHECK(files_in(safe.path()) == std::vector{copy});
}

TEST_CASE("data that a server would refuse are not copied, and the older backup stays") {
    TempDirectory safe;
    const fs::path copy = safe.path() / "copy.db";
    TempDirectory killed;
    const fs::path file = killed.path() / "cubilete.db";
    const fs::path log = file.string() + "-wal";
    std::uintmax_t thirty_entries = 0;
    {
        TempDirectory lived;
        storage::sqlite::Database database(lived.path());
        database.commit(start("m_1"));
        database.checkpoint();
        for (std::int64_t seq = 1; seq <= 40; ++seq) {
            database.commit(appends("m_1", seq, seq));
            if (seq == 30) thirty_entries = fs::file_size(database.file().string() + "-wal");
        }
        back_up(database.file(), copy);
        for (const char* end : {"", "-wal", "-mark"})
            fs::copy_file(database.file().string() + end, file.string() + end);
    }
    const std::string older = bytes_of(copy);
    REQUIRE(log_of(storage::sqlite::SqliteStore(copy), "m_1").size() == 40);

    std::string reason;
    SUBCASE("the end of its log is missing") {
        fs::resize_file(log, thirty_entries);
        reason = file.string() + ": 10 entries that were answered are missing";
    }
    SUBCASE("its log is damaged") {
        std::string bytes = bytes_of(log);
        bytes[bytes.size() / 2] ^= 1;
        write(log, bytes);
        reason = log.string() + ": the log is damaged";
    }
    SUBCASE("its log belongs to another file") {
        fs::copy_file(copy, file, fs::copy_options::overwrite_existing);
        reason = log.string() + ": is the log of another file";
    }
    const std::atomic<bool> uncancelled = false;
    CHECK_THROWS_WITH_AS(storage::sqlite::SqliteBackend(killed.path()).back_up(copy, uncancelled),
                         doctest::Contains(reason.c_str()), DatabaseError);
    CHECK(bytes_of(copy) == older);
    CHECK(files_in(safe.path()) == std::vector{copy});

    CHECK_NOTHROW(storage::sqlite::SqliteBackend(copy).back_up(killed.path() / "of_a_copy.db", uncancelled));
}

TEST_CASE("a backup goes to a share of the network, where SQLite meets all other locks") {
    TempDatabase database;
    TempDirectory safe;
    play(database, 50);
    const fs::path copy = safe.path() / "copy.db";
    const OnNetworkShare share;
    CHECK_NOTHROW(back_up(file_of(database), copy));
    CHECK(files_in(safe.path()) == std::vector{copy});
    CHECK(log_of(storage::sqlite::SqliteStore(copy), "m_1") == entries("m_1", 1, 50));
}

TEST_CASE(
    "on a share of the network a copy that somebody makes stays, and what is left of a killed one goes") {
    TempDirectory safe;
    const fs::path running = safe.path() / "copy.db.part-A1b2C3";
    const fs::path left = safe.path() / "copy.db.part-D4e5F6";
    for (const fs::path& part : {running, left}) write(part, "half");
    const OnNetworkShare share;
    {
        const storage::PartialFileLock in_use(running);
        storage::sqlite::remove_interrupted_copies(safe.path(), "copy.db");
        CHECK(files_in(safe.path()) == std::vector{running});
    }
    storage::sqlite::remove_interrupted_copies(safe.path(), "copy.db");
    CHECK(files_in(safe.path()).empty());
}

TEST_CASE("a backup goes to no place where it would do harm") {
    TempDatabase database;
    TempDirectory safe;
    play(database, 1);
    const auto refused = [&](const fs::path& to, const char* reason) {
        CHECK_THROWS_WITH_AS(back_up(file_of(database), to), doctest::Contains(reason), DatabaseError);
    };
    SUBCASE("the data itself") { refused(file_of(database), "is the database that was to be copied"); }
    SUBCASE("the data under another name") {
        fs::create_symlink(file_of(database), safe.path() / "link.db");
        refused(safe.path() / "link.db", "is the database that was to be copied");
    }
    SUBCASE("a file that the server keeps beside the data") {
        for (const char* name :
             {"lock", "cubilete.db-mark", "cubilete.db-wal", "cubilete.db-shm", "cubilete.db-journal"})
            refused(file_of(database).parent_path() / name, "belongs to the database that was to be copied");
    }
    SUBCASE("another server's data") {
        TempDatabase other;
        play(other, 2);
        refused(file_of(other), "is a database in use");
        CHECK(log_of(other.store(), "m_1").size() == 2);
    }
    SUBCASE("a directory") { refused(safe.path(), "not a plain file"); }
    SUBCASE("nowhere") { refused(safe.path() / "no" / "copy.db", "No such file or directory"); }
}

TEST_CASE("another program's database is not taken for ours") {
    TempDirectory directory;
    const fs::path file = directory.path() / "recipes.db";
    SQLite::Database(file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE)
        .exec("CREATE TABLE recipes (name TEXT)");
    CHECK_THROWS_WITH_AS(back_up(file, directory.path() / "copy.db"), doctest::Contains("another program"),
                         DatabaseError);
    CHECK_THROWS_WITH_AS(storage::sqlite::inspect(file), doctest::Contains("another program"),
                         storage::InspectionError);
}
