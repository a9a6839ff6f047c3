#pragma once

#include <atomic>

#include "storage/postgres/connection.hpp"
#include "storage/transfer.hpp"

namespace cubilete::storage::postgres {

/// Carries out all writes of an export in one transaction, in a database without data. No server can use the
/// database meanwhile. Throws as Backend::import_all().
void import_all(const Url& url, const WriteProducer& produce, const std::atomic<bool>& cancelled);

}  // namespace cubilete::storage::postgres
