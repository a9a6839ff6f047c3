#pragma once

#include <string>

#include "engine/rules.hpp"

namespace cubilete::server {

/// The value of a tool's `--options`, a JSON object, with the game's defaults for what it leaves out. Throws
/// CLI::ValidationError, which names the flag and the option.
OptionValues read_options_flag(const Info& game, const std::string& text);

}  // namespace cubilete::server
