// A lane loses and doubles nothing, and answers nothing too early, whatever the database answers.
#include <atomic>
#include <chrono>
#include <csignal>
#include <functional>
#include <future>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "storage/postgres/lane.hpp"
#include "tests/storage/postgres/temp_postgres.hpp"
#include "tests/storage/samples.hpp"
#include "tests/stored_match.hpp"

using namespace cubilete;
using namespace cubilete::tests;
using namespace std::chrono_literals;
using storage::ExitReason;
using storage::Outcome;

namespace {

const std::string lanes = "application_name SIMILAR TO 'cubilete:[0-9]+:[0-9]+'";
const std::string beats = "application_name LIKE 'cubilete:%:beat'";

/// Returns when it holds. The limit is only for a test that fails.
void await(const std::function<bool()>& holds) {
    for (int attempt = 0; attempt < 6'000; ++attempt) {
        if (holds()) return;
        std::this_thread::sleep_for(5ms);
    }
    FAIL("it never came to hold");
}

bool answered(std::future<Outcome>& outcome) { return outcome.wait_for(0s) == std::future_status::ready; }

/// Waits until one of these connections waits for this at the database, and returns its process there.
std::string waiting(const PostgresPlace& place, const std::string& connections, const std::string& event) {
    std::string process;
    await([&] {
        process =
            place.text("SELECT pid::text FROM pg_stat_activity WHERE datname = current_database() AND " +
                       connections + " AND wait_event_type || wait_event = '" + event + "' LIMIT 1");
        return !process.empty();
    });
    return process;
}

/// A PostgreSQL of its own, for settings that concern all its databases.
struct OwnPostgres {
    PostgresServer server;
    TempPostgres database{server};

    void set(const std::string& setting, const std::string& value) {
        storage::postgres::Connection other(database.place().url(), "tests",
                                            storage::postgres::Connection::Purpose::reading);
        other.query("SET default_transaction_read_only = off");
        other.query("ALTER SYSTEM SET " + setting + " = '" + value + "'");
        other.query("SELECT pg_reload_conf()");
    }
};

/// Another session that blocks all writes to the log.
class LockedLog {
  public:
    explicit LockedLog(const PostgresPlace& place) : session_(place.url(), "tests") {
        session_.execute("BEGIN; LOCK TABLE log IN SHARE MODE");
    }
    void release() { session_.execute("COMMIT"); }

  private:
    storage::postgres::Connection session_;
};

/// A database that answers nothing during this object's lifetime.
class FrozenPostgres {
  public:
    explicit FrozenPostgres(PostgresServer& server) : server_(server) { server_.freeze(); }
    ~FrozenPostgres() { server_.thaw(); }
    FrozenPostgres(const FrozenPostgres&) = delete;
    FrozenPostgres& operator=(const FrozenPostgres&) = delete;

  private:
    PostgresServer& server_;
};

/// The next `times` entries meet this error.
void fail_entries(const PostgresPlace& place, const std::string& sqlstate, int times) {
    place.query("CREATE SEQUENCE failures");
    place.query(
        "CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF nextval('failures') <= " +
        std::to_string(times) + " THEN RAISE EXCEPTION 'made by a test' USING ERRCODE = '" + sqlstate +
        "'; END IF; RETURN NULL; END $$");
    place.query("CREATE TRIGGER fail BEFORE INSERT ON log EXECUTE FUNCTION fail()");
}

}  // namespace

TEST_CASE(
    "posts during which connections end, backends are killed and the database restarts, are there once") {
    OwnPostgres postgres;
    TempPostgres& database = postgres.database;
    const std::int64_t each = 60;
    std::atomic<int> refused = 0;
    std::atomic<int> done = 0;
    std::vector<std::thread> owners;
    for (const std::string id : {"m_1", "m_2", "m_3"})
        owners.emplace_back([&, id] {
            if (database.post(start(id)) != Outcome::durable) ++refused;
            for (std::int64_t seq = 1; seq <= each; ++seq, ++done)
                if (database.post({storage::AppendEntry{entry(id, seq)}}) != Outcome::durable) ++refused;
        });
    const auto wait_for = [&](int entries) { await([&] { return done >= entries; }); };
    for (int n = 1; n <= 10; ++n) {
        wait_for(5 * n);
        database.place().terminate_connections("cubilete:%");
    }
    for (int n = 1; n <= 2; ++n) {
        wait_for(60 + 20 * n);
        postgres.server.kill();
        postgres.server.start();
    }
    wait_for(120);
    const std::string backend =
        database.place().text("SELECT pid::text FROM pg_stat_activity WHERE " + lanes);
    if (!backend.empty()) ::kill(std::stoi(backend), SIGKILL);  // the database then ends all its connections
    for (std::thread& owner : owners) owner.join();
    postgres.server.start();  // it may still recover from the killed backend

    CHECK(refused == 0);
    CHECK(database.failure().empty());
    for (const char* id : {"m_1", "m_2", "m_3"}) CHECK(log_of(database.store(), id) == entries(id, 1, each));
    CHECK(storage::make_backend(database.place().path())->inspect().findings.empty());
}

