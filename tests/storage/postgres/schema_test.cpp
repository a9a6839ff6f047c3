// The versions of the schema, and which programs can use them.
#include "storage/postgres/schema.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/storage/postgres/temp_postgres.hpp"

using namespace cubilete;
using namespace cubilete::tests;
using storage::DatabaseError;
using storage::postgres::Connection;
using storage::postgres::migrate_database;
using storage::postgres::Migration;
using storage::postgres::read_schema;
using storage::postgres::Steps;

namespace {

/// The real tables, then a column more, then one less, then a column more.
std::vector<Migration> four_versions() {
    return {storage::postgres::migrations().front(),
            {2, "ALTER TABLE rooms ADD COLUMN colour text"},
            {3, "-- contracts\nALTER TABLE rooms DROP COLUMN since_ms"},
            {4, "ALTER TABLE rooms ADD COLUMN shape text"}};
}

std::string columns(const PostgresPlace& place) {
    return place.text(
        "SELECT string_agg(column_name, ' ' ORDER BY column_name) FROM information_schema.columns"
        " WHERE table_name = 'rooms' AND column_name IN ('colour', 'shape', 'since_ms')");
}

void add_node(const PostgresPlace& place, const std::string& name, int schema) {
    place.ask("INSERT INTO nodes (epoch, name, schema, state) VALUES (nextval('epochs'), '" + name + "', " +
              std::to_string(schema) + ", 'up')");
}

}  // namespace

TEST_CASE("an empty database gets the newest version at once") {
    const PostgresPlace place;
    const auto migrated = migrate_database(place.url(), four_versions(), Steps::expanding);
    CHECK(migrated.from == 0);
    CHECK(migrated.to == 4);
    CHECK_FALSE(migrated.may_contract);
    CHECK(columns(place) == "colour shape");
}

TEST_CASE("an expansion leaves older programs what they need, and a contraction is asked for") {
    const PostgresPlace place;
    const auto all = four_versions();
    const std::span<const Migration> versions(all);
    migrate_database(place.url(), versions.first(1), Steps::expanding);
    const auto expanded = migrate_database(place.url(), versions, Steps::expanding);
    CHECK(expanded.from == 1);
    CHECK(expanded.to == 2);
    CHECK(expanded.may_contract);
    CHECK(columns(place) == "colour since_ms");
    Connection connection(place.url(), "tests");
    CHECK(read_schema(connection).least == 1);
    CHECK_NOTHROW(migrate_database(place.url(), versions.first(1), Steps::expanding));  // an older program
    const auto contracted = migrate_database(place.url(), versions, Steps::all);
    CHECK(contracted.from == 2);
    CHECK(contracted.to == 4);
    CHECK(columns(place) == "colour shape");
    CHECK(read_schema(connection).least == 3);
    CHECK_THROWS_WITH_AS(migrate_database(place.url(), versions.first(2), Steps::expanding),
                         doctest::Contains("newer Cubilete"), DatabaseError);
    CHECK(migrate_database(place.url(), versions.first(3), Steps::all).to == 4);
}

TEST_CASE("a contraction fences dead servers that are older, and is refused while one lives") {
    const PostgresPlace place;
    const auto versions = four_versions();
    migrate_database(place.url(), std::span(versions).first(1), Steps::expanding);
    add_node(place, "dead", 2);
    SUBCASE("they are dead") {
        add_node(place, "new", 3);
        migrate_database(place.url(), versions, Steps::all);
        CHECK(place.text("SELECT string_agg(name || ' ' || state, ', ' ORDER BY name) FROM nodes") ==
              "dead fenced, new up");
    }
    SUBCASE("one lives") {
        const auto journal = storage::backend_at(place.path())->open_journal({.take_over = true});
        CHECK_THROWS_WITH_AS(migrate_database(place.url(), versions, Steps::all),
                             doctest::Contains("in use by another server"), DatabaseError);
        CHECK(columns(place) == "since_ms");
    }
}

TEST_CASE("a migration that fails changes nothing") {
    const PostgresPlace place;
    std::vector<Migration> versions = four_versions();
    versions[3].sql = "ALTER TABLE no_such_table ADD COLUMN shape text";
    migrate_database(place.url(), std::span(versions).first(1), Steps::expanding);
    CHECK_THROWS_AS(migrate_database(place.url(), versions, Steps::all), DatabaseError);
    CHECK(columns(place) == "since_ms");
    Connection connection(place.url(), "tests");
    CHECK(read_schema(connection).version == 1);
}
