#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace cubilete::server {

/// `cubilete simulate --game ID (--seats N | --house LEVEL,...) --games N --seed S [--options JSON]
/// [--json]`: plays games between random players, or between built-in bots in the order of seats
/// (protocol/simulation.hpp). It prints the speed, the lengths and the scores as tables or as one JSON
/// object. The same seed gives the same games; without one a new seed is chosen and printed. Wrong arguments
/// are reported on `err`.
///
/// `cubilete simulate --figures [--games N] [--json]`: computes the figures of the rule book that the
/// built-in bots must reach, and compares them; with --games it also plays.
///
/// Returns the exit code: 0; 1 if a figure is wrong; 2 for wrong arguments.
int run_simulate(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err);

}  // namespace cubilete::server
