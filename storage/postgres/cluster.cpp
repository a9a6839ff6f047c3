#include "storage/postgres/cluster.hpp"

#include <array>
#include <utility>

#include "storage/postgres/look_ups.hpp"
#include "storage/postgres/nodes.hpp"
#include "storage/postgres/queries.hpp"
#include "storage/postgres/transaction.hpp"

namespace cubilete::storage::postgres {

using namespace std::chrono_literals;

namespace {

constexpr int most_attempts = 3;  // to fence one node at once
/// Numbers of players in `forgotten` can become visible out of order, but not by more than this.
constexpr std::int64_t most_out_of_order = 100;

NodeRow read_node(PostgresColumns row) {
    NodeRow node;
    std::string state;
    read_columns(row, node.epoch, node.name, node.address, node.program, node.rules, node.mesh, state,
                 node.beat, node.rooms, node.sockets);
    node.state = state == "draining" ? NodeRow::State::draining : NodeRow::State::up;
    return node;
}

const char* name_of(NodeRow::State state) {
    switch (state) {
        case NodeRow::State::up: return "up";
        case NodeRow::State::draining: return "draining";
    }
    return "";
}

/// In a WHERE clause with parameter $1: that epoch is over.
const std::string is_over = " NOT EXISTS (SELECT FROM nodes WHERE epoch = $1 AND " + present_condition + ") ";

/// In a WHERE clause about rooms, with this epoch as parameter $2: no match of the room has to be left to another node,
/// which goes on with it by its rules when this one cannot.
const std::string is_playable =
    " NOT EXISTS (SELECT FROM matches m, nodes own WHERE m.id = match_id AND m.ended_ms IS NULL"
    " AND own.epoch = $2 AND own.rules::jsonb -> m.game IS DISTINCT FROM to_jsonb(m.version)"
    " AND EXISTS (SELECT FROM nodes o WHERE o.state = 'up' AND o.epoch <> $2 AND CASE"
    " WHEN o.shared THEN o.rules::jsonb -> m.game = to_jsonb(m.version) END)) ";

void commit(Transaction& transaction, const Connection& connection) {
    transaction.commit();
    PostgresSession::require_durable(connection);
}

/// Ends the transactions of a node that has not beaten since: their locks would keep it from being fenced.
void terminate_if_silent(Connection& connection, std::int64_t epoch, std::int64_t beat_seen) {
    const bool silent =
        !connection.query("SELECT FROM nodes WHERE epoch = $1 AND beat = $2", epoch, beat_seen).empty();
    if (silent) terminate_connections(connection, "cubilete:" + std::to_string(epoch) + ":%");
}

}  // namespace

PostgresCluster::PostgresCluster(const Url& url, std::shared_ptr<Membership> membership,
                                 std::shared_ptr<RunningMatches> matches)
    : membership_(std::move(membership)),
      matches_(std::move(matches)),
      heartbeat_session_(url, membership_->connection_name("beat")),
      adoption_session_(url, membership_->connection_name("take"), 5s),
      query_session_(url, membership_->connection_name("ask")),
      offers_(query_session_),
      quotas_(query_session_) {}

NodeList PostgresCluster::beat(const NodeLoad& load) {
    membership_->stop_heartbeat();
    return heartbeat_session_.use([&](Connection& connection) {
        // One transaction: what is read with a beat that is confirmed is on the standby as well.
        const auto sent = std::chrono::steady_clock::now();
        const std::array flight = {
            Statement{.sql = "UPDATE nodes SET beat = beat + 1, state = $2, rooms = $3, sockets = $4"
                             " WHERE epoch = $1 AND state IN ('up', 'draining')"
                             " RETURNING beat, (extract(epoch FROM clock_timestamp()) * 1000)::bigint",
                      .values = SqlParameters::of(epoch(), name_of(load.state), load.rooms, load.sockets)},
            Statement{.sql = "SELECT epoch, name, address, program, rules, mesh, state, beat, rooms, sockets"
                             " FROM nodes WHERE state IN ('up', 'draining') ORDER BY epoch"},
            Statement{.sql = "SELECT no, player FROM forgotten WHERE no > $1 ORDER BY no",
                      .values = SqlParameters::of(forgotten_ - most_out_of_order)},
            Statement{.sql = "SELECT last FROM desk_numbers WHERE name = 'change'"}};
        const std::vector<Rows> answers = connection.run(flight);
        PostgresSession::require_durable(connection);
        if (answers[0].empty()) membership_->is_over(connection);
        PostgresColumns own(answers[0], 0);
        membership_->confirm(own.number(), sent);
        NodeList list;
        list.database_ms = own.number();
        list.nodes = map_rows(answers[1], read_node);
        list.forgotten = read_forgotten(answers[2]);
        list.admin_change = first_row(answers[3], read_number).value();
        return list;
    });
}

/// Those of whom this process was not told yet.
std::vector<std::string> PostgresCluster::read_forgotten(const Rows& rows) {
    std::vector<std::string> players;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        PostgresColumns columns(rows, row);
        const std::int64_t number = columns.number();
        if (!returned_numbers_.insert(number).second) continue;
        players.push_back(columns.text());
        forgotten_ = std::max(forgotten_, number);
    }
    returned_numbers_.erase(returned_numbers_.begin(),
                            returned_numbers_.lower_bound(forgotten_ - most_out_of_order));
    return players;
}

