#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace cubilete::server {

/// `cubilete referee FILE…`: plays scenarios (protocol/scenario.hpp) and prints one line for each to `out`:
/// "pass NAME" or "FAIL NAME: step 4: …". For a folder it plays all its *.json, sorted by name. `err` gets
/// the files that are no scenarios, with the reason, and the totals if there is more than one file.
///
/// Returns the exit code: 0 if all passed, 1 if one failed, 2 if one could not be read.
int run_referee(const std::vector<std::string>& files, std::ostream& out, std::ostream& err);

}  // namespace cubilete::server
