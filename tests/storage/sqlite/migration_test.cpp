#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <doctest/doctest.h>

#include "storage/backend.hpp"
#include "storage/error.hpp"
#include "storage/sqlite/connection.hpp"
#include "storage/sqlite/migrations.hpp"
#include "storage/sqlite/schema.hpp"
#include "tests/temp_database.hpp"

using namespace cubilete;
using namespace cubilete::tests;
using storage::sqlite::Migration;

namespace fs = std::filesystem;

namespace {

const std::vector<Migration> first = {{1, "CREATE TABLE cups (dice INTEGER); INSERT INTO cups VALUES (5);"}};
const std::vector<Migration> all = {first[0],
                                    {2, "ALTER TABLE cups ADD COLUMN leather TEXT DEFAULT 'brown';"},
                                    {3, "CREATE TABLE lids (cup INTEGER);"}};

struct File {
    TempDirectory directory;
    fs::path path = directory.path() / "some.db";
    File() { storage::sqlite::create_private(path); }

    void migrate(const std::vector<Migration>& migrations) const {
        SQLite::Database connection = storage::sqlite::connect(path, storage::sqlite::Access::write);
        storage::sqlite::check_schema(connection, path, migrations);
        storage::sqlite::migrate(connection, path, migrations);
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

TEST_CASE("an upgrade that breaks off leaves the file as it was, even where some of its steps went well") {
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
    CHECK(ask(file.path, "PRAGMA user_version") == "1");
    CHECK(ask(file.path, "SELECT group_concat(name) FROM sqlite_schema") == "cups");
    CHECK(ask(file.path, "SELECT count(*) FROM pragma_table_info('cups')") == "1");

    file.migrate(all);
    CHECK(ask(file.path, "PRAGMA user_version") == "3");
    CHECK(ask(file.copy(1), "SELECT dice FROM cups") == "5");
}

TEST_CASE("a copy of an upgrade that was killed does not stay") {
    const File file;
    file.migrate(first);
    const fs::path left = file.path.string() + ".v1.part-Xy7Zq0";
    std::ofstream(left) << "half a copy";
    file.migrate(all);
    CHECK_FALSE(fs::exists(left));
    CHECK(fs::exists(file.copy(1)));
}

TEST_CASE("without room for the copy there is no upgrade") {
    const File file;
    file.migrate(first);
    fs::create_directory(file.copy(1));  // as good as no room: it cannot be written there
    CHECK_THROWS_AS(file.migrate(all), storage::DatabaseError);
    CHECK(ask(file.path, "PRAGMA user_version") == "1");
}

namespace {

/// tests/storage/sqlite/released/NNNN.sql: what a server of that schema left behind.
fs::path released(int version) {
    const std::string number = std::to_string(version);
    return fs::path(CUBILETE_SOURCE_DIR) / "tests/storage/sqlite/released" /
           (std::string(4 - number.size(), '0') + number + ".sql");
}

std::string text_of(const fs::path& path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// Every table, index and column, and both marks.
std::string schema_of(const fs::path& file) {
    SQLite::Database connection(file.string());
    std::string schema = ask(file, "PRAGMA application_id") + ' ' + ask(file, "PRAGMA user_version") + '\n';
    SQLite::Statement query(connection,
                            "SELECT type || ' ' || name || ' ' || tbl_name || ' ' || coalesce(sql, '')"
                            " FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%' ORDER BY type, name");
    while (query.executeStep()) schema += query.getColumn(0).getString() + '\n';
    return schema;
}

/// How many rows each table holds; those of logs are in entries_of().
std::map<std::string, int> rows_of(const fs::path& file) {
    SQLite::Database connection(file.string());
    std::map<std::string, int> rows;
    SQLite::Statement tables(connection,
                             "SELECT name FROM sqlite_schema WHERE type = 'table'"
                             " AND name NOT IN ('log', 'log_rows', 'match_logs')");
    while (tables.executeStep()) {
        const std::string table = tables.getColumn(0).getString();
        rows[table] = connection.execAndGet("SELECT count(*) FROM \"" + table + '"').getInt();
    }
    return rows;
}

/// Every entry of the matches in a file, the columns as JSON: match and seq, then the entry.
std::map<std::pair<std::string, int>, std::string> entries_of(const fs::path& file) {
    SQLite::Database connection(file.string());
    const auto holds = [&](const char* query) { return connection.execAndGet(query).getInt() > 0; };
    const std::string extra =
        holds("SELECT count(*) FROM pragma_table_info('log') WHERE name = 'extra'") ? "extra" : "''";
    const std::string row =
        "json_array(seq, made_by, message_id, prompt, move, draws, left_ms, at_ms, hex(hash), hex(salt), " +
        extra + ")";
    const std::string in_log = "SELECT match_id, seq, " + row +
                               " FROM log WHERE match_id IN (SELECT id FROM matches WHERE ended_ms IS NULL)";
    std::vector<std::string> queries;
    if (holds("SELECT count(*) FROM sqlite_schema WHERE name = 'match_logs'"))
        queries = {in_log,
                   "SELECT match_id, value ->> 0, iif(json_array_length(value) = 10, json_insert(value,"
                   " '$[#]', ''), value) FROM match_logs, json_each(entries)"};
    else
        queries = {in_log + " OR id IN (SELECT value FROM log_rows, json_each(rows))"};
    std::map<std::pair<std::string, int>, std::string> entries;
    for (const std::string& sql : queries) {
        SQLite::Statement query(connection, sql);
        while (query.executeStep())
            entries[{query.getColumn(0).getString(), query.getColumn(1).getInt()}] =
                query.getColumn(2).getString();
    }
    return entries;
}

/// Brings what each release left behind to the newest of `migrations` and compares.
void check_releases(const std::vector<Migration>& migrations, int releases) {
    const File fresh;
    fresh.migrate(migrations);
    for (int version = 1; version <= releases; ++version) {
        CAPTURE(version);
        REQUIRE_MESSAGE(fs::exists(released(version)), "a released schema needs a file ", released(version));
        const File old;
        SQLite::Database(old.path.string(), SQLite::OPEN_READWRITE).exec(text_of(released(version)));
        const auto held = rows_of(old.path);
        CHECK(held.at("matches") > 0);
        const auto logs = entries_of(old.path);
        CHECK(logs.size() > 50);

        old.migrate(migrations);
        CHECK(schema_of(old.path) == schema_of(fresh.path));
        const auto migrated = rows_of(old.path);
        for (const auto& [table, rows] : held) CHECK_MESSAGE(migrated.at(table) == rows, table);
        CHECK(entries_of(old.path) == logs);
    }
}

std::vector<Migration> built_in() {
    return {storage::sqlite::migrations().begin(), storage::sqlite::migrations().end()};
}

}  // namespace

TEST_CASE("what every release left behind becomes exactly what a new server makes") {
    check_releases(built_in(), static_cast<int>(storage::sqlite::migrations().size()));
}

TEST_CASE("who starts a server on older data reads that they were migrated and where the copy is, once") {
    const TempDirectory data;
    const fs::path file = data.path() / "cubilete.db";
    storage::sqlite::create_private(file);
    SQLite::Database(file.string(), SQLite::OPEN_READWRITE).exec(text_of(released(4)));
    std::vector<std::string> lines;
    const auto open = [&] {
        const auto backend = storage::make_backend(data.path());
        backend->open_journal({.warn = [&](const std::string& line) { lines.push_back(line); }});
    };
    open();
    REQUIRE(lines.size() == 1);
    CHECK(lines[0] == file.string() + ": migrated from version 4 to " +
                          std::to_string(storage::sqlite::migrations().size()) + "; " + file.string() +
                          ".v4 is a copy from before");
    CHECK(fs::exists(file.string() + ".v4"));
    open();
    CHECK(lines.size() == 1);
}

TEST_CASE(
    "matches from before rooms were remembered as public or private are private, and keep their chain") {
    for (int version = 1; version <= 3; ++version) {
        CAPTURE(version);
        const File old;
        SQLite::Database(old.path.string(), SQLite::OPEN_READWRITE).exec(text_of(released(version)));
        const std::string all_matches = ask(old.path, "SELECT count(*) FROM matches");
        old.migrate(built_in());
        CHECK(ask(old.path, "SELECT count(*) FROM matches WHERE NOT public AND chain = 1") == all_matches);
    }
}

TEST_CASE("the newest entry keeps its number through an upgrade, although its match is over") {
    const File old;
    {
        SQLite::Database file(old.path.string(), SQLite::OPEN_READWRITE);
        file.exec(text_of(released(5)));
        file.exec(
            "DELETE FROM match_logs; UPDATE matches SET ended_ms = 1, result = '{}';"
            "DELETE FROM log WHERE id < (SELECT max(id) FROM log)");
    }
    const std::string newest = ask(old.path, "SELECT id FROM log");
    old.migrate(built_in());
    CHECK(ask(old.path, "SELECT id FROM log") == newest);
    CHECK(ask(old.path, "SELECT count(*) FROM log_rows") == "0");
}

TEST_CASE("and so it will be with the next release") {
    std::vector<Migration> next = built_in();
    const int released_so_far = static_cast<int>(next.size());
    next.push_back({released_so_far + 1,
                    "ALTER TABLE players ADD COLUMN country TEXT NOT NULL DEFAULT '';"
                    "CREATE TABLE clubs (id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL) STRICT;"
                    "CREATE INDEX players_of_country ON players (country);"});
    check_releases(next, released_so_far);
}
