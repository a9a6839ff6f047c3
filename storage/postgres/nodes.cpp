#include "storage/postgres/nodes.hpp"

#include <chrono>
#include <thread>

#include "storage/columns.hpp"

namespace cubilete::storage::postgres {

using namespace std::chrono_literals;

namespace {

constexpr auto watch_interval = 250ms;
constexpr auto watch_time = 2'000ms;

}  // namespace

Nodes present_nodes(Connection& connection) {
    Nodes nodes;
    const Rows rows = connection.query(
        // The first version of the schema has no column `shared`.
        "SELECT epoch, name, schema, coalesce((to_jsonb(nodes) ->> 'shared')::boolean, false), beat FROM "
        "nodes"
        " WHERE " +
        present_condition + " ORDER BY epoch");
    for (std::size_t row = 0; row < rows.size(); ++row) {
        PostgresColumns columns(rows, row);
        Node& node = nodes[columns.number()];
        read_columns(columns, node.name, node.schema, node.shared, node.beat);
    }
    return nodes;
}

Nodes watch(const std::function<Nodes()>& read, const std::string& database) {
    Nodes nodes = read();
    const auto end = std::chrono::steady_clock::now() + watch_time;
    while (!nodes.empty() && std::chrono::steady_clock::now() < end) {
        std::this_thread::sleep_for(watch_interval);
        for (const auto& [epoch, now] : read()) {
            const auto before = nodes.find(epoch);
            if (before == nodes.end() || before->second.beat != now.beat)
                refuse_live_node(database, epoch, now);
        }
    }
    return nodes;
}

void refuse_live_node(const std::string& database, std::int64_t epoch, const Node& node) {
    throw DatabaseError(database + ": is in use by another server, on " + node.name + " (epoch " +
                        std::to_string(epoch) + "), which shares it with " +
                        (node.shared ? "the nodes of a cluster" : "nobody"));
}

EpochEnd ended_reason(Connection& connection, std::int64_t epoch) {
    const std::string name = "epoch " + std::to_string(epoch);
    // A fenced epoch is forgotten when a hundred others have come (Membership::join).
    const Rows known =
        connection.query("SELECT 1 FROM nodes WHERE epoch = $1 OR epoch > $1 + 100 LIMIT 1", epoch);
    if (known.empty())
        return {ExitReason::database_went_back, name + " was confirmed, and is not there any more"};
    return {ExitReason::fenced, name + " is over"};
}

void fence(Connection& connection, std::int64_t epoch) {
    connection.query("UPDATE nodes SET state = 'fenced' WHERE epoch = $1", epoch);
    // One of its connections may have stopped in the middle of a batch, with a lane's row locked.
    terminate_connections(connection, "cubilete:" + std::to_string(epoch) + ":%");
    connection.query("DELETE FROM lanes WHERE epoch = $1", epoch);
}

void terminate_connections(Connection& but, const std::string& pattern) {
    but.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
        " AND application_name LIKE $1 AND pid <> pg_backend_pid()",
        pattern);
}

}  // namespace cubilete::storage::postgres
