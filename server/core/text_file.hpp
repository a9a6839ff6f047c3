#pragma once

#include <string>

namespace cubilete::server {

/// Reads a file of at most 64 MiB that somebody has named. Throws std::runtime_error, which names it, for a folder as well.
std::string read_text_file(const std::string& name);

}  // namespace cubilete::server
