#include <filesystem>
#include <string>
#include <vector>

#include <SQLiteCpp/Database.h>
#include <doctest/doctest.h>

#include "storage/connection.hpp"
#include "storage/error.hpp"
#include "storage/schema.hpp"
#include "tests/temp_database.hpp"

using namespace cubilete;
using namespace cubilete::tests;
using storage::Migration;

namespace fs = std::filesystem;

namespace {

const std::vector<Migration> first = {{1, "CREATE TABLE cups (dice INTEGER); INSERT INTO cups VALUES (5);"}};
const std::vector<Migration> all = {first[0],
                                    {2, "ALTER TABLE cups ADD COLUMN leather TEXT DEFAULT 'brown';"},
                                    {3, "CREATE TABLE lids (cup INTEGER);"}};

struct File {
    TempDirectory directory;
    fs::path path = directory.path() / "some.db";
    File() { storage::create_private(path); }

    void migrate(const std::vector<Migration>& migrations) const {
        SQLite::Database connection = storage::connect(path, storage::Access::write);
        storage::examine(connection, path, migrations);
        storage::migrate(connection, path, migrations);
    }
    fs::path copy(int version) const { return path.string() + ".v" + std::to_string(version); }
};

std::string ask(const fs::path& file, const char* query) {
    return SQLite::Database(file.string()).execAndGet(query).getString();
}

}  // namespace

TEST_CASE("an empty file gets every migration, in order") {
    const File file;
    file.migrate(all);
    CHECK(ask(file.path, "PRAGMA user_version") == "3");
    CHECK(ask(file.path, "SELECT leather FROM cups") == "brown");
    CHECK_FALSE(fs::exists(file.copy(0)));
}

TEST_CASE("an older file gets what it lacks and keeps what it holds, and a copy of it is put aside") {
    const File file;
    file.migrate(first);
    SQLite::Database(file.path.string(), SQLite::OPEN_READWRITE).exec("INSERT INTO cups VALUES (6)");
    file.migrate(all);

    CHECK(ask(file.path, "PRAGMA user_version") == "3");
    CHECK(ask(file.path, "SELECT group_concat(dice) FROM cups WHERE leather = 'brown'") == "5,6");
    CHECK(ask(file.copy(1), "PRAGMA user_version") == "1");
    CHECK(ask(file.copy(1), "SELECT group_concat(dice) FROM cups") == "5,6");
    CHECK(fs::status(file.copy(1)).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
}

TEST_CASE("a file of the newest version is not touched and not copied") {
    const File file;
    file.migrate(all);
    const auto written = fs::last_write_time(file.path);
    file.migrate(all);
    CHECK(fs::last_write_time(file.path) == written);
    CHECK_FALSE(fs::exists(file.copy(3)));
}

TEST_CASE("a migration that breaks off leaves the version before it, whole") {
    const File file;
    file.migrate(first);
    std::vector<Migration> broken = all;
    SUBCASE("with an error") { broken[2].sql = "CREATE TABLE lids (cup INTEGER); SELECT nonsense;"; }
    SUBCASE("with a reference to nothing") {
        broken[2].sql =
            "CREATE TABLE lids (cup INTEGER REFERENCES cups (rowid)); CREATE TABLE a (b);"
            "CREATE TABLE c (d REFERENCES lids (cup)); INSERT INTO c VALUES (7);";
    }
    CHECK_THROWS(file.migrate(broken));
    CHECK(ask(file.path, "PRAGMA user_version") == "2");
    CHECK(ask(file.path, "SELECT count(*) FROM sqlite_schema WHERE name = 'lids'") == "0");

    file.migrate(all);
    CHECK(ask(file.path, "PRAGMA user_version") == "3");
    CHECK(ask(file.copy(2), "SELECT leather FROM cups") == "brown");
}
