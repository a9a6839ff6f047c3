#pragma once

#include <cstdlib>
#include <iostream>
#include <string_view>

namespace cubilete::bench {

/// The text between `before` and the first character of `end`; empty if `before` is not found.
inline std::string_view between(std::string_view text, std::string_view before, std::string_view end) {
    const std::size_t at = text.find(before);
    if (at == text.npos) return {};
    const std::size_t from = at + before.size();
    return text.substr(from, text.find_first_of(end, from) - from);
}

/// Stops the program: a measurement in which moves are refused is invalid.
[[noreturn]] inline void surprised(std::string_view by) {
    std::cerr << "the server says " << by << '\n';
    std::exit(1);
}

}  // namespace cubilete::bench
