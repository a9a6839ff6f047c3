#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include "storage/postgres/connection.hpp"
#include "storage/postgres/schema.hpp"

namespace cubilete::storage::postgres {

/// A connection that only reads. One thread at a time.
class Reader {
  public:
    /// Throws DatabaseError if the data are missing or have another version.
    explicit Reader(Url url) : url_(std::move(url)) {
        open();
        refuse_other_schema(*connection_, url_.name());
    }

    /// Calls `action(Connection&)`; all its reads see the same state. If the connection is lost, for instance
    /// because the database was restarted meanwhile, it is called a second time. Throws DatabaseError.
    template <class Action>
    auto snapshot(Action action) {
        try {
            return once(action);
        } catch (const ConnectionLost&) {
            open();
            return once(action);
        }
    }

    /// Like snapshot(), but does not try again.
    template <class Action>
    auto once(Action action) {
        reopen_after_failover();
        connection_->query("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY");
        const RollBackAtEnd end{*this};
        return action(*connection_);
    }
    /// One statement; otherwise like snapshot().
    template <class... Each>
    Rows query(const std::string& sql, const Each&... values) {
        try {
            reopen_after_failover();
            return connection_->query(sql, values...);
        } catch (const ConnectionLost&) {
            open();
            return connection_->query(sql, values...);
        }
    }

  private:
    /// Not on a host that has let others down since: it may answer them no more, or be a primary that was replaced.
    void reopen_after_failover() {
        if (!connection_ || opened_at_ != url_.failovers()) open();
    }

    void open() {
        connection_.reset();
        opened_at_ = url_.failovers();
        // Not a standby: it may lack what has just been confirmed.
        auto connection = std::make_unique<Connection>(url_, "cubilete:reading");
        confirm_durability(*connection);
        connection->set_timeout(std::chrono::seconds(60));
        connection_ = std::move(connection);
    }

    /// Throws ConnectionLost if the database shows what may still be lost. After a restart it shows commits that had waited
    /// for a standby. A write that is confirmed now proves that they are safe; this one leaves no row.
    void confirm_durability(Connection& connection) {
        connection.query("SELECT set_config('synchronous_commit', 'on', false)");
        connection.query("SELECT pg_logical_emit_message(true, 'cubilete', 'reading')");
        if (connection.warned()) throw ConnectionLost(url_.name() + ": does not answer for its standby");
    }

    /// Ends the transaction, in whatever state it is.
    struct RollBackAtEnd {
        Reader& reader;
        ~RollBackAtEnd() {
            try {
                reader.connection_->query("ROLLBACK");
            } catch (const DatabaseError&) {
                reader.connection_.reset();
            }
        }
    };

    Url url_;
    unsigned opened_at_ = 0;  ///< Url::failovers() at that time
    std::unique_ptr<Connection> connection_;
};

}  // namespace cubilete::storage::postgres