bool PostgresCluster::fence(std::int64_t epoch, std::int64_t beat_seen) {
    return adoption_session_.use([&](Connection& connection) {
        for (int attempt = 1;; ++attempt) {
            try {
                return try_to_fence(connection, epoch, beat_seen);
            } catch (const SqlError& refused) {
                // A lane connected again between the end of its connection and the deletion of its row, or the node
                // stands still in the middle of a transaction that has locked its row.
                if (refused.state != "55P03" || attempt == most_attempts) throw;
                terminate_if_silent(connection, epoch, beat_seen);
            }
        }
    });
}

bool PostgresCluster::try_to_fence(Connection& connection, std::int64_t epoch, std::int64_t beat_seen) {
    Transaction transaction(connection);
    connection.query("SET LOCAL lock_timeout = '500ms'");
    // Two nodes may try to fence each other: rows are locked in the order of their epochs.
    if (this->epoch() < epoch) require_presence(connection);
    const bool silent = !connection
                             .query("SELECT FROM nodes WHERE epoch = $1 AND beat = $2 AND " +
                                        present_condition + " FOR UPDATE",
                                    epoch, beat_seen)
                             .empty();
    if (this->epoch() > epoch) require_presence(connection);
    if (!silent) return false;
    postgres::fence(connection, epoch);
    commit(transaction, connection);
    return true;
}

/// Until the end of the present transaction no other node can fence this one.
void PostgresCluster::require_presence(Connection& connection) const {
    if (connection
            .query("SELECT FROM nodes WHERE epoch = $1 AND " + present_condition + " FOR KEY SHARE", epoch())
            .empty())
        membership_->is_over(connection);
}

std::vector<std::int64_t> PostgresCluster::ownerless_epochs() {
    return adoption_session_.use([](Connection& connection) {
        // Jumps from owner to owner in the index.
        return map_rows(
            connection.query(
                "WITH RECURSIVE owners AS ((SELECT owner FROM rooms ORDER BY owner LIMIT 1) UNION ALL"
                " SELECT (SELECT r.owner FROM rooms r WHERE r.owner > o.owner ORDER BY r.owner LIMIT 1)"
                " FROM owners o WHERE o.owner IS NOT NULL) SELECT owner FROM owners WHERE owner IS NOT"
                " NULL AND NOT EXISTS (SELECT FROM nodes WHERE epoch = owner AND " +
                present_condition + ") ORDER BY owner"),
            read_number);
    });
}

