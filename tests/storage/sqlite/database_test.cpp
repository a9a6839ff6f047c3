#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include <SQLiteCpp/Database.h>
#include <doctest/doctest.h>

#include "storage/sqlite/backup.hpp"
#include "storage/sqlite/inspection.hpp"
#include "storage/sqlite/migrations.hpp"
#include "tests/storage/samples.hpp"
#include "tests/storage/sqlite/files.hpp"
#include "tests/stored_match.hpp"
#include "tests/temp_database.hpp"

using namespace cubilete;
using namespace cubilete::tests;
using storage::DatabaseError;
using storage::sqlite::Database;

namespace fs = std::filesystem;

namespace {

/// A file with some life in it, closed in good order.
fs::path lived_in(const fs::path& directory) {
    Database database(directory);
    std::vector<storage::Write> writes = {storage::PutPlayer{player("p_ana")},
                                          storage::StartMatch{match("m_1", "K7QX2M")}};
    database.commit(writes);
    database.commit(appends("m_1", 1, 100));
    return database.file();
}

void run_sql(const fs::path& file, const char* sql) {
    SQLite::Database(file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec(sql);
}

/// Opening is refused, the message names the file and the reason, and the file stays as it was.
void check_refused(const fs::path& file, const std::string& reason) {
    const std::string before = bytes_of(file);
    try {
        const Database opened(file.parent_path());
        FAIL("was opened");
    } catch (const DatabaseError& error) {
        const std::string what = error.what();
        CHECK_MESSAGE(what.find(file.string()) != std::string::npos, what);
        CHECK_MESSAGE(what.find(reason) != std::string::npos, what);
    }
    CHECK(bytes_of(file) == before);
}

}  // namespace

TEST_CASE("the first start makes the directory and a file that only its owner can read") {
    TempDirectory parent;
    const fs::path directory = parent.path() / "new" / "data";
    const Database database(directory);

    CHECK(database.file() == directory / "cubilete.db");
    CHECK(fs::status(directory).permissions() == fs::perms::owner_all);
    for (const char* name : {"cubilete.db", "cubilete.db-wal", "lock"}) {
        const fs::perms permissions = fs::status(directory / name).permissions();
        CHECK((permissions & (fs::perms::group_all | fs::perms::others_all)) == fs::perms::none);
    }
}

TEST_CASE("closing in good order leaves one file, which opens again") {
    TempDirectory directory;
    const fs::path file = lived_in(directory.path());
    CHECK_FALSE(fs::exists(file.string() + "-wal"));
    CHECK_FALSE(fs::exists(file.string() + "-shm"));

    Database database(directory.path());
    database.commit(appends("m_1", 101, 101));
    CHECK(log_of(storage::sqlite::SqliteStore(directory.path().string()), "m_1") == entries("m_1", 1, 101));
}

TEST_CASE("a second server on the same directory is refused until the first is gone") {
    TempDirectory directory;
    {
        const Database first(directory.path());
        const std::string lock = (directory.path() / "lock").string();
        CHECK_THROWS_WITH_AS(Database(directory.path()), doctest::Contains(lock.c_str()), DatabaseError);
        CHECK_THROWS_WITH_AS(Database(directory.path()), doctest::Contains("another process"), DatabaseError);
    }
    CHECK_NOTHROW(Database(directory.path()));
}

TEST_CASE("a data directory that is a file is refused by its name") {
    TempDirectory directory;
    const fs::path file = directory.path() / "data";
    write(file, "not a directory");
    for (const fs::path& path : {file, file / "deeper"})
        CHECK_THROWS_WITH_AS(Database{path}, doctest::Contains(path.c_str()), DatabaseError);
    CHECK(bytes_of(file) == "not a directory");
}

TEST_CASE("a data file that is a directory is refused by its name") {
    TempDirectory directory;
    fs::create_directory(directory.path() / "cubilete.db");
    const std::string file = (directory.path() / "cubilete.db").string();
    CHECK_THROWS_WITH_AS(Database(directory.path()), doctest::Contains(file.c_str()), DatabaseError);
}

TEST_CASE("a file of a newer version is refused and left alone") {
    TempDirectory directory;
    const fs::path file = lived_in(directory.path());
    const std::size_t newer = storage::sqlite::migrations().size() + 1;
    run_sql(file, ("PRAGMA user_version = " + std::to_string(newer)).c_str());
    check_refused(file, "newer");
}

TEST_CASE("a newer version that crashed keeps the log that it left") {
    TempDirectory directory;
    TempDirectory crashed;
    const fs::path file = lived_in(directory.path());
    const fs::path left = crashed.path() / "cubilete.db";
    {
        SQLite::Database newer(file.string(), SQLite::OPEN_READWRITE);
        newer.exec("PRAGMA user_version = 4711");  // is in the log only, until it is moved into the file
        fs::copy_file(file, left);
        fs::copy_file(file.string() + "-wal", left.string() + "-wal");
    }
    const std::string log = bytes_of(left.string() + "-wal");
    REQUIRE_FALSE(log.empty());
    check_refused(left, "newer");
    CHECK(bytes_of(left.string() + "-wal") == log);
}

TEST_CASE("another program's file is refused and left alone") {
    TempDirectory directory;
    const fs::path file = directory.path() / "cubilete.db";
    SUBCASE("with nothing in its header") { run_sql(file, "CREATE TABLE recipes (name TEXT)"); }
    SUBCASE("with its own mark and nothing else") { run_sql(file, "PRAGMA application_id = 4711"); }
    SUBCASE("in the same journal mode and version") {
        run_sql(file, "PRAGMA journal_mode = WAL; CREATE TABLE recipes (name TEXT); PRAGMA user_version = 1");
    }
    check_refused(file, "another program");
}

TEST_CASE("a damaged file is refused and left alone") {
    TempDirectory directory;
    const fs::path file = lived_in(directory.path());
    std::string bytes = bytes_of(file);
    const std::size_t page = 4096;
    REQUIRE(bytes.size() >= 8 * page);
    SUBCASE("in its first bytes") { bytes[3] = '?'; }
    SUBCASE("in its table of contents") {
        const std::size_t table = bytes.find("CREATE TABLE");
        REQUIRE(table != std::string::npos);
        bytes.replace(table, 100, std::string(100, '?'));
    }
    SUBCASE("among the moves of a match") {
        const std::size_t move = bytes.find(entry("m_1", 50).move);
        REQUIRE(move != std::string::npos);
        bytes.replace(move / page * page, 64, std::string(64, '\x7f'));
    }
    SUBCASE("at the end, which is missing") { bytes.resize(bytes.size() - 2 * page); }
    SUBCASE("everywhere") { bytes = "My dog ate the database.\n" + std::string(page, ' '); }
    write(file, bytes);
    check_refused(file, "damaged");
}

TEST_CASE("a row that refers to nothing is damage too") {
    TempDirectory directory;
    const fs::path file = lived_in(directory.path());
    run_sql(file, "INSERT INTO chat (room, sender, name, text, at_ms) VALUES ('NOROOM', 'p', 'P', 'hm', 1)");
    check_refused(file, "damaged (a reference to nothing in chat)");
}

TEST_CASE("a log whose file was taken away is refused by all who open it, not thrown away") {
    TempDirectory directory;
    TempDirectory elsewhere;
    const fs::path file = elsewhere.path() / "cubilete.db";
    const fs::path log = elsewhere.path() / "cubilete.db-wal";
    {
        Database database(directory.path());
        database.commit(std::vector<storage::Write>{storage::PutPlayer{player("p_ana")}});
        fs::copy_file(database.file().string() + "-wal", log);
    }
    SUBCASE("the file is missing") {}
    SUBCASE("the file is empty") { write(file, ""); }
    SUBCASE("the file has one byte") { write(file, "S"); }
    SUBCASE("the file has less than a page") { write(file, std::string(511, '\0')); }
    const std::string written = bytes_of(log);
    const std::string left = bytes_of(file);
    const bool there = fs::exists(file);
    const auto refused = [&](auto open) {
        const std::string reason =
            log.string() + ": belongs to a cubilete.db that is missing or empty. Put that file back";
        CHECK_THROWS_WITH_AS(open(), doctest::Contains(reason.c_str()), DatabaseError);
        CHECK(bytes_of(log) == written);
        CHECK(bytes_of(file) == left);
        CHECK(fs::exists(file) == there);
    };
    refused([&] { const Database opened(elsewhere.path()); });
    refused([&] { storage::sqlite::inspect(elsewhere.path()); });
    if (there) refused([&] { storage::sqlite::inspect(file); });
    refused([&] { storage::sqlite::back_up(file, directory.path() / "copy.db"); });
    refused([&] { const storage::sqlite::SqliteStore opened(elsewhere.path()); });
    CHECK_FALSE(fs::exists(directory.path() / "copy.db"));
}

TEST_CASE("an empty file with backups beside it counts as lost data, not as a new server") {
    TempDirectory directory;
    const fs::path file = directory.path() / "cubilete.db";
    write(file, "");
    fs::create_directory(directory.path() / "backups");
    {
        const Database database(directory.path());  // it has made none yet
    }
    write(directory.path() / "backups" / "cubilete-2026-01-01.db", "");
    SUBCASE("nothing is left") { write(file, ""); }
    SUBCASE("one byte is left") { write(file, "S"); }
    check_refused(file, "is empty, but there are backups of it");
}

TEST_CASE("what a first start left behind that was killed at once is a first start again") {
    TempDirectory directory;
    const fs::path file = directory.path() / "cubilete.db";
    SUBCASE("an empty file") { write(file, ""); }
    SUBCASE("one byte") { write(file, "S"); }
    SUBCASE("an empty database") { run_sql(file, "PRAGMA journal_mode = WAL"); }
    Database database(directory.path());
    CHECK_NOTHROW(database.commit(std::vector<storage::Write>{storage::PutPlayer{player("p_ana")}}));
}
