#pragma once

#include <atomic>

namespace cubilete::server {

/// For a command that copies: from the call on, SIGINT and SIGTERM set the returned flag instead of ending the
/// process.
const std::atomic<bool>& install_interrupt_handler();

}  // namespace cubilete::server
