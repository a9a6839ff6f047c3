#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace cubilete::server {

/// `cubilete import --data DIR|FILE --database URL`: copies all data of a data directory, or of a file such as a
/// backup, into an empty database of PostgreSQL, in one transaction. The data are checked first, and not
/// changed. No server may use either side meanwhile. Ctrl-C stops it and leaves the database as it was.
///
/// Prints what it brought to `out`, errors to `err`. Returns the exit code: 0; 1 if nothing was imported; 2 for
/// wrong arguments.
int run_import(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err);

}  // namespace cubilete::server
