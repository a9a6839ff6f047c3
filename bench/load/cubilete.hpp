#pragma once

#include <string>
#include <vector>

namespace cubilete::bench {

/// Returns the command that serves this data directory with the program, without the limits that stop players
/// who are as fast as possible and all come from one address.
std::vector<std::string> serve_command(const std::string& program, const std::string& data,
                                       const std::string& port_file, int threads);

/// Makes an empty directory; returns its name.
std::string fresh(const std::string& directory);

/// A process needs two file descriptors per table; the servers that it starts inherit the limit.
void raise_descriptors();

}  // namespace cubilete::bench
