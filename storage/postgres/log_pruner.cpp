#include "storage/postgres/log_pruner.hpp"

#include <chrono>

#include "storage/postgres/transaction.hpp"

namespace cubilete::storage::postgres {

using namespace std::chrono_literals;

namespace {

constexpr auto drop_interval = 60s;
constexpr auto full_drop_interval = 5s;  // the database's count of rows needs a moment
constexpr int most_logs_at_once = 32;
constexpr auto drop_timeout = 10s;

/// An estimate, because a table does not become smaller when rows of it are deleted: the database's own count of rows by
/// the width that it has found in a sample. 0 until it has taken one.
std::int64_t bytes_of_logs(Connection& connection) {
    const Rows rows = connection.query(
        "SELECT (coalesce((SELECT n_live_tup FROM pg_stat_user_tables WHERE relid = 'log'::regclass), 0)"
        " * coalesce((SELECT sum(avg_width) + 60 FROM pg_stats WHERE tablename = 'log'"
        " AND schemaname = current_schema()), 0))::bigint");  // 60: a row's header, its pointer and its key
    return first_row(rows, read_number).value();
}

}  // namespace

std::int64_t drop_logs(Connection& connection, const LogRetention& retention, std::int64_t now_ms, int most,
                       std::int64_t& after_ms) {
    std::int64_t before_ms = retention.for_ms ? now_ms - *retention.for_ms : 0;
    if (retention.most_bytes && bytes_of_logs(connection) > *retention.most_bytes) before_ms = now_ms;
    Transaction transaction(connection);
    const Rows rows = connection.query(
        "WITH old AS (SELECT no, id, ended_ms FROM matches WHERE ended_ms >= $1 AND ended_ms < $2"
        " AND ended_ms IS NOT NULL AND NOT log_dropped ORDER BY ended_ms, id LIMIT $3 FOR UPDATE SKIP "
        "LOCKED),"
        " noted AS (UPDATE matches SET log_dropped = true FROM old WHERE matches.no = old.no),"
        " dropped AS (DELETE FROM log USING old WHERE log.match_no = old.no),"
        " forgotten AS (DELETE FROM analyses USING old WHERE analyses.match_id = old.id)"
        " SELECT count(*), coalesce((SELECT min(ended_ms) FROM matches WHERE ended_ms >= $1 AND ended_ms < $2"
        " AND ended_ms IS NOT NULL AND NOT log_dropped AND no NOT IN (SELECT no FROM old)), max(ended_ms),"
        " $1) FROM old",
        after_ms, before_ms, std::int64_t{most});
    transaction.commit();
    PostgresColumns columns(rows, 0);
    const std::int64_t dropped = columns.number();
    after_ms = columns.number();
    return dropped;
}

LogPruner::LogPruner(const Url& url, const std::string& name, const LogRetention& retention)
    : retention_(retention), session_(url, name, drop_timeout) {
    if (retention_.for_ms || retention_.most_bytes) thread_ = std::thread([this] { run(); });
}

LogPruner::~LogPruner() {
    {
        const std::lock_guard lock(mutex_);
        ends_ = true;
    }
    wake_.notify_all();
    if (thread_.joinable()) thread_.join();
}

void LogPruner::run() {
    std::unique_lock lock(mutex_);
    std::chrono::seconds pause = drop_interval;
    while (!wake_.wait_for(lock, pause, [this] { return ends_; })) {
        lock.unlock();
        pause = drop_interval;
        try {
            const auto now = std::chrono::system_clock::now().time_since_epoch();
            const auto now_ms = std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
            const std::int64_t dropped = session_.use([&](Connection& connection) {
                return drop_logs(connection, retention_, now_ms, most_logs_at_once, after_ms_);
            });
            if (dropped == most_logs_at_once) pause = full_drop_interval;
        } catch (const DatabaseError&) {  // the next look tries again
        }
        lock.lock();
    }
}

}  // namespace cubilete::storage::postgres
