#pragma once

#include <atomic>

namespace cubilete::server {

/// For a command that copies: from the call on, SIGINT and SIGTERM set the returned flag instead of ending the
/// process.
const std::atomic<bool>& interrupted();

}  // namespace cubilete::server
