#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace cubilete::server {

/// `cubilete backup DEST [--data DIR | --database URL]`: copies the data of a server, which may be running, to the
/// data file DEST, or into the directory DEST under a name with the time (storage/backend.hpp describes the copy).
/// An existing DEST is replaced only when the new copy is complete and verified. Ctrl-C stops it and leaves no
/// file.
///
/// Prints the name and size of the file to `out`, errors to `err`. Returns the exit code: 0; 1 if there is no
/// backup; 2 for wrong arguments.
int run_backup(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err);

}  // namespace cubilete::server
