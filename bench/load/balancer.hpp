#pragma once

#include <string>
#include <vector>

namespace cubilete::bench {

/// Passes each connection to one of these ports of this machine, on one thread: by the room that its address names, as
/// the balancer of docker/haproxy.cfg does, or else to a random one. Writes its port to the file
/// and runs until the process ends.
[[noreturn]] void serve_balancer(const std::string& port_file, const std::vector<int>& ports);

}  // namespace cubilete::bench
