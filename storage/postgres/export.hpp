#pragma once

#include "storage/postgres/connection.hpp"
#include "storage/transfer.hpp"

namespace cubilete::storage::postgres {

/// Passes on all data as the transaction of this connection sees them: writes that make the same data from none.
void export_all(Connection& connection, const WriteConsumer& consume);

}  // namespace cubilete::storage::postgres
