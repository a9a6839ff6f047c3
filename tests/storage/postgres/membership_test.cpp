// Who may write: one process at a time, on a database that keeps what it confirms.
#include <chrono>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "storage/postgres/schema.hpp"
#include "tests/storage/postgres/temp_postgres.hpp"
#include "tests/storage/samples.hpp"
#include "tests/stored_match.hpp"

using namespace cubilete;
using namespace cubilete::tests;
using namespace std::chrono_literals;
using storage::DatabaseError;
using storage::ExitReason;
using storage::Outcome;

namespace {

std::unique_ptr<storage::Journal> open(const PostgresPlace& place, storage::JournalSetup setup = {}) {
    return storage::make_backend(place.path())->open_journal(std::move(setup));
}

}  // namespace

TEST_CASE("a server whose data another one takes over can write nothing more") {
    TempPostgres first;
    first.post({storage::StartMatch{match("m_1", "K7QX2M")}, storage::PutRoom{room("K7QX2M", "m_1"), {}}});
    {
        // The first one stands in the middle of a batch, with the row of its lane locked.
        storage::postgres::Connection session(first.place().url(), "tests");
        session.execute("BEGIN; LOCK TABLE log IN SHARE MODE");
        first.journal().post(appends("m_1", 1, 1), [](Outcome) { FAIL("it was answered"); });
        while (first.place()
                   .query("SELECT 1 FROM pg_stat_activity WHERE datname = current_database()"
                          " AND wait_event_type = 'Lock'")
                   .empty()) {
        }
        const auto second = open(first.place(), {.take_over = true});
        session.execute("COMMIT");
        first.wait_for_failure();
        CHECK(first.end() == ExitReason::fenced);
        CHECK(log_of(first.store(), "m_1").empty());
        second->post(appends("m_1", 1, 2), {});
        second->post({storage::PutRoom{room("K7QX2M"), {seat(0, "p_ana")}}}, {});
    }
    CHECK(log_of(first.store(), "m_1") == entries("m_1", 1, 2));
    CHECK(first.store().open_room("K7QX2M")->seats == std::vector{seat(0, "p_ana")});
}

TEST_CASE("a second server is refused while the first one lives, and not after it has stopped") {
    TempPostgres first;
    first.post({storage::PutPlayer{player("p_ana")}});
    CHECK_THROWS_WITH_AS(open(first.place()), doctest::Contains("in use by another server"), DatabaseError);
    CHECK(first.post({storage::PutPlayer{player("p_ben", 'b')}}) == Outcome::durable);
    first.journal().stop();
    CHECK(first.place().text("SELECT string_agg(DISTINCT state, ' ') FROM nodes") == "left");
    CHECK_NOTHROW(open(first.place()));
}

