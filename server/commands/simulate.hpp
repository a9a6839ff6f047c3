#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace cubilete::server {

/// `cubilete simulate --game ID (--seats N | --house LEVEL,...) --games N --seed S [--options JSON] [--json]`: plays
/// games between random players, or those of the house in the order of seats (simulation.hpp), and prints how fast that went, how long they were and what was scored, as
/// tables or as one JSON object. The same seed gives the same games; without one a new seed is made and
/// printed. What is wrong with the flags is said on `err`.
///
/// `cubilete simulate --figures [--games N] [--json]`: the figures of the rule book that the house must come to, and
/// what it comes to; with --games it also plays.
///
/// The exit code: 0, 1 when a figure is off, or 2 when the flags make no sense.
int run_simulate(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err);

}  // namespace cubilete::server
