#include "storage/postgres/membership.hpp"

#include <array>
#include <utility>

#include <unistd.h>

#include "storage/postgres/schema.hpp"
#include "storage/postgres/session.hpp"
#include "storage/postgres/transaction.hpp"

namespace cubilete::storage::postgres {

using namespace std::chrono_literals;
using std::chrono::steady_clock;

namespace {

constexpr auto between_beats = 250ms;

/// Settings with which the database confirms what it may lose, or cannot tell its clients apart.
void refuse_unsafe_database(Connection& connection, const std::string& name) {
    const Rows unsafe = connection.query(
        "SELECT name FROM pg_settings WHERE name IN ('fsync', 'full_page_writes',"
        " 'synchronous_commit') AND setting = 'off' ORDER BY name");
    if (const auto setting = first_row(unsafe, read_text))
        throw DatabaseError(name + ": its setting " + *setting +
                            " is off, so it would confirm moves that it may lose. Switch it on");
    const std::string encoding = first_row(connection.query("SHOW server_encoding"), read_text).value();
    if (encoding != "UTF8")
        throw DatabaseError(name + ": its encoding is " + encoding +
                            ". Create the database with the encoding UTF8");
    for (int n = 0; n < 2; ++n)
        if (first_row(connection.query("SELECT pg_backend_pid()"), read_number) != connection.backend_pid())
            throw DatabaseError(name +
                                ": a pooler stands before it, which gives the statements of one connection"
                                " to several of the database. Connect to the database itself");
}

std::string host_name() {
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "an unnamed machine";
}

}  // namespace

Membership::Membership(Url url, JoinOptions joining)
    : url_(std::move(url)),
      shares_rooms_(joining.node.has_value()),
      warn_(joining.warn),
      on_beat_(joining.beat) {
    join(joining);
}

Membership::~Membership() { leave(); }

std::string Membership::connection_name(const std::string& part) const {
    return "cubilete:" + std::to_string(epoch_) + ":" + part;
}

/// The nodes that must be over before this one can join.
Nodes Membership::conflicting_nodes(Connection& connection) const {
    Nodes nodes = present_nodes(connection);
    if (shares_rooms_) std::erase_if(nodes, [](const auto& node) { return node.second.shared; });
    return nodes;
}

void Membership::join(const JoinOptions& joining) {
    Connection connection(url_, "cubilete:joining");
    connection.set_timeout(60s);  // for locks, and for large migrations
    refuse_unsafe_database(connection, url_.name());
    connection.query("SELECT set_config('synchronous_commit', 'on', false)");
    Nodes silent;
    if (!joining.take_over && read_schema(connection).version > 0)
        silent = watch([&] { return conflicting_nodes(connection); }, url_.name());
    const int before = read_schema(connection).version;
    migrate(connection, url_.name(), migrations(), MigrationPhase::expanding);
    const int after = read_schema(connection).version;
    refuse_other_schema(connection, url_.name());
    Transaction transaction(connection);
    connection.query("SELECT FROM cluster FOR UPDATE");  // one process joins at a time
    for (const auto& [epoch, node] : conflicting_nodes(connection)) {
        const auto seen = silent.find(epoch);
        if (!joining.take_over && (seen == silent.end() || seen->second != node))
            refuse_live_node(url_.name(), epoch, node);
        fence(connection, epoch);
    }
    insert(connection, joining.node);
    connection.query(
        "INSERT INTO lanes (epoch, lane, batch) SELECT $1, lane, 0 FROM generate_series(0, $2 - 1) AS lane",
        epoch_, joining.lanes);
    if (!shares_rooms_) {
        connection.query("DELETE FROM rooms WHERE settings = ''");  // codes that nodes of a cluster kept
        connection.query("UPDATE rooms SET owner = $1", epoch_);
    }
    connection.query("DELETE FROM nodes WHERE state IN ('fenced', 'left') AND epoch < $1 - 100", epoch_);
    transaction.commit();
    confirmed_ = steady_clock::now();
    // Only now, because somebody who cannot join needs to read one reason only.
    if (warn_ && before > 0 && before < after)
        warn_(url_.name() + ": migrated from version " + std::to_string(before) + " to " +
              std::to_string(after));
    if (warn_ &&
        !connection.query("SELECT 1 WHERE current_setting('synchronous_standby_names') = ''").empty())
        warn_(url_.name() + " has no synchronous standby: what is confirmed is on one machine only");
}

/// With a new epoch.
void Membership::insert(Connection& connection, const std::optional<NodeRow>& node) {
    epoch_ = first_row(connection.query("SELECT nextval('epochs')"), read_number).value();
    const NodeRow row = node.value_or(NodeRow());
    connection.query(
        "INSERT INTO nodes (epoch, name, schema, state, shared, address, program, rules, mesh)"
        " VALUES ($1, $2, $3, 'up', $4, $5, $6, $7, $8)",
        epoch_, row.name.empty() ? host_name() : row.name, static_cast<int>(migrations().size()),
        shares_rooms_, row.address, row.program, row.rules.empty() ? "{}" : row.rules, row.mesh);
}

void Membership::start(Failed failed) {
    failed_ = std::move(failed);
    thread_ = std::thread([this] { beat(); });
}

bool Membership::is_alive() const { return steady_clock::now() - confirmed_.load() < node_lease; }

void Membership::beat() {
    PostgresSession session(url_, connection_name("beat"));
    std::unique_lock lock(mutex_);
    while (!ending_) {
        lock.unlock();
        const auto before = steady_clock::now();
        try {
            session.use([this](Connection& connection) { send_heartbeat(connection); });
        } catch (const EpochEndedError& over) {
            failed_(over.end, over.what());
            return;
        } catch (const DatabaseError&) {  // tries again
        }
        lock.lock();
        wake_.wait_until(lock, before + between_beats, [this] { return ending_; });
    }
}

void Membership::send_heartbeat(Connection& connection) {
    const auto sent = steady_clock::now();
    const Rows rows = connection.query(
        "UPDATE nodes SET beat = beat + 1 WHERE epoch = $1 AND state <> 'fenced' RETURNING beat", epoch_);
    if (rows.empty()) is_over(connection);
    if (!connection.warned()) confirm(first_row(rows, read_number).value(), sent);
}

void Membership::is_over(Connection& connection) const {
    const EpochEnd why = ended_reason(connection, epoch_);
    throw EpochEndedError(why.why, url_.name() + ": " + why.text);
}

void Membership::confirm(std::int64_t beats, steady_clock::time_point sent) {
    if (beats <= beats_)
        throw EpochEndedError(
            ExitReason::database_went_back,
            url_.name() + ": beat " + std::to_string(beats_) + " was confirmed, and is not there any more");
    beats_ = beats;
    confirmed_ = sent;
    if (on_beat_) on_beat_();
}

void Membership::stop_heartbeat() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
    }
    wake_.notify_all();
    const std::lock_guard lock(joining_);
    if (thread_.joinable()) thread_.join();
}

void Membership::leave() noexcept {
    stop_heartbeat();
    if (std::exchange(left_, true)) return;
    try {
        Connection connection(url_, connection_name("leaving"));
        // Together, because a batch may still be under way at the database: the lanes' rows wait for it.
        connection.query(
            "WITH ended AS (DELETE FROM lanes WHERE epoch = $1)"
            " UPDATE nodes SET state = 'left' WHERE epoch = $1 AND state <> 'fenced'",
            epoch_);
    } catch (const DatabaseError&) {  // the next process waits two seconds instead
    }
}

}  // namespace cubilete::storage::postgres
