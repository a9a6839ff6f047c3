#include "storage/postgres/membership.hpp"

#include <array>
#include <map>
#include <memory>
#include <utility>

#include <unistd.h>

#include "storage/postgres/schema.hpp"

namespace cubilete::storage::postgres {

using namespace std::chrono_literals;
using std::chrono::steady_clock;

namespace {

constexpr auto between_beats = 250ms;
constexpr auto lease = 1'200ms;
constexpr auto watched = 2'000ms;

struct Node {
    std::string name;
    std::int64_t beat = 0;

    friend bool operator==(const Node&, const Node&) = default;
};
/// The nodes that have neither left nor been fenced, by epoch.
using Nodes = std::map<std::int64_t, Node>;

Nodes present_nodes(Connection& connection) {
    Nodes nodes;
    const Rows rows = connection.ask(
        "SELECT epoch, name, beat FROM nodes WHERE state IN ('up', 'draining') ORDER BY epoch");
    for (std::size_t row = 0; row < rows.size(); ++row) {
        Columns columns(rows, row);
        Node& node = nodes[columns.number()];
        node.name = columns.text();
        node.beat = columns.number();
    }
    return nodes;
}

[[noreturn]] void refuse_living(const std::string& engine, std::int64_t epoch, const Node& node) {
    throw DatabaseError(engine + ": is in use by another server, on " + node.name + " (epoch " +
                        std::to_string(epoch) + ")");
}

/// Settings with which the engine confirms what it may lose, or cannot tell its clients apart.
void refuse_unsafe_engine(Connection& connection, const std::string& name) {
    const Rows unsafe = connection.ask(
        "SELECT name FROM pg_settings WHERE name IN ('fsync', 'full_page_writes',"
        " 'synchronous_commit') AND setting = 'off' ORDER BY name");
    if (const auto setting = first_row(unsafe, read_text))
        throw DatabaseError(name + ": its setting " + *setting +
                            " is off, so it would confirm moves that it may lose. Switch it on");
    const std::string encoding = first_row(connection.ask("SHOW server_encoding"), read_text).value();
    if (encoding != "UTF8")
        throw DatabaseError(name + ": its encoding is " + encoding +
                            ". Create the database with the encoding UTF8");
    for (int n = 0; n < 2; ++n)
        if (first_row(connection.ask("SELECT pg_backend_pid()"), read_number) != connection.process())
            throw DatabaseError(name +
                                ": a pooler stands before it, which gives the statements of one connection"
                                " to several of the engine. Connect to the engine itself");
}

/// Waits until every node has been watched for two seconds. Throws if one gives a sign of life.
Nodes watch(Connection& connection, const std::string& engine, Nodes nodes) {
    const auto end = steady_clock::now() + watched;
    while (!nodes.empty() && steady_clock::now() < end) {
        std::this_thread::sleep_for(between_beats);
        for (const auto& [epoch, now] : present_nodes(connection)) {
            const auto before = nodes.find(epoch);
            if (before == nodes.end() || before->second.beat != now.beat) refuse_living(engine, epoch, now);
        }
    }
    return nodes;
}

void fence(Connection& connection, std::int64_t epoch) {
    connection.ask("UPDATE nodes SET state = 'fenced' WHERE epoch = $1", epoch);
    // One of its connections may have stopped in the middle of a batch, with a lane's row locked.
    end_connections(connection, "cubilete:" + std::to_string(epoch) + ":%");
    connection.ask("DELETE FROM lanes WHERE epoch = $1", epoch);
}

std::string host_name() {
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "an unnamed machine";
}

/// Rolls back unless it was committed.
class Transaction {
  public:
    explicit Transaction(Connection& connection) : connection_(connection) { connection_.ask("BEGIN"); }
    ~Transaction() {
        if (done_) return;
        try {
            connection_.ask("ROLLBACK");
        } catch (const DatabaseError&) {  // the engine does it when the connection ends
        }
    }
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;

    void commit() {
        connection_.ask("COMMIT");
        done_ = true;
    }

