#pragma once

#include <string_view>

namespace cubilete::server {

/// The version of this program, such as "0.1.0".
extern const std::string_view program_version;

}  // namespace cubilete::server
