#pragma once

#include <optional>
#include <string>

#include "protocol/json.hpp"

namespace cubilete::protocol {

/// Where `got` first differs from what is expected of it, as "view/turn/dice/4: expected 5, got 4"; nothing
/// when it fits. Of an object only the expected members count. Of an array every element counts, unless the
/// expected one ends with "…", which stands for whatever follows. Anything else must be equal.
/// `path` is the place of both.
std::optional<std::string> difference(const Json& expected, const Json& got, const std::string& path);

}  // namespace cubilete::protocol
