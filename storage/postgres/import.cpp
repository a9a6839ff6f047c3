#include "storage/postgres/import.hpp"

#include <chrono>
#include <string>
#include <vector>

#include "storage/postgres/batch.hpp"
#include "storage/postgres/membership.hpp"
#include "storage/postgres/transaction.hpp"

namespace cubilete::storage::postgres {

using namespace std::chrono_literals;

namespace {

void refuse_data(Connection& connection, const std::string& name) {
    const Rows some = connection.query(
        "SELECT 1 WHERE EXISTS (SELECT FROM players) OR EXISTS (SELECT FROM rooms)"
        " OR EXISTS (SELECT FROM matches)");
    if (!some.empty())
        throw DatabaseError(name + ": holds data already; only an empty database can take them");
}

}  // namespace

void import_all(const Url& url, const WriteProducer& produce, const std::atomic<bool>& cancelled) {
    // Joins as a server does and beats, so that no other process can use the database. If one takes it over
    // nevertheless, it ends this connection, and the database rolls back.
    Membership membership(url, {.lanes = 1});
    membership.start([](ExitReason, const std::string&) {});
    Connection connection(url, membership.lane_name(0));
    connection.set_timeout(10min);
    connection.query("SELECT set_config('synchronous_commit', 'on', false)");
    refuse_data(connection, url.name());
    RunningMatches matches(membership.epoch());
    Transaction transaction(connection);
    connection.query("SELECT fence($1, 0, 1)", membership.epoch());
    produce([&](std::vector<Write> writes) {
        if (cancelled) throw OperationCancelled("the import was broken off; nothing was written");
        Batch batch(writes, matches, membership.epoch());
        const std::vector<Statement> statements = batch.statements();
        connection.run(statements);
        matches.apply(batch.changes());
    });
    // Until then the database plans for empty tables. If that fails, nothing is imported.
    connection.query("ANALYZE");
    try {
        transaction.commit();
    } catch (const ConnectionLost& lost) {
        throw OutcomeUnknown(lost.what());
    }
}

}  // namespace cubilete::storage::postgres
