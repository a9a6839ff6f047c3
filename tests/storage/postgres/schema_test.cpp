// The versions of the schema, and which programs can use them.
#include "storage/postgres/schema.hpp"

#include <future>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/storage/postgres/test_node.hpp"
#include "tests/storage/samples.hpp"

using namespace cubilete;
using namespace cubilete::tests;
using storage::DatabaseError;
using storage::postgres::Connection;
using storage::postgres::migrate_database;
using storage::postgres::Migration;
using storage::postgres::MigrationPhase;
using storage::postgres::read_schema;

namespace {

const int now = static_cast<int>(storage::postgres::migrations().size());

/// The real tables, then a column more, then one less, then a column more.
std::vector<Migration> next_versions() {
    const auto known = storage::postgres::migrations();
    std::vector<Migration> versions(known.begin(), known.end());
    versions.push_back({now + 1, "ALTER TABLE rooms ADD COLUMN colour text"});
    versions.push_back({now + 2, "-- contracts\nALTER TABLE rooms DROP COLUMN since_ms"});
    versions.push_back({now + 3, "ALTER TABLE rooms ADD COLUMN shape text"});
    return versions;
}
/// Those that a program knows.
std::span<const Migration> up_to(const std::vector<Migration>& versions, int newest) {
    return std::span(versions).first(static_cast<std::size_t>(newest));
}

std::string columns(const PostgresPlace& place) {
    return place.text(
        "SELECT string_agg(column_name, ' ' ORDER BY column_name) FROM information_schema.columns"
        " WHERE table_name = 'rooms' AND column_name IN ('colour', 'shape', 'since_ms')");
}

void add_node(const PostgresPlace& place, const std::string& name, int schema) {
    place.query("INSERT INTO nodes (epoch, name, schema, state) VALUES (nextval('epochs'), '" + name + "', " +
                std::to_string(schema) + ", 'up')");
}

}  // namespace

TEST_CASE("an empty database gets the newest version at once") {
    const PostgresPlace place;
    const auto migrated = migrate_database(place.url(), next_versions(), MigrationPhase::expanding);
    CHECK(migrated.from == 0);
    CHECK(migrated.to == now + 3);
    CHECK_FALSE(migrated.may_contract);
    CHECK(columns(place) == "colour shape");
}

TEST_CASE("an expansion leaves older programs what they need, and a contraction is asked for") {
    const PostgresPlace place;
    const auto versions = next_versions();
    migrate_database(place.url(), up_to(versions, now), MigrationPhase::expanding);
    const auto expanded = migrate_database(place.url(), versions, MigrationPhase::expanding);
    CHECK(expanded.from == now);
    CHECK(expanded.to == now + 1);
    CHECK(expanded.may_contract);
    CHECK(columns(place) == "colour since_ms");
    Connection connection(place.url(), "tests");
    CHECK(read_schema(connection).least == 1);
    CHECK_NOTHROW(
        migrate_database(place.url(), up_to(versions, now), MigrationPhase::expanding));  // an older program
    const auto contracted = migrate_database(place.url(), versions, MigrationPhase::all);
    CHECK(contracted.from == now + 1);
    CHECK(contracted.to == now + 3);
    CHECK(columns(place) == "colour shape");
    CHECK(read_schema(connection).least == now + 2);
    CHECK_THROWS_WITH_AS(migrate_database(place.url(), up_to(versions, now + 1), MigrationPhase::expanding),
                         doctest::Contains("newer Cubilete"), DatabaseError);
    CHECK(migrate_database(place.url(), up_to(versions, now + 2), MigrationPhase::all).to == now + 3);
}

TEST_CASE("a contraction fences dead servers that are older, and is refused while one lives") {
    const PostgresPlace place;
    const auto versions = next_versions();
    migrate_database(place.url(), up_to(versions, now), MigrationPhase::expanding);
    add_node(place, "dead", now + 1);
    SUBCASE("they are dead") {
        add_node(place, "new", now + 2);
        migrate_database(place.url(), versions, MigrationPhase::all);
        CHECK(place.text("SELECT string_agg(name || ' ' || state, ', ' ORDER BY name) FROM nodes") ==
              "dead fenced, new up");
    }
    SUBCASE("one lives") {
        const auto journal = storage::make_backend(place.path())->open_journal({.take_over = true});
        CHECK_THROWS_WITH_AS(migrate_database(place.url(), versions, MigrationPhase::all),
                             doctest::Contains("in use by another server"), DatabaseError);
        CHECK(columns(place) == "since_ms");
    }
}

