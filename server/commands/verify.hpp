#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace cubilete::server {

/// `cubilete verify RECORD | --data DIR | --database URL`: checks the dice of finished matches (docs/fairness.md) and
/// plays them again by the rules of their games. RECORD is a file with the JSON of the API, or the URL of the API
/// or of the page that shows the match. `--data` and `--database` check the matches of a data directory or a
/// PostgreSQL, while a server may be running on it; `--match` only one of them. `--own` compares with a player's
/// notes.
///
/// Prints a verdict a match to `out`; wrong arguments, and data that cannot be read, to `err`. Returns the exit
/// code of the verdict (DiceVerdict::exit_code()). Of several matches the first counts that occurs: 1 false,
/// 2 not verifiable, 3 the server's dice, 0 fair. Returns 2 if there was nothing to verify.
int run_verify(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err);

}  // namespace cubilete::server
