#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace cubilete::server {

/// `cubilete migrate --database URL [--contract]`: brings the tables in a PostgreSQL to a newer version, or creates
/// them. Without --contract older servers can go on; with it they cannot, and it refuses while one runs. A data
/// file needs no such command: the server that opens it does it.
///
/// Prints the versions before and after to `out`, errors to `err`. Returns the exit code: 0; 1 if nothing was
/// changed; 2 for wrong arguments.
int run_migrate(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err);

}  // namespace cubilete::server