  private:
    Connection& connection_;
    bool done_ = false;
};

}  // namespace

void end_connections(Connection& but, const std::string& pattern) {
    but.ask(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
        " AND application_name LIKE $1 AND pid <> pg_backend_pid()",
        pattern);
}

Membership::Membership(Url url, Joining joining) : url_(std::move(url)), warn_(joining.warn) {
    join(joining);
}

Membership::~Membership() { leave(); }

std::string Membership::connection_name(const std::string& part) const {
    return "cubilete:" + std::to_string(epoch_) + ":" + part;
}

void Membership::join(const Joining& joining) {
    Connection connection(url_, "cubilete:joining");
    connection.set_patience(60s);  // for locks, and for large migrations
    refuse_unsafe_engine(connection, url_.name());
    connection.ask("SELECT set_config('synchronous_commit', 'on', false)");
    if (warn_ && !connection.ask("SELECT 1 WHERE current_setting('synchronous_standby_names') = ''").empty())
        warn_(url_.name() + " has no synchronous standby: what is confirmed is on one machine only");

    Nodes silent;
    if (!joining.take_over && schema_version(connection) > 0)
        silent = watch(connection, url_.name(), present_nodes(connection));
    migrate(connection, url_.name(), migrations());
    Transaction transaction(connection);
    connection.ask("SELECT FROM cluster FOR UPDATE");  // one process joins at a time
    for (const auto& [epoch, node] : present_nodes(connection)) {
        const auto seen = silent.find(epoch);
        if (!joining.take_over && (seen == silent.end() || seen->second != node))
            refuse_living(url_.name(), epoch, node);
        fence(connection, epoch);
    }
    epoch_ = first_row(connection.ask("SELECT nextval('epochs')"), read_number).value();
    connection.ask("INSERT INTO nodes (epoch, name, state) VALUES ($1, $2, 'up')", epoch_, host_name());
    connection.ask(
        "INSERT INTO lanes (epoch, lane, batch) SELECT $1, lane, 0 FROM generate_series(0, $2 - 1) AS lane",
        epoch_, joining.lanes);
    connection.ask("UPDATE rooms SET owner = $1", epoch_);
    connection.ask("DELETE FROM nodes WHERE state IN ('fenced', 'left') AND epoch < $1 - 100", epoch_);
    transaction.commit();
    confirmed_ = steady_clock::now();
}

void Membership::start(Failed failed) {
    failed_ = std::move(failed);
    thread_ = std::thread([this] { beat(); });
}

bool Membership::alive() const { return steady_clock::now() - confirmed_.load() < lease; }

void Membership::beat() {
    std::unique_ptr<Connection> connection;
    std::unique_lock lock(mutex_);
    while (!ending_) {
        lock.unlock();
        const auto before = steady_clock::now();
        try {
            if (!connection) {
                connection = std::make_unique<Connection>(url_, connection_name("beat"));
                connection->ask("SELECT set_config('synchronous_commit', 'on', false)");
                // While the engine waits for its standby, it does not notice that nobody waits for it any more.
                end_connections(*connection, connection_name("beat"));
            }
            if (!beat_once(*connection)) return;
            if (!connection->warned()) confirmed_ = before;
        } catch (const DatabaseError&) {
            connection.reset();
        }
        lock.lock();
        wake_.wait_until(lock, before + between_beats, [this] { return ending_; });
    }
}

/// False if it is over.
bool Membership::beat_once(Connection& connection) {
    const Rows rows = connection.ask(
        "UPDATE nodes SET beat = beat + 1 WHERE epoch = $1 AND state <> 'fenced' RETURNING beat", epoch_);
    if (rows.empty()) {
        failed_(End::fenced, url_.name() + ": epoch " + std::to_string(epoch_) + " is over");
        return false;
    }
    const std::int64_t beats = first_row(rows, read_number).value();
    if (beats <= beats_) {
        failed_(End::engine_went_back, url_.name() + ": beat " + std::to_string(beats_) +
                                           " was confirmed, and is not there any more");
        return false;
    }
    beats_ = beats;
    return true;
}

void Membership::leave() noexcept {
    {
        const std::lock_guard lock(mutex_);
        if (std::exchange(ending_, true)) return;
    }
    wake_.notify_all();
    if (thread_.joinable()) thread_.join();
    try {
        Connection connection(url_, connection_name("leaving"));
        // Together, because a batch may still be under way at the engine: the lanes' rows wait for it.
        connection.ask(
            "WITH ended AS (DELETE FROM lanes WHERE epoch = $1)"
            " UPDATE nodes SET state = 'left' WHERE epoch = $1 AND state <> 'fenced'",
            epoch_);
    } catch (const DatabaseError&) {  // the next process waits two seconds instead
    }
}

}  // namespace cubilete::storage::postgres