TEST_CASE("a post is not left to a lane that is held up") {
    TempPostgres database;
    database.post(start("m_1"));
    LockedLog locked(database.place());
    std::future<Outcome> held = database.post_later(appends("m_1", 1, 1));
    waiting(database.place(), lanes, "Lockrelation");
    CHECK(database.post_later({storage::StartMatch{match("m_2", "B4RDZZ")}}).get() == Outcome::durable);
    CHECK_FALSE(answered(held));
    locked.release();
    CHECK(held.get() == Outcome::durable);
}

TEST_CASE("a post that hangs is noticed also while it is the only one") {
    TempPostgres database;
    database.post(start("m_1"));
    LockedLog locked(database.place());
    std::future<Outcome> held = database.post_later(appends("m_1", 1, 1));
    await([&] { return database.journal().away(); });
    CHECK_FALSE(answered(held));
    CHECK_FALSE(database.journal().accepts());
    locked.release();
    CHECK(held.get() == Outcome::durable);
    await([&] { return database.journal().accepts(); });
}

TEST_CASE("a batch whose connection ends before its COMMIT is carried out by the next connection") {
    TempPostgres database;
    database.post(start("m_1"));
    LockedLog locked(database.place());
    std::future<Outcome> outcome = database.post_later(appends("m_1", 1, 3));
    const std::string first = waiting(database.place(), lanes, "Lockrelation");
    database.place().query("SELECT pg_terminate_backend(" + first + ")");
    await([&] { return waiting(database.place(), lanes, "Lockrelation") != first; });
    CHECK_FALSE(answered(outcome));
    locked.release();
    CHECK(outcome.get() == Outcome::durable);
    CHECK(log_of(database.store(), "m_1") == entries("m_1", 1, 3));
}

TEST_CASE("a batch whose connection ends after its COMMIT is not carried out twice") {
    OwnPostgres postgres;
    TempPostgres& database = postgres.database;
    database.post(start("m_1"));
    postgres.set("synchronous_standby_names", "absent");
    waiting(database.place(), beats, "IPCSyncRep");  // all processes of PostgreSQL know it now
    std::future<Outcome> outcome = database.post_later(appends("m_1", 1, 3));
    const std::string lane = waiting(database.place(), lanes, "IPCSyncRep");
    SUBCASE("because it is ended") { database.place().query("SELECT pg_terminate_backend(" + lane + ")"); }
    SUBCASE("or the database warns that only it has the batch") {
        database.place().query("SELECT pg_cancel_backend(" + lane + ")");
    }
    SUBCASE("because the database is killed, and then shows what no standby has") {
        postgres.server.kill();
        postgres.server.start();
    }
    await([&] { return database.place().text("SELECT count(*)::text FROM log") == "3"; });
    waiting(database.place(), lanes, "IPCSyncRep");  // finding out is a write, and waits for the standby, too
    CHECK_FALSE(answered(outcome));
    postgres.set("synchronous_standby_names", "");
    CHECK(outcome.get() == Outcome::durable);
    CHECK(log_of(database.store(), "m_1") == entries("m_1", 1, 3));
    CHECK(database.post(appends("m_1", 4, 5)) == Outcome::durable);
    CHECK(database.failure().empty());
}

TEST_CASE("a database whose standby is away does not collect the connections that gave up waiting") {
    OwnPostgres postgres;
    const PostgresPlace& place = postgres.database.place();
    postgres.set("synchronous_standby_names", "absent");
    for (std::string process = waiting(place, beats, "IPCSyncRep"), before; before.empty(); before = process)
        await([&] { return waiting(place, beats, "IPCSyncRep") != process; });
    await([&] { return place.text("SELECT count(*)::text FROM pg_stat_activity WHERE " + beats) == "1"; });
    CHECK_FALSE(postgres.database.journal().accepts());
    postgres.set("synchronous_standby_names", "");
    await([&] { return postgres.database.journal().accepts(); });
}

TEST_CASE("a database that has become read-only is left, and asked again until one takes writes") {
    OwnPostgres postgres;
    TempPostgres& database = postgres.database;
    database.post(start("m_1"));
    postgres.set("default_transaction_read_only", "on");
    await([&] { return !database.journal().accepts(); });  // the beat has met it
    std::future<Outcome> outcome = database.post_later(appends("m_1", 1, 3));
    postgres.set("default_transaction_read_only", "off");
    CHECK(outcome.get() == Outcome::durable);
    CHECK(log_of(database.store(), "m_1") == entries("m_1", 1, 3));
    await([&] { return database.journal().accepts(); });
}

