#pragma once

#include <iosfwd>
#include <string>
#include <variant>
#include <vector>

#include "server/core/config.hpp"

namespace cubilete::server {

/// Reads the arguments of `cubilete serve` (without these two words). A flag wins over the environment, the
/// environment over the file named by --config, and the file over the defaults. Returns an exit code instead
/// of a Config: 0 after --help, --help-markdown or `--limit help`, which are written to `out`; 2 after a
/// message on `err` that names the wrong setting.
std::variant<Config, int> read_config(std::vector<std::string> arguments, std::ostream& out,
                                      std::ostream& err);

}  // namespace cubilete::server
