#pragma once

#include <nlohmann/json.hpp>

namespace cubilete::protocol {

/// JSON as it goes over the wire: objects keep the order in which their members were written.
using Json = nlohmann::ordered_json;

}  // namespace cubilete::protocol