TEST_CASE("a server shows that it lives while it still reads its matches") {
    TempPostgres database;
    database.journal().stop();
    storage::postgres::Connection session(database.place().url(), "tests");
    session.execute("BEGIN; LOCK TABLE matches IN ACCESS EXCLUSIVE MODE");
    auto opening = std::async(std::launch::async, [&] { return open(database.place()); });
    const auto beats = [&] {
        return database.place().text(
            "SELECT max(beat)::text FROM nodes WHERE state = 'up' HAVING max(beat) > 1");
    };
    for (int attempt = 0; attempt < 3'000 && beats().empty(); ++attempt) std::this_thread::sleep_for(10ms);
    CHECK_FALSE(beats().empty());
    CHECK(opening.wait_for(0s) == std::future_status::timeout);
    session.execute("COMMIT");
    CHECK_NOTHROW(opening.get());
}

TEST_CASE("a server that was killed is watched, then fenced") {
    const PostgresPlace place;
    open(place);
    place.query(
        "INSERT INTO nodes (epoch, name, schema, state, beat) VALUES (nextval('epochs'), 'killed', 1, 'up', "
        "7)");
    place.query("INSERT INTO lanes (epoch, lane, batch) SELECT epoch, 0, 5 FROM nodes WHERE name = 'killed'");
    const auto journal = open(place);
    CHECK(place.text("SELECT state FROM nodes WHERE name = 'killed'") == "fenced");
    CHECK(place.text("SELECT count(*)::text FROM lanes WHERE batch = 5") == "0");
}

TEST_CASE("a database that may lose what it confirms is refused with the name of the setting") {
    PostgresServer server;
    const PostgresPlace place(server);
    for (const std::string setting : {"fsync", "full_page_writes", "synchronous_commit"}) {
        server.stop();
        server.start({setting + "=off"});
        CHECK_THROWS_WITH_AS(open(place), doctest::Contains((setting + " is off").c_str()), DatabaseError);
    }
    server.stop();
    server.start();
    CHECK_NOTHROW(open(place));
}

TEST_CASE("no limit of time that an operator has set for the database binds a connection") {
    const PostgresPlace place;
    const std::string limits =
        "FROM pg_settings WHERE category LIKE '%Statement Behavior' AND name LIKE '%timeout'";
    place.query("DO $$ DECLARE one text; BEGIN FOR one IN SELECT name " + limits +
                " LOOP EXECUTE format('ALTER DATABASE %I SET %I = ''1h''', current_database(), one); END "
                "LOOP; END $$");
    CHECK(place.text("SELECT count(*)::text " + limits + " AND reset_val <> '0'") != "0");
    CHECK(place.text("SELECT coalesce(string_agg(name, ' '), '') " + limits + " AND setting <> '0'") == "");
}

TEST_CASE("a database without a synchronous standby is worth one warning") {
    const PostgresPlace place;
    std::vector<std::string> lines;
    open(place, {.warn = [&](const std::string& line) { lines.push_back(line); }});
    REQUIRE(lines.size() == 1);
    CHECK(lines[0].find("no synchronous standby") != std::string::npos);
}

TEST_CASE("who starts a server on older tables reads that they were migrated, once") {
    const PostgresPlace place;
    storage::postgres::migrate_database(place.url(), storage::postgres::migrations().first(1),
                                        storage::postgres::MigrationPhase::expanding);
    std::vector<std::string> lines;
    const auto read = [&](const std::string& line) {
        if (line.find(": migrated from version 1 to ") != std::string::npos) lines.push_back(line);
    };
    open(place, {.warn = read});
    CHECK(lines.size() == 1);
    open(place, {.warn = read});
    CHECK(lines.size() == 1);
}

TEST_CASE("a database of another encoding, of another program or of a newer version is left alone") {
    const PostgresPlace place;
    SUBCASE("of another program") {
        place.query("CREATE TABLE recipes (id int)");
        CHECK_THROWS_WITH_AS(open(place), doctest::Contains("another program"), DatabaseError);
        CHECK(place.text("SELECT count(*)::text FROM pg_class WHERE relname = 'cluster'") == "0");
    }
    SUBCASE("of a newer version") {
        open(place);
        place.query("UPDATE cluster SET schema = 99, least = 99");
        CHECK_THROWS_WITH_AS(open(place), doctest::Contains("newer Cubilete (its version is 99"),
                             DatabaseError);
        CHECK_THROWS_WITH_AS(storage::make_backend(place.path())->open_store(),
                             doctest::Contains("newer Cubilete"), DatabaseError);
    }
    SUBCASE("of another encoding") {
        place.server().drop_database("latin");
        storage::postgres::Connection(place.url(), "tests")
            .query("CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'");
        CHECK_THROWS_WITH_AS(storage::make_backend(place.server().url("latin"))->open_journal({}),
                             doctest::Contains("encoding is LATIN1"), DatabaseError);
        place.server().drop_database("latin");
    }
}

TEST_CASE("a URL of PostgreSQL is named without its secrets, and a wrong one is not repeated") {
    const auto backend =
        storage::make_backend("postgresql://ana:secret@one:5433,two:5434/play?sslmode=require");
    CHECK(backend->name() == "postgresql://one,two:5433,5434/play");
    try {
        storage::make_backend("postgresql://ana:secret@one:%zz/");
        FAIL("it was accepted");
    } catch (const DatabaseError& error) {
        CHECK(std::string(error.what()).find("secret") == std::string::npos);
    }
    // The text after the wrong character would be shown as the name of a host or of a database.
    for (const std::string unescaped :
         {"postgresql://ana:p@secret@one/play", "postgresql://ana:5/secret@one/play"})
        CHECK_THROWS_WITH_AS(storage::make_backend(unescaped), doctest::Contains("%40"), DatabaseError);
    CHECK_THROWS_WITH_AS(storage::make_backend("postgresql://ana:secret@127.0.0.1:1/play")->open_store(),
                         doctest::Contains("postgresql://127.0.0.1:1/play"), DatabaseError);
}
