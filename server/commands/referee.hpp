#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace cubilete::server {

/// `cubilete referee FILE…`: plays scenarios (protocol/scenario.hpp) and prints one line each to `out`: "pass
/// NAME" or "FAIL NAME: step 4: …". Of a folder all its *.json are played, by name. What is no scenario is
/// named on `err` with the reason; so are the totals of more than one file.
///
/// The exit code: 0 when all passed, 1 when one failed, 2 when one could not be read.
int run_referee(const std::vector<std::string>& files, std::ostream& out, std::ostream& err);

}  // namespace cubilete::server
