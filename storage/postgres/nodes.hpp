#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "storage/journal.hpp"
#include "storage/postgres/connection.hpp"

/// The processes that share a database, each with an epoch: a number that no other run has.
namespace cubilete::storage::postgres {

struct Node {
    std::string name;     ///< of its machine
    int schema = 0;       ///< the newest version of the schema that its program knows
    bool shared = false;  ///< it shares the rooms with others like it; otherwise it owns all
    std::int64_t beat = 0;

    friend bool operator==(const Node&, const Node&) = default;
};
/// By epoch.
using Nodes = std::map<std::int64_t, Node>;

/// The nodes that have neither left nor been fenced. Some may be dead.
Nodes present_nodes(Connection& connection);
/// Watches the nodes that `read` returns for two seconds, if there are any, and returns them: they are silent.
/// Throws DatabaseError, which names the node, if one gives a sign of life or a new one comes.
Nodes watch(const std::function<Nodes()>& read, const std::string& database);
/// In a WHERE clause: the node has neither left nor been fenced.
inline const std::string present_condition = "state IN ('up', 'draining')";
/// Throws DatabaseError: this node lives.
[[noreturn]] void refuse_live_node(const std::string& database, std::int64_t epoch, const Node& node);
struct EpochEnd {
    ExitReason why;
    std::string text;
};
/// Why a process may not write any more as this epoch: another one has fenced it, or the database has lost what it had
/// confirmed, the epoch included.
EpochEnd ended_reason(Connection& connection, std::int64_t epoch);
/// From the end of the present transaction on that epoch can write nothing more.
void fence(Connection& connection, std::int64_t epoch);
/// Ends all connections of this database with a name like this one, except `but`.
void terminate_connections(Connection& but, const std::string& pattern);

}  // namespace cubilete::storage::postgres
