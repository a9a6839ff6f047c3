#pragma once

#include <string_view>

namespace cubilete::server {

/// The version of this program, such as "0.2.0".
extern const std::string_view program_version;

/// The first twelve digits of the commit that it was built from; empty if that is not known.
extern const std::string_view program_commit;

}  // namespace cubilete::server
