#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace cubilete::server {

/// `cubilete check [PLACE | --data PLACE | --database URL]`: checks a data directory (by default the one of `serve`), one file, such
/// as a backup, or a PostgreSQL, without changing it; a server may be running on it. It checks every page and
/// reference, that each open room has the match it names, and each match: its entries follow each other by the
/// rules, fit their hashes, and lead to the stored result and scores; the dice of each finished match with a proof
/// are verified (docs/fairness.md). A match of another version of its rules cannot be replayed: only its hashes are
/// checked. This is noted if the match is finished, and an error if it is in progress.
///
/// Prints a line per error ("FAIL m_…: …") and a summary to `out`; errors that prevent the check to `err`.
/// Returns the exit code: 0 if everything is correct, 1 if not, 2 if it could not be checked or for wrong
/// arguments.
int run_check(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err);

}  // namespace cubilete::server
