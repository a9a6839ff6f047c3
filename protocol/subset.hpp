#pragma once

#include <optional>
#include <string>

#include "protocol/json.hpp"

namespace cubilete::protocol {

/// Returns the first difference between `got` and what is expected of it, as "view/turn/dice/4: expected 5, got 4";
/// nullopt if there is none. Of an object only the expected members are compared; an expected null or false may
/// also be left out. Of an array every element is compared, unless the expected array ends with "…", which stands
/// for any further elements. All other values must be equal. `path` is the prefix of the place in the message.
std::optional<std::string> difference(const Json& expected, const Json& got, const std::string& path);

}  // namespace cubilete::protocol
