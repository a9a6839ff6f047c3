#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace cubilete::server::spar {

/// `cubilete spar --port N --game ID [--seed S] …`: a server for authors of bots. The bot that connects is seated
/// with players of the house and meets, in a real match, everything that the protocol says may happen; then the
/// report on `out` says which rule it broke, with the frames.
///
/// The exit code: 0 when no rule was broken, 1 when one was or the match did not come to its end, 2 when the flags make
/// no sense, 3 when the server cannot be opened.
int run(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err);

}  // namespace cubilete::server::spar
