#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <future>
#include <iterator>
#include <string>
#include <vector>

#include <SQLiteCpp/Database.h>
#include <doctest/doctest.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "storage/sqlite/backup.hpp"
#include "storage/sqlite/connection.hpp"
#include "storage/sqlite/inspection.hpp"
#include "storage/sqlite/schema.hpp"
#include "tests/storage/samples.hpp"
#include "tests/stored_match.hpp"
#include "tests/temp_database.hpp"

using namespace cubilete;
using namespace cubilete::tests;
using storage::Outcome;

/// The disk as SQLite sees it. It writes by pwrite64 and syncs by fdatasync; the two functions below take
/// the C library's place for the whole test program, which is why this is global.
namespace disk {

std::atomic<int> syncs = 0;
std::atomic<int> writes = 0;
std::atomic<bool> full = false;        ///< no space left
std::atomic<int> full_errno = ENOSPC;  ///< how it says so
std::atomic<int> failing_sync = 0;     ///< the n-th sync from now fails; 0 = none
std::atomic<int> failing_write = 0;    ///< the n-th write from now fails; 0 = none
std::atomic<bool> written = false;     ///< since it was last set to false

bool falls_due(std::atomic<int>& countdown) { return countdown > 0 && --countdown == 0; }

/// A sound disk again, at the latest at the end of the test.
struct Repair {
    ~Repair() { operator()(); }
    void operator()() const {
        full = false;
        full_errno = ENOSPC;
        failing_sync = 0;
        failing_write = 0;
    }
};

}  // namespace disk

extern "C" int fdatasync(int file) {
    ++disk::syncs;
    if (disk::falls_due(disk::failing_sync)) {
        errno = EIO;
        return -1;
    }
    return static_cast<int>(::syscall(SYS_fdatasync, file));
}

extern "C" ssize_t pwrite64(int file, const void* data, std::size_t bytes, off64_t offset) {
    ++disk::writes;
    disk::written = true;
    if (disk::full || disk::falls_due(disk::failing_write)) {
        errno = disk::full ? disk::full_errno.load() : EIO;
        return -1;
    }
    return ::syscall(SYS_pwrite64, file, data, bytes, offset);
}

namespace {

std::vector<storage::Write> start() { return {storage::StartMatch{match("m_1", "K7QX2M")}}; }

/// Plays on entry by entry until the journal fails; returns how many entries are durable by its word.
std::int64_t play(TempDatabase& database, std::int64_t from, std::int64_t to) {
    for (std::int64_t seq = from; seq <= to; ++seq) {
        try {
            const Outcome outcome = database.post(appends("m_1", seq, seq));
            REQUIRE(outcome == Outcome::durable);
        } catch (const std::future_error&) {
            return seq - 1;
        }
    }
    return to;
}

/// After the disk broke in the middle of play: nothing that was answered is lost, nothing is there twice or
/// in part, and play goes on from what is there.
void check_recovery(TempDatabase& database, std::int64_t answered) {
    database.reopen();
    const auto log = log_of(database.store(), "m_1");
    const auto stored = static_cast<std::int64_t>(log.size());
    CHECK(stored >= answered);
    CHECK(stored <= answered + 1);
    CHECK(log == entries("m_1", 1, stored));
    CHECK(play(database, stored + 1, stored + 3) == stored + 3);
}

}  // namespace

TEST_CASE("the disk has synced by the time a post is answered") {
    TempDatabase database;
    database.post(start());
    for (std::int64_t seq = 1; seq <= 5; ++seq) {
        const int before = disk::syncs;
        database.post(appends("m_1", seq, seq));
        CHECK(disk::syncs > before);
    }
}

TEST_CASE("a hundred posts that wait together are synced together") {
    TempDatabase database;
    database.post(start());
    int before = 0;
    int after = 0;
    database.on_journal([&](storage::sqlite::Database&) {
        before = disk::syncs;
        for (std::int64_t seq = 1; seq <= 100; ++seq)
            database.journal().post(appends("m_1", seq, seq), [&](Outcome) { after = disk::syncs; });
    });
    database.settle();
    CHECK(after == before + 1);
}

TEST_CASE("without space every post is refused, readers read on, and with space all goes on") {
    const disk::Repair repair;
    SUBCASE("on the disk") {}
    SUBCASE("for a file of that size") { disk::full_errno = EFBIG; }
    SUBCASE("of a quota") { disk::full_errno = EDQUOT; }
    TempDatabase database;
    database.post(start());
    database.post(appends("m_1", 1, 10));
    for (int attempt = 0; attempt < 3; ++attempt) {
        disk::full = true;
        CHECK(database.post(appends("m_1", 11, 12)) == Outcome::full);
        CHECK(database.post({finish("m_1")}) == Outcome::full);
        CHECK(log_of(database.store(), "m_1") == entries("m_1", 1, 10));
    }
    disk::full = false;

    CHECK(database.post(appends("m_1", 11, 12)) == Outcome::durable);
    CHECK(database.post({finish("m_1")}) == Outcome::durable);
    database.reopen();
    CHECK(log_of(database.store(), "m_1") == entries("m_1", 1, 12));
}

TEST_CASE("a disk that fills up while the log is moved into the file costs nothing") {
    const disk::Repair repair;
    TempDatabase database;
    database.post(start());
    const std::int64_t enough =
        20'000;  // entries of some 300 bytes for more than the 4 MiB that are let gather
    int writes = 0;
    database.journal().post(appends("m_1", 1, enough), [&](Outcome) {
        disk::full = true;
        writes = disk::writes;
    });
    database.settle();
    database.settle();
    CHECK(disk::writes > writes);
    repair();

    CHECK(database.post(appends("m_1", enough + 1, enough + 1)) == Outcome::durable);
    database.reopen();
    CHECK(log_of(database.store(), "m_1").size() == enough + 1);
}

