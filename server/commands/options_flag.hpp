#pragma once

#include <string>

#include "engine/rules.hpp"

namespace cubilete::server {

/// Reads the value of a tool's `--options`, a JSON object; omitted options get the game's defaults. Throws
/// CLI::ValidationError, which names the flag and the option.
OptionValues read_options_flag(const GameInfo& game, const std::string& text);

}  // namespace cubilete::server
