#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace cubilete::server::spar {

/// `cubilete spar --port N --game ID [--seed S] …`: tests a bot. The bot connects as to any server, plays
/// real matches against built-in bots, and meets every fault that the protocol allows. The report on `out`
/// lists the rules that it broke, with the frames.
///
/// Returns the exit code: 0 if no rule was broken; 1 if one was, or if the run did not come to its end; 2 for
/// wrong arguments; 3 if the server could not start or no bot came; 4 if the record could not be written.
int run(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err);

}  // namespace cubilete::server::spar
