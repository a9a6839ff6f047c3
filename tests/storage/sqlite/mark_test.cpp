#include <filesystem>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "storage/sqlite/backup.hpp"
#include "storage/sqlite/database.hpp"
#include "storage/sqlite/durable_entry_count.hpp"
#include "storage/sqlite/inspection.hpp"
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

constexpr const char* names[] = {"cubilete.db", "cubilete.db-wal", "cubilete.db-mark"};

/// A server that was killed in the middle of a match of twenty entries, each a transaction, and its log's length after
/// each of them.
struct Killed {
    TempDirectory directory;
    std::vector<std::uintmax_t> lengths;

    fs::path operator/(const char* name) const { return directory.path() / name; }

    Killed() {
        TempDirectory alive;
        Database database(alive.path());
        database.commit(std::vector<storage::Write>{storage::StartMatch{match("m_1", "K7QX2M")}});
        for (std::int64_t seq = 1; seq <= 20; ++seq) {
            database.commit(appends("m_1", seq, seq));
            lengths.push_back(fs::file_size(alive.path() / "cubilete.db-wal"));
        }
        for (const char* name : names) fs::copy_file(alive.path() / name, *this / name);
    }
    void refuse(const std::string& missing) const {
        std::vector<std::string> before;
        for (const char* name : names) before.push_back(bytes_of(*this / name));
        CHECK_THROWS_WITH_AS(Database(directory.path()), doctest::Contains(missing.c_str()), DatabaseError);
        CHECK_THROWS_WITH_AS(Database(directory.path()), doctest::Contains("--restored"), DatabaseError);
        for (std::size_t at = 0; at < before.size(); ++at) CHECK(bytes_of(*this / names[at]) == before[at]);
    }
    std::size_t entries() const {
        return log_of(storage::sqlite::SqliteStore(directory.path()), "m_1").size();
    }
};

bool finds_missing(const fs::path& place, const std::string& missing) {
    for (const std::string& finding : storage::sqlite::inspect(place).findings)
        if (finding.find(missing) != std::string::npos) return true;
    return false;
}

}  // namespace

TEST_CASE("a log that was cut off is refused wherever that happened, with how many entries are missing") {
    for (const std::size_t left : {1, 5, 12, 19}) {
        CAPTURE(left);
        const Killed killed;
        fs::resize_file(killed / "cubilete.db-wal", killed.lengths[left - 1]);
        const std::string missing =
            std::to_string(20 - left) + (left == 19 ? " entry" : " entries") + " that w";
        killed.refuse(missing);
        CHECK(finds_missing(killed.directory.path(), missing));
        {
            const Database database(killed.directory.path(), Database::LossPolicy::accept);
            CHECK(database.missing_entries() == static_cast<std::int64_t>(20 - left));
        }
        CHECK(Database(killed.directory.path()).missing_entries() == 0);
        CHECK(killed.entries() == left);
        CHECK(storage::sqlite::inspect(killed.directory.path()).findings.empty());
    }
}

TEST_CASE("a log that was taken away is refused") {
    const Killed killed;
    fs::remove(killed / "cubilete.db-wal");
    killed.refuse("20 entries that were answered are missing");
}

TEST_CASE("a data file that was taken away with its log is refused, and no new one is made") {
    const Killed killed;
    fs::remove(killed / "cubilete.db-wal");
    fs::remove(killed / "cubilete.db");
    killed.refuse("20 entries that were answered are missing");
    CHECK_FALSE(fs::exists(killed / "cubilete.db"));
}

TEST_CASE("a server that was killed goes on with all that was answered") {
    const Killed killed;
    CHECK(storage::sqlite::inspect(killed.directory.path()).findings.empty());
    Database database(killed.directory.path());
    CHECK(database.missing_entries() == 0);
    database.commit(appends("m_1", 21, 21));
    CHECK(storage::sqlite::read_durable_entry_count(database.file()) == 21);
}

TEST_CASE("an older copy in the place of the file is refused, and in a directory of its own it is taken") {
    const Killed killed;
    TempDirectory safe;
    storage::sqlite::back_up(killed / "cubilete.db", safe.path() / "copy.db");
    {
        Database database(killed.directory.path());
        database.commit(appends("m_1", 21, 30));
    }
    fs::copy_file(safe.path() / "copy.db", killed / "cubilete.db", fs::copy_options::overwrite_existing);
    killed.refuse("10 entries that were answered are missing");

    fs::create_directory(safe.path() / "new");
    fs::rename(safe.path() / "copy.db", safe.path() / "new" / "cubilete.db");
    CHECK(Database(safe.path() / "new").missing_entries() == 0);
}

