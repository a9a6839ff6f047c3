#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace cubilete::server {

/// `cubilete check [PLACE]`: looks through a data directory (the one that `serve` takes by default), or one
/// file such as a backup, without changing it; a server may be running on it. Checked are every page and
/// reference; that each open room has the match it names; and each match, running or finished: its entries
/// follow each other by the rules, fit their hashes, and lead to the result and scores on record. A match of
/// another version of its rules cannot be replayed: only its hashes are checked, and a note says so.
///
/// Prints a line for each finding ("FAIL m_…: …") and a summary to `out`, what cannot be checked to `err`.
/// The exit code: 0 when all is sound, 1 when something is not, 2 when it could not be checked.
int run_check(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err);

}  // namespace cubilete::server
