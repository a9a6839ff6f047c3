#pragma once

#include <atomic>

#include "storage/postgres/connection.hpp"
#include "storage/transfer.hpp"

namespace cubilete::storage::postgres {

/// Carries out all writes of an export in one transaction, in a database without data. No server can use the
/// database meanwhile. Throws as Backend::import_all().
void import_all(const Url& url, const PassOn& pass_on, const std::atomic<bool>& broken_off);

}  // namespace cubilete::storage::postgres
