#pragma once

#include "server/core/config.hpp"
#include "storage/backend.hpp"

namespace cubilete::server {

/// Waits until the database takes connections, for as long as the operator lets it. Meanwhile /healthz is answered with
/// 200 and everything else with 503. Returns false if SIGTERM or SIGINT came. Throws boost::system::system_error if the
/// port cannot be used.
bool wait_for_database(const Config& config, const storage::Backend& database);

}  // namespace cubilete::server