TEST_CASE("a disk that fails to sync stops the journal, and what was answered is there after a restart") {
    const disk::Repair repair;
    for (int failing = 1; failing <= 12; ++failing) {
        CAPTURE(failing);
        TempDatabase database;
        database.post(start());
        disk::failing_sync = failing;
        const std::int64_t answered = play(database, 1, 20);
        database.journal().stop();
        repair();
        CHECK(answered < 20);
        CHECK_MESSAGE(database.failure().find("disk I/O error") != std::string::npos, database.failure());
        check_recovery(database, answered);
    }
}

TEST_CASE("after a failed commit even closing writes nothing more") {
    const disk::Repair repair;
    TempDirectory directory;
    int writes = 0;
    {
        storage::sqlite::Database database(directory.path());
        database.commit(start());
        disk::failing_sync = 1;
        CHECK_THROWS_AS(database.commit(appends("m_1", 1, 1)), storage::DatabaseError);
        writes = disk::writes;
    }
    CHECK(disk::writes == writes);
}

TEST_CASE("a disk that fails to write stops the journal, and what was answered is there after a restart") {
    const disk::Repair repair;
    for (int failing = 1; failing <= 12; ++failing) {
        CAPTURE(failing);
        TempDatabase database;
        database.post(start());
        disk::failing_write = failing;
        const std::int64_t answered = play(database, 1, 20);
        database.journal().stop();
        repair();
        CHECK(answered < 20);
        CHECK_MESSAGE(database.failure().find("disk I/O error") != std::string::npos, database.failure());
        check_recovery(database, answered);
    }
}

TEST_CASE("a disk that fails on the very first start leaves a directory that the next start takes") {
    const disk::Repair repair;
    for (int failing = 1; failing <= 40; ++failing) {
        CAPTURE(failing);
        TempDirectory directory;
        disk::failing_write = failing;
        try {
            const storage::sqlite::Database database(directory.path());
        } catch (const storage::DatabaseError&) {
        }
        repair();
        CHECK_NOTHROW(storage::sqlite::Database{directory.path()});
    }
}

TEST_CASE("a disk that fails during an upgrade leaves the old version or the new one, whole") {
    const disk::Repair repair;
    const std::vector<storage::sqlite::Migration> one = {{1,
                                                          "CREATE TABLE cups (dice INTEGER) STRICT;"
                                                          "INSERT INTO cups VALUES (5);"}};
    const std::vector<storage::sqlite::Migration> two = {
        one[0], {2, "ALTER TABLE cups ADD COLUMN lid TEXT; CREATE INDEX lids ON cups (lid);"}};
    for (int failing = 1; failing <= 60; ++failing) {
        CAPTURE(failing);
        const TempDirectory directory;
        const std::filesystem::path file = directory.path() / "some.db";
        storage::sqlite::create_private(file);
        const auto open = [&](const std::vector<storage::sqlite::Migration>& migrations) {
            SQLite::Database connection = storage::sqlite::connect(file, storage::sqlite::Access::write);
            storage::sqlite::check_schema(connection, file, migrations);
            connection.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
            storage::sqlite::migrate(connection, file, migrations);
        };
        open(one);
        disk::failing_write = failing % 2 ? failing / 2 + 1 : 0;
        disk::failing_sync = failing % 2 ? 0 : failing / 2;
        try {
            open(two);
        } catch (const std::exception&) {
        }
        repair();
        {
            SQLite::Database connection = storage::sqlite::connect(file, storage::sqlite::Access::read);
            const int version = connection.execAndGet("PRAGMA user_version").getInt();
            const int columns =
                connection.execAndGet("SELECT count(*) FROM pragma_table_info('cups')").getInt();
            CHECK(columns == version);
        }
        CHECK_NOTHROW(open(two));
    }
}

TEST_CASE("without space there is no backup, nothing of it stays, and the older one does") {
    const disk::Repair repair;
    TempDatabase database;
    const TempDirectory safe;
    database.post(start());
    database.post(appends("m_1", 1, 10));
    const std::filesystem::path file = storage::sqlite::data_file(database.directory());
    const std::filesystem::path copy = safe.path() / "copy.db";
    storage::sqlite::back_up(file, copy);
    database.post(appends("m_1", 11, 12));

    disk::full = true;
    CHECK_THROWS_AS(storage::sqlite::back_up(file, copy), storage::DiskFull);
    repair();
    CHECK(log_of(storage::sqlite::SqliteStore(copy), "m_1") == entries("m_1", 1, 10));
    CHECK(std::distance(std::filesystem::directory_iterator(safe.path()), {}) == 1);
}

TEST_CASE("a backup that is broken off half-way leaves nothing, and the older one stays") {
    TempDatabase database;
    const TempDirectory safe;
    database.post(start());
    database.post(appends("m_1", 1, 10));
    const std::filesystem::path file = storage::sqlite::data_file(database.directory());
    const std::filesystem::path copy = safe.path() / "copy.db";
    storage::sqlite::back_up(file, copy);
    database.post(appends("m_1", 11, 30'000));  // more than SQLite keeps in memory: it writes before the end

    disk::written = false;
    CHECK_THROWS_AS(storage::sqlite::back_up(file, copy, disk::written), storage::OperationCancelled);
    CHECK(disk::written);
    CHECK(log_of(storage::sqlite::SqliteStore(copy), "m_1") == entries("m_1", 1, 10));
    CHECK(std::distance(std::filesystem::directory_iterator(safe.path()), {}) == 1);
}