/// Claims rooms of `from` by `claim`, which returns their codes, and then reads them, with those of a claim of before
/// whose outcome was unknown. They must be read after the claim has been confirmed: until then what another owner has
/// written last may be visible and yet get lost.
template <class Claim>
std::vector<OpenRoom> PostgresCluster::claim_rooms(Connection& connection, Claimed& claimed,
                                                   std::int64_t from, Claim claim) {
    {
        Transaction transaction(connection);
        require_presence(connection);
        connection.query("DELETE FROM rooms WHERE owner = $1 AND settings = '' AND" + is_over, from);
        for (std::string& code : map_rows(claim(connection), read_text)) claimed.insert(std::move(code));
        if (claimed.empty()) {
            transaction.commit();
            return {};
        }
        // Nothing may have been written, but the commit must be confirmed.
        connection.query("SELECT pg_logical_emit_message(true, 'cubilete', 'claimed')");
        commit(transaction, connection);
    }
    std::vector<OpenRoom> rooms = read(connection, std::vector(claimed.begin(), claimed.end()));
    claimed.clear();
    return rooms;
}

std::vector<OpenRoom> PostgresCluster::adopt(std::int64_t from, std::size_t most) {
    return adoption_session_.use([&](Connection& connection) {
        return claim_rooms(connection, claimed_, from, [&](Connection&) {
            return connection.query(
                "UPDATE rooms SET owner = $2 WHERE owner = $1 AND" + is_over +
                    "AND code IN (SELECT code FROM rooms WHERE owner = $1 AND settings <> '' AND" +
                    is_playable + "LIMIT $3 FOR UPDATE SKIP LOCKED) RETURNING code",
                from, epoch(), static_cast<std::int64_t>(most));
        });
    });
}

std::vector<OpenRoom> PostgresCluster::adopt_room(const std::string& code, std::int64_t from) {
    return query_session_.use([&](Connection& connection) {
        return claim_rooms(connection, claimed_one_, from, [&](Connection&) {
            return connection.query("UPDATE rooms SET owner = $2 WHERE owner = $1 AND" + is_over +
                                        "AND code = $3 AND settings <> '' AND" + is_playable +
                                        "RETURNING code",
                                    from, epoch(), code);
        });
    });
}

std::optional<OpenRoom> PostgresCluster::receive(const std::string& code) {
    return query_session_.use([&](Connection& connection) -> std::optional<OpenRoom> {
        std::vector<OpenRoom> rooms = read(connection, {code});
        if (rooms.empty()) return std::nullopt;
        return std::move(rooms.front());
    });
}

/// Those of these rooms that belong to this node. The journal can go on with their matches.
std::vector<OpenRoom> PostgresCluster::read(Connection& connection, const std::vector<std::string>& codes) {
    connection.query("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY");
    std::vector<OpenRoom> rooms = load_room_details(
        connection,
        map_rows(connection.query(select_room + "WHERE code = ANY ($1) AND owner = $2 ORDER BY code", codes,
                                  epoch()),
                 read_room));
    std::vector<std::string> matches;
    for (const OpenRoom& room : rooms)
        if (room.match) matches.push_back(room.match->id);
    matches_->add_read(parse_running_matches(connection.query(
        "SELECT id, no, coalesce((SELECT max(seq) FROM log WHERE match_no = no), 0), room FROM matches"
        " WHERE ended_ms IS NULL AND id = ANY ($1)",
        matches)));
    connection.query("ROLLBACK");
    return rooms;
}

std::optional<std::int64_t> PostgresCluster::owner(const std::string& code) {
    return query_session_.use([&](Connection& connection) {
        return first_row(connection.query("SELECT owner FROM rooms WHERE code = $1 AND settings <> ''", code),
                         read_number);
    });
}

std::vector<std::string> PostgresCluster::rooms_of(const std::string& player) {
    return query_session_.use([&](Connection& connection) {
        return map_rows(
            connection.query(
                "SELECT DISTINCT room FROM seats WHERE player = $1 AND NOT left_room ORDER BY room", player),
            read_text);
    });
}

std::vector<std::string> PostgresCluster::reserve(const std::set<std::string>& codes) {
    const std::vector wanted(codes.begin(), codes.end());
    return query_session_.use([&](Connection& connection) {
        const Rows reserved = connection.query(
            "INSERT INTO rooms (code, owner, settings, host, since_ms)"
            " SELECT code, $2, '', '', 0 FROM unnest($1::text[]) AS code"
            " ON CONFLICT DO NOTHING RETURNING code",
            wanted, epoch());
        PostgresSession::require_durable(connection);
        return map_rows(reserved, read_text);
    });
}

}  // namespace cubilete::storage::postgres
