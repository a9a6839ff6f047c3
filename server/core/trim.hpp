#pragma once

#include <cstddef>
#include <string_view>

namespace cubilete::server {

/// Returns `text` without the `blanks` around it: usually spaces and tabs, as HTTP defines optional white space
/// (RFC 9110, 5.6.3).
inline std::string_view trim(std::string_view text, std::string_view blanks = " \t") {
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

}  // namespace cubilete::server
