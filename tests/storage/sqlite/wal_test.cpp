#include "storage/sqlite/wal.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/storage/samples.hpp"
#include "tests/storage/sqlite/files.hpp"
#include "tests/stored_match.hpp"
#include "tests/temp_database.hpp"

using namespace cubilete;
using namespace cubilete::tests;
using storage::sqlite::Database;

namespace fs = std::filesystem;

namespace {

/// Makes the files that a killed server leaves: the data file, and a log with forty transactions.
fs::path killed(const fs::path& directory) {
    TempDirectory lived;
    Database database(lived.path());
    database.commit(std::vector<storage::Write>{storage::StartMatch{match("m_1", "K7QX2M")}});
    database.checkpoint();
    for (std::int64_t seq = 1; seq <= 40; ++seq) database.commit(appends("m_1", seq, seq));
    const fs::path file = directory / "cubilete.db";
    fs::copy_file(database.file(), file);
    fs::copy_file(database.file().string() + "-wal", file.string() + "-wal");
    return file;
}

constexpr std::size_t log_head = 32;
constexpr std::size_t frame = 24 + 4096;

}  // namespace

TEST_CASE("a killed server's log is taken up whole") {
    TempDirectory directory;
    killed(directory.path());
    const Database database(directory.path());
    CHECK(log_of(storage::sqlite::SqliteStore(directory.path()), "m_1") == entries("m_1", 1, 40));
}

TEST_CASE("a damaged log is refused and left alone, not cut off in silence") {
    TempDirectory directory;
    const fs::path log = killed(directory.path()).string() + "-wal";
    std::string bytes = bytes_of(log);
    REQUIRE(bytes.size() >= log_head + 40 * frame);
    SUBCASE("in its head") { bytes[17] ^= 1; }
    SUBCASE("in its first page") { bytes[log_head + 1000] ^= 1; }
    SUBCASE("in the middle of a page") { bytes[log_head + 20 * frame + 2000] ^= 1; }
    SUBCASE("in the head of a frame") { bytes[log_head + 20 * frame + 9] ^= 1; }
    SUBCASE("where it says that a transaction is whole") { bytes[log_head + 20 * frame + 7] ^= 1; }
    SUBCASE("over a whole page") { bytes.replace(log_head + 20 * frame, frame, std::string(frame, '\0')); }
    write(log, bytes);
    const fs::path file = directory.path() / "cubilete.db";
    const std::string before = bytes_of(file);
    try {
        const Database opened(directory.path());
        FAIL("was opened");
    } catch (const storage::DatabaseError& error) {
        const std::string what = error.what();
        CHECK_MESSAGE(what.find(log.string() + ": the log is damaged") == 0, what);
    }
    CHECK(bytes_of(log) == bytes);
    CHECK(bytes_of(file) == before);
}

TEST_CASE("a log that ends in the middle of its last transaction is what a power cut leaves") {
    TempDirectory directory;
    const fs::path log = killed(directory.path()).string() + "-wal";
    std::string bytes = bytes_of(log);
    const std::size_t frames = (bytes.size() - log_head) / frame;
    REQUIRE(bytes.size() == log_head + frames * frame);
    SUBCASE("it is cut off") { bytes.resize(bytes.size() - 1000); }
    SUBCASE("its last page never came") { bytes.replace(bytes.size() - 4096, 4096, std::string(4096, '\0')); }
    SUBCASE("an older log shines through") {
        const std::string older(3 * frame, '\x2a');
        bytes += older;
        bytes.replace(log_head + (frames - 1) * frame, frame, older.substr(0, frame));
    }
    SUBCASE("only its head was begun") { bytes.resize(20); }
    SUBCASE("its head is there, but nothing behind it") { bytes.resize(log_head); }
    write(log, bytes);
    CHECK_NOTHROW(Database{directory.path()});
}

TEST_CASE("a log that was begun anew over an older one is sound") {
    TempDirectory lived;
    TempDirectory directory;
    Database database(lived.path());
    database.commit(std::vector<storage::Write>{storage::StartMatch{match("m_1", "K7QX2M")}});
    database.commit(appends("m_1", 1, 20'000));  // more than the 4 MiB that are let gather
    database.checkpoint_when_due();
    database.commit(appends("m_1", 20'001, 20'001));  // goes to the log's beginning
    const fs::path file = directory.path() / "cubilete.db";
    fs::copy_file(database.file(), file);
    fs::copy_file(database.file().string() + "-wal", file.string() + "-wal");
    const Database copied(directory.path());
    CHECK(log_of(storage::sqlite::SqliteStore(directory.path()), "m_1").size() == 20'001);
}

TEST_CASE("whatever a power cut leaves of what was not synced, the server starts with all that was") {
    const unsigned seed = std::random_device{}();
    CAPTURE(seed);
    std::mt19937 random(seed);
    constexpr std::size_t sector = 512;
    constexpr std::int64_t synced_entries = 20'040;
    constexpr std::int64_t last_entries = 60;

    TempDirectory lived;
    Database database(lived.path());
    database.commit(std::vector<storage::Write>{storage::StartMatch{match("m_1", "K7QX2M")}});
    database.commit(appends("m_1", 1, 20'000));  // more than the 4 MiB that are let gather
    database.checkpoint_when_due();
    for (std::int64_t seq = 20'001; seq <= synced_entries; ++seq) database.commit(appends("m_1", seq, seq));
    const std::string file = bytes_of(database.file());
    const std::string synced = bytes_of(database.file().string() + "-wal");
    database.commit(appends("m_1", synced_entries + 1, synced_entries + last_entries));
    const std::string meant = bytes_of(database.file().string() + "-wal");
    REQUIRE(meant.size() == synced.size());  // both end in what is left of the longer log before

    for (int cut = 0; cut < 200; ++cut) {
        CAPTURE(cut);
        std::bernoulli_distribution arrived(cut / 200.0);
        std::string left = synced;
        for (std::size_t at = 0; at < left.size(); at += sector)
            if (arrived(random)) left.replace(at, sector, meant, at, sector);
        TempDirectory directory;
        write(directory.path() / "cubilete.db", file);
        write(directory.path() / "cubilete.db-wal", left);
        CHECK(storage::sqlite::find_wal_damage(directory.path() / "cubilete.db-wal") == std::nullopt);
        if (cut % 20 != 0) continue;  // opening takes long
        const Database opened(directory.path());
        const auto log = log_of(storage::sqlite::SqliteStore(directory.path()), "m_1");
        CHECK((log.size() == synced_entries || log.size() == synced_entries + last_entries));
    }
}
