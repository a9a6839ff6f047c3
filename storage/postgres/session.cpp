#include "storage/postgres/session.hpp"

#include "storage/postgres/nodes.hpp"

namespace cubilete::storage::postgres {

void PostgresSession::open() {
    if (connection_) return;
    connection_ = std::make_unique<Connection>(url_, name_);
    connection_->set_timeout(timeout_);
    connection_->query("SELECT set_config('synchronous_commit', 'on', false)");
    // While the database waits for its standby, it does not notice that nobody waits for it any more.
    terminate_connections(*connection_, name_);
}

bool PostgresSession::is_transient(const std::string& state) {
    return state.starts_with("40") || state.starts_with("53") || state.starts_with("57") ||
           state == "25006" || state == "55P03";
}

}  // namespace cubilete::storage::postgres
