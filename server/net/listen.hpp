#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "server/core/net.hpp"

namespace cubilete::server {

/// Binds the port at every address of `host`; without IPv6 on this machine, at the others. Port 0: any free one, the same
/// at all addresses. Nobody can connect until each listens. Throws boost::system::system_error if that fails, for example
/// because somebody listens there.
std::vector<Acceptor> bind_addresses(const Executor& executor, const std::string& host, std::uint16_t port);
/// Binds the port and listens.
std::vector<Acceptor> listen(const Executor& executor, const std::string& host, std::uint16_t port);

}  // namespace cubilete::server
