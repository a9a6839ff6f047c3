#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace cubilete::server {

/// `cubilete backup DEST [--data DIR]`: copies the data of a server, running or not, to the file DEST, or into
/// the directory DEST under a name that tells the time (storage/backup.hpp says what the copy is worth). An
/// older DEST is replaced once the new one is whole and verified. Ctrl-C breaks it off and leaves nothing.
///
/// Prints the file's name and size to `out`, what went wrong to `err`. The exit code: 0, 1 when there is no
/// backup, 2 when the flags make no sense.
int run_backup(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err);

}  // namespace cubilete::server
