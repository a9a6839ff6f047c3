#pragma once

#include <cstddef>
#include <string_view>

namespace cubilete::server {

/// Returns `text` without the spaces and tabs around it, as HTTP defines optional white space (RFC 9110,
/// 5.6.3).
inline std::string_view trim(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

}  // namespace cubilete::server
