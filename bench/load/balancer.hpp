#pragma once

#include <string>
#include <vector>

namespace cubilete::bench {

/// Passes each connection to a random one of these ports of this machine, on one thread. Writes its port to the file
/// and runs until the process ends.
[[noreturn]] void serve_balancer(const std::string& port_file, const std::vector<int>& ports);

}  // namespace cubilete::bench