TEST_CASE("a migration that fails changes nothing") {
    const PostgresPlace place;
    std::vector<Migration> versions = next_versions();
    versions.back().sql = "ALTER TABLE no_such_table ADD COLUMN shape text";
    migrate_database(place.url(), up_to(versions, now), MigrationPhase::expanding);
    CHECK_THROWS_AS(migrate_database(place.url(), versions, MigrationPhase::all), DatabaseError);
    CHECK(columns(place) == "since_ms");
    Connection connection(place.url(), "tests");
    CHECK(read_schema(connection).version == now);
}

TEST_CASE("of several processes that migrate at the same time one does it") {
    for (const int from : {0, now}) {
        const PostgresPlace place;
        const auto versions = next_versions();
        if (from > 0) migrate_database(place.url(), up_to(versions, from), MigrationPhase::expanding);
        std::vector<std::future<storage::MigrationResult>> all;
        for (int number = 0; number < 4; ++number)
            all.push_back(std::async(std::launch::async, [&] {
                return migrate_database(place.url(), up_to(versions, now + 1), MigrationPhase::expanding);
            }));
        for (auto& each : all) CHECK(each.get().to == now + 1);
    }
}

TEST_CASE("a server goes on, and starts, with tables that a newer program has expanded") {
    const PostgresPlace place;
    TestNode old(place, "old");
    const auto start = [](const std::string& number) {
        return std::vector<storage::Write>{
            storage::StartMatch{match("m_" + number, "ROOM0" + number)},
            storage::PutRoom{room("ROOM0" + number, "m_" + number), {seat(0, "p_ana")}}};
    };
    CHECK(old.post(start("1")) == storage::Outcome::durable);
    std::vector<Migration> newer = next_versions();
    newer.resize(static_cast<std::size_t>(now + 1));
    newer.back().sql =
        "CREATE TABLE novelties (room text REFERENCES rooms ON DELETE CASCADE);"
        "DO $$ DECLARE one text; BEGIN FOR one IN SELECT relname FROM pg_class"
        " WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' LOOP"
        " EXECUTE format('ALTER TABLE %I ADD COLUMN novelty text DEFAULT ''x''', one); END LOOP; END $$";
    CHECK(migrate_database(place.url(), newer, MigrationPhase::expanding).to == newer.back().version);

    CHECK(old.post(appends("m_1", 1, 3)) == storage::Outcome::durable);
    CHECK(old.cluster().beat({}).nodes.size() == 1);
    TestNode late(place, "late");
    CHECK(late.post(start("2")) == storage::Outcome::durable);
    const std::int64_t beat = old.stop_heartbeat();
    CHECK(late.cluster().fence(old.epoch(), beat));
    const auto rooms = late.adopt_all(old.epoch(), 10);
    REQUIRE(rooms.size() == 1);
    CHECK(storage::make_backend(place.path())->open_store()->record("m_1")->log == entries("m_1", 1, 3));
    CHECK(storage::make_backend(place.path())->inspect().findings.empty());

    // A program refuses the database once a newer one has taken something away.
    place.query("UPDATE cluster SET least = schema");
    CHECK_THROWS_WITH_AS(TestNode(place, "too late"), doctest::Contains("was written by a newer Cubilete"),
                         DatabaseError);
    CHECK_THROWS_WITH_AS(storage::make_backend(place.path())->open_store(),
                         doctest::Contains("was written by a newer Cubilete"), DatabaseError);
}

TEST_CASE("a migration that has to wait for somebody who reads does not stop anybody else") {
    const PostgresPlace place;
    const auto versions = next_versions();
    migrate_database(place.url(), up_to(versions, now), MigrationPhase::expanding);
    Connection copy(place.url(), "copy");
    copy.execute("BEGIN; LOCK TABLE rooms IN ACCESS SHARE MODE");
    auto migrated = std::async(std::launch::async, [&] {
        return migrate_database(place.url(), versions, MigrationPhase::expanding);
    });
    for (int times = 0; times < 2; ++times) {
        while (
            place.text("SELECT 'waits' FROM pg_locks WHERE NOT granted AND relation = 'rooms'::regclass") !=
            "waits") {
        }
        Connection server(place.url(), "server");
        server.set_timeout(std::chrono::seconds(20));
        CHECK_NOTHROW(server.query("SELECT FROM rooms"));
    }
    copy.execute("COMMIT");
    CHECK(migrated.get().to == now + 1);
}
