#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "storage/error.hpp"
#include "storage/postgres/values.hpp"

struct pg_conn;
struct pg_result;

/// The only way to PostgreSQL; connection.cpp is the only file that knows its library.
namespace cubilete::storage::postgres {

/// The connection was lost, could not be opened, or made no progress. Nobody knows whether what was sent was
/// carried out.
struct ConnectionLost : DatabaseUnavailable {
    using DatabaseUnavailable::DatabaseUnavailable;
};

/// The database refused a statement, and with it everything that was sent together with it.
struct SqlError : DatabaseError {
    SqlError(const std::string& what, std::string sqlstate)
        : DatabaseError(what), state(std::move(sqlstate)) {}
    std::string state;  ///< five characters: the SQLSTATE
};

/// The rows that a statement returned.
class Rows {
  public:
    /// Takes over the result.
    explicit Rows(pg_result* result);

    std::size_t size() const;
    bool empty() const { return size() == 0; }
    std::string tag() const;  ///< what was done, such as "COMMIT" or "UPDATE 1"

  private:
    friend class PostgresColumns;
    friend class Connection;
    std::shared_ptr<pg_result> result_;
};

/// Reads the columns of a row from left to right.
class PostgresColumns {
  public:
    PostgresColumns(const Rows& rows, std::size_t row) : rows_(rows), row_(static_cast<int>(row)) {}

    std::string text();  ///< text or bytes
    std::int64_t number();
    int int32() { return static_cast<int>(number()); }
    bool flag() { return number() != 0; }
    /// Passes over the next column if it is NULL; returns whether it was.
    bool skip_null();

  private:
    const Rows& rows_;
    int row_;
    int column_ = 0;
};

/// Where the database is: a URL of PostgreSQL. What it leaves out comes from the environment (PGPASSWORD,
/// PGPASSFILE ...), as for every program that uses its library.
class Url {
  public:
    /// Throws DatabaseError if it is not such a URL.
    explicit Url(std::string url);

    const std::string& text() const { return url_; }
    /// The URL without user, password and options, for messages.
    const std::string& name() const { return name_; }

    /// Options of the library that name the hosts in the order in which they are tried; none if there is one host.
    std::vector<std::pair<const char*, std::string>> rotated_hosts() const;
    /// A host of the URL has let a connection down: from now on every copy of this URL tries the next one first. Any
    /// thread.
    void report_failure(const std::string& host, const std::string& port) const;
    /// How often that has happened.
    unsigned failovers() const { return rotation_->failovers; }

  private:
    struct HostRotation {
        std::atomic<std::size_t> first = 0;  ///< of the hosts
        std::atomic<unsigned> failovers = 0;
    };

    std::string url_;
    std::string name_;
    std::map<std::string, std::vector<std::string>> hosts_;  ///< by option: "host", "hostaddr", "port"
    std::shared_ptr<HostRotation> rotation_ = std::make_shared<HostRotation>();
};

/// Whether the database takes connections now, also those of others: a database that refuses a password or has a
/// wrong certificate does. Waits up to two seconds. Nothing is sent but the names of user and database.
bool accepts_connections(const Url& url);

/// One connection, used by one thread at a time. Every function may throw ConnectionLost, after which the connection
/// must be destroyed, and SqlError.
class Connection {
  public:
    enum class Purpose { writing, reading };

    /// Connects to the first host that accepts writes (Url::report_failure). `application` names the connection at the database, at
    /// most 63 bytes. Throws ConnectionLost and SqlError, which name the database.
    Connection(const Url& url, const std::string& application, Purpose purpose = Purpose::writing);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    /// Sends all statements at once and waits for the results, one for each statement. A failing statement
    /// ends everything after it; then call roll_back().
    std::vector<Rows> run(std::span<const Statement> statements);
    void roll_back();
    /// Carries out one statement, which is parsed anew.
    template <class... Each>
    Rows query(const std::string& sql, const Each&... values) {
        return query(sql, SqlParameters::of(values...));
    }
    Rows query(const std::string& sql, const SqlParameters& values);
    /// Carries out several statements without parameters, as one transaction if they begin none.
    void execute(const std::string& script);

    /// True if a warning came during the last call. Near a COMMIT it means that the database does not answer
    /// for its standby.
    bool warned() const { return warned_; }
    /// Without a byte from the database for this time, a call throws ConnectionLost. It is 2 s at first.
    void set_timeout(std::chrono::milliseconds timeout) { timeout_ = timeout; }
    /// The process number of the server behind this connection.
    int backend_pid() const;

  private:
    void send(const Statement& statement, std::vector<bool>& preparations);
    std::vector<Rows> collect_results(const std::vector<bool>& preparations);
    pg_result* next_result();
    void wait_for_socket();
    [[noreturn]] void throw_connection_lost(const std::string& reason);

    const Url url_;
    std::string name_;
    pg_conn* connection_ = nullptr;
    bool warned_ = false;
    std::chrono::milliseconds timeout_{2'000};
    std::unordered_map<const char*, std::string> prepared_;
    std::size_t preparations_ = 0;
};

/// Returns the result of `read(columns)` for each row.
template <class Read>
auto map_rows(const Rows& rows, Read read) {
    std::vector<decltype(read(PostgresColumns(rows, 0)))> found;
    found.reserve(rows.size());
    for (std::size_t row = 0; row < rows.size(); ++row) found.push_back(read(PostgresColumns(rows, row)));
    return found;
}

/// Calls `visit(id, columns)` for each row; its first column is the id.
template <class Visit>
void each_of(const Rows& rows, Visit visit) {
    for (std::size_t row = 0; row < rows.size(); ++row) {
        PostgresColumns columns(rows, row);
        const std::string id = columns.text();
        visit(id, columns);
    }
}

/// Returns the result of `read(columns)` for the first row; nullopt if there is none.
template <class Read>
auto first_row(const Rows& rows, Read read) {
    std::optional<decltype(read(PostgresColumns(rows, 0)))> found;
    if (!rows.empty()) found = read(PostgresColumns(rows, 0));
    return found;
}

inline std::string read_text(PostgresColumns row) { return row.text(); }
inline std::int64_t read_number(PostgresColumns row) { return row.number(); }

}  // namespace cubilete::storage::postgres