TEST_CASE(
    "a copy put in the place of the file beside the log of a killed server is refused, with what to move "
    "away") {
    Killed killed;
    { Database database(killed.directory.path()); }
    TempDirectory safe;
    storage::sqlite::back_up(killed / "cubilete.db", safe.path() / "copy.db");
    TempDirectory again;
    {
        Database alive(killed.directory.path());
        alive.commit(appends("m_1", 21, 30));
        for (const char* name : names) fs::copy_file(killed / name, again.path() / name);
    }
    CHECK(storage::sqlite::inspect(again.path()).findings.empty());
    fs::copy_file(safe.path() / "copy.db", again.path() / "cubilete.db",
                  fs::copy_options::overwrite_existing);
    const std::string before = bytes_of(again.path() / "cubilete.db-wal");
    const std::string named = "Move " + (again.path() / "cubilete.db-wal").string();
    CHECK_THROWS_WITH_AS(Database(again.path()), doctest::Contains(named.c_str()), DatabaseError);
    CHECK(finds_missing(again.path(), named));
    CHECK(bytes_of(again.path() / "cubilete.db-wal") == before);
    CHECK(bytes_of(again.path() / "cubilete.db") == bytes_of(safe.path() / "copy.db"));

    fs::remove(again.path() / "cubilete.db-wal");
    CHECK(Database(again.path(), Database::LossPolicy::accept).missing_entries() == 10);
}

TEST_CASE("the own file of an earlier start beside the log of a killed server is refused like a copy") {
    const Killed killed;
    TempDirectory safe;
    { Database database(killed.directory.path()); }
    fs::copy_file(killed / "cubilete.db", safe.path() / "by_hand.db");
    TempDirectory again;
    {
        Database alive(killed.directory.path());
        alive.commit(appends("m_1", 21, 21));
        for (const char* name : names) fs::copy_file(killed / name, again.path() / name);
    }
    fs::copy_file(safe.path() / "by_hand.db", again.path() / "cubilete.db",
                  fs::copy_options::overwrite_existing);
    CHECK_THROWS_WITH_AS(Database(again.path()), doctest::Contains("Move "), DatabaseError);
}

TEST_CASE("a log of another file is named also without a mark, if the file alone is sound") {
    TempDirectory other;
    { const Database sound(other.path()); }
    fs::remove(other.path() / "cubilete.db-mark");
    {
        // Of a file that has many more pages than this one, the log has its first page and the newest ones.
        TempDirectory much;
        const auto grow = [](Database& database, int from) {
            for (int n = from; n < from + 300; ++n)
                database.commit(std::vector<storage::Write>{
                    storage::StartMatch{match("m_" + std::to_string(n), "K7QX2M")}});
        };
        {
            Database database(much.path());
            grow(database, 0);
        }
        Database database(much.path());
        grow(database, 300);
        fs::copy_file(much.path() / "cubilete.db-wal", other.path() / "cubilete.db-wal");
    }
    const std::string named = "Move " + (other.path() / "cubilete.db-wal").string();
    CHECK_THROWS_WITH_AS(Database(other.path()), doctest::Contains(named.c_str()), DatabaseError);
    CHECK(finds_missing(other.path(), named));
    fs::remove(other.path() / "cubilete.db-wal");
    CHECK_NOTHROW(Database(other.path()));
}

TEST_CASE("entries keep their numbers when matches end and the server starts anew") {
    TempDatabase database;
    const auto mark = [&] {
        return storage::sqlite::read_durable_entry_count(storage::sqlite::data_file(database.directory()));
    };
    for (int round = 1; round <= 3; ++round) {
        const std::string id = "m_" + std::to_string(round);
        database.post({storage::StartMatch{match(id, "K7QX2M")}});
        database.post(appends(id, 1, 10));
        database.post({finish(id)});
        CHECK(mark() == 10 * round);
        database.reopen();
        CHECK(mark() == 10 * round);
    }
}

TEST_CASE("a mark that is behind, or was not written to its end, keeps nobody out") {
    const Killed killed;
    SUBCASE("behind") { write(killed / "cubilete.db-mark", "0000000000000000007\n"); }
    SUBCASE("half written") { write(killed / "cubilete.db-mark", "00000000000000"); }
    SUBCASE("never written") { write(killed / "cubilete.db-mark", std::string(20, '\0')); }
    SUBCASE("missing") { fs::remove(killed / "cubilete.db-mark"); }
    const Database database(killed.directory.path());
    CHECK(storage::sqlite::read_durable_entry_count(database.file()) == 20);
}

TEST_CASE("what could not be written is not marked") {
    TempDatabase database;
    database.post({storage::StartMatch{match("m_1", "K7QX2M")}});
    database.post(appends("m_1", 1, 5));
    database.fill_up();
    CHECK(database.post(appends("m_1", 6, 5'000)) == storage::Outcome::full);
    CHECK(storage::sqlite::read_durable_entry_count(storage::sqlite::data_file(database.directory())) == 5);
    database.make_room();
    CHECK(database.post(appends("m_1", 6, 6)) == storage::Outcome::durable);
    CHECK(storage::sqlite::read_durable_entry_count(storage::sqlite::data_file(database.directory())) == 6);
}
