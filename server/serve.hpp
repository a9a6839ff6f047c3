#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace cubilete::server {

/// `cubilete serve` with these arguments. Returns the exit code: 0 after the server was stopped, 1 if it
/// cannot start, 2 for a wrong setting.
int run_serve(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err);

}  // namespace cubilete::server
