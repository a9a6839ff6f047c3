#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "storage/postgres/connection.hpp"

namespace cubilete::storage::postgres {

/// A connection that writes and reads in turn, opened when it is needed and again after every failure. Any thread;
/// one call waits for another.
class PostgresSession {
  public:
    /// `name`: of the connection at the database. No other connection has it: a new one ends what is left of the former.
    PostgresSession(Url url, std::string name, std::chrono::milliseconds timeout = std::chrono::seconds(2))
        : url_(std::move(url)), name_(std::move(name)), timeout_(timeout) {}

    /// Calls `action(Connection&)`. Whatever it throws ends the connection and so its transaction. Throws ConnectionLost also
    /// for what the database refuses only for now.
    template <class Action>
    auto use(Action action) {
        const std::lock_guard lock(mutex_);
        try {
            open();
            return action(*connection_);
        } catch (const SqlError& refused) {
            connection_.reset();
            if (is_transient(refused.state)) throw ConnectionLost(refused.what());
            throw;
        } catch (...) {
            connection_.reset();
            throw;
        }
    }

    /// Throws ConnectionLost if the database does not answer for what `connection` has just committed.
    static void require_durable(const Connection& connection) {
        if (connection.warned()) throw ConnectionLost("the database does not answer for its standby");
    }

  private:
    void open();
    /// The database is short of something for the moment, starts or ends, or was in a conflict.
    static bool is_transient(const std::string& state);

    const Url url_;
    const std::string name_;
    const std::chrono::milliseconds timeout_;
    std::mutex mutex_;
    std::unique_ptr<Connection> connection_;
};

}  // namespace cubilete::storage::postgres
