#pragma once

#include <string>
#include <vector>

#include "server/core/address.hpp"
#include "server/core/net.hpp"

namespace cubilete::server {

/// The addresses of this machine that others may know, that of the way to the internet first; without loopback
/// and link-local ones. It asks the system, since a laptop changes them while the server runs.
std::vector<IpAddress> local_addresses();

/// The URLs, such as http://192.168.1.5:8080, under which others can reach a server that listens at these
/// endpoints on a machine with these addresses; none if it listens for this machine only.
std::vector<std::string> reachable_urls(const std::vector<Endpoint>& endpoints,
                                        const std::vector<IpAddress>& own);

}  // namespace cubilete::server
