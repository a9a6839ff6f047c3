#pragma once

#include "storage/postgres/connection.hpp"

namespace cubilete::storage::postgres {

/// A transaction of a connection. The destructor rolls back unless it was committed.
class Transaction {
  public:
    explicit Transaction(Connection& connection) : connection_(connection) { connection_.query("BEGIN"); }
    ~Transaction() {
        if (done_) return;
        try {
            connection_.query("ROLLBACK");
        } catch (const DatabaseError&) {  // the database does it when the connection ends
        }
    }
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;

    void commit() {
        connection_.query("COMMIT");
        done_ = true;
    }

  private:
    Connection& connection_;
    bool done_ = false;
};

}  // namespace cubilete::storage::postgres
