#pragma once

#include <string_view>

#include "protocol/wire.hpp"

namespace cubilete {

/// Reads a member of a view that is written only if it is true.
inline bool read_flag(const protocol::Field& json, std::string_view member) {
    const auto flag = json.find(member);
    if (flag && !flag->flag()) flag->refuse(protocol::Code::bad_message, "false is left out");
    return flag.has_value();
}

}  // namespace cubilete