TEST_CASE("a batch that meets a conflict is tried again, up to five times") {
    TempPostgres database;
    database.post(start("m_1"));
    for (const char* conflict : {"40001", "40P01", "57014"}) {
        fail_entries(database.place(), conflict, 5);
        const auto before = static_cast<std::int64_t>(log_of(database.store(), "m_1").size());
        CHECK(database.post(appends("m_1", before + 1, before + 3)) == Outcome::durable);
        CHECK(log_of(database.store(), "m_1") == entries("m_1", 1, before + 3));
        database.place().query("DROP FUNCTION fail CASCADE");
        database.place().query("DROP SEQUENCE failures");
    }
    fail_entries(database.place(), "40001", 6);
    database.journal().post(appends("m_1", 10, 10), {});
    database.wait_for_failure();
    CHECK(database.end() == ExitReason::unknown);
    CHECK(log_of(database.store(), "m_1").size() == 9);
}

TEST_CASE("a full disk refuses a post as often as it is met, and costs the connection nothing") {
    TempPostgres database;
    database.post(start("m_1"));
    fail_entries(database.place(), "53100", 3);
    for (int n = 0; n < 3; ++n) CHECK(database.post(appends("m_1", 1, 3)) == Outcome::full);
    CHECK(database.post(appends("m_1", 1, 3)) == Outcome::durable);
    CHECK(log_of(database.store(), "m_1") == entries("m_1", 1, 3));
}

TEST_CASE("an error that is a bug of ours ends the journal") {
    TempPostgres database;
    database.post(start("m_1"));
    fail_entries(database.place(), "22000", 1);
    bool confirmed = false;
    database.journal().post(appends("m_1", 1, 1), [&](Outcome) { confirmed = true; });
    database.wait_for_failure();
    database.journal().stop();
    CHECK(database.end() == ExitReason::unknown);
    CHECK(database.failure().find("made by a test") != std::string::npos);
    CHECK_FALSE(confirmed);
}

TEST_CASE("a database that lost a confirmed batch ends the journal with a code of its own") {
    TempPostgres database;
    database.post(start("m_1"));
    SUBCASE("as a lane finds out") {
        database.place().query("UPDATE lanes SET batch = batch - 1");
        database.journal().post(appends("m_1", 1, 1), {});
        database.journal().post({storage::PutRoom{room("K7QX2M"), {}}}, {});
    }
    SUBCASE("as the beat finds out") {
        await([&] { return database.place().text("SELECT max(beat)::text FROM nodes") > "1"; });
        database.place().query("UPDATE nodes SET beat = 0");
    }
    SUBCASE("because it lost the whole run of the server") { database.place().query("DELETE FROM nodes"); }
    database.wait_for_failure();
    CHECK(database.end() == ExitReason::database_went_back);
}

TEST_CASE("after a host of the URL has let a connection down, everybody tries the next one first") {
    const auto host_of = [](const PostgresServer& server) {
        const std::string url = server.url("postgres");
        return url.substr(url.find("host=") + 5);
    };
    PostgresServer first;
    const std::string second = host_of(PostgresServer::shared());
    const storage::postgres::Url url("postgresql:///postgres?user=postgres&host=" + host_of(first) + "," +
                                     second);
    storage::postgres::Connection connection(url, "tests");
    connection.set_timeout(50ms);
    const auto host = [](storage::postgres::Connection& one) {
        return first_row(one.query("SHOW unix_socket_directories"), storage::postgres::read_text);
    };
    CHECK(host(connection) == host_of(first));
    {
        const FrozenPostgres frozen(first);
        CHECK_THROWS_AS(connection.query("SELECT 1"), storage::postgres::ConnectionLost);
    }
    storage::postgres::Connection other(url, "tests");
    CHECK(host(other) == second);
}

TEST_CASE("a lane that hangs again and again waits longer each time, at most a few seconds") {
    using storage::postgres::longer_timeout;
    auto timeout = storage::postgres::default_timeout;
    CHECK(longer_timeout(timeout) > timeout);
    for (int hung = 0; hung < 10; ++hung) timeout = longer_timeout(timeout);
    CHECK(timeout < 10s);
}

TEST_CASE("while the database does not answer, posts wait and the journal accepts nothing new") {
    OwnPostgres postgres;
    TempPostgres& database = postgres.database;
    database.post(start("m_1"));
    CHECK(database.journal().accepts());
    std::future<Outcome> outcome;
    {
        const FrozenPostgres frozen(postgres.server);
        outcome = database.post_later(appends("m_1", 1, 3));
        await([&] { return !database.journal().accepts(); });
        CHECK_FALSE(answered(outcome));
    }
    CHECK(outcome.get() == Outcome::durable);
    await([&] { return database.journal().accepts(); });
    CHECK(log_of(database.store(), "m_1") == entries("m_1", 1, 3));
    CHECK(database.failure().empty());
}
