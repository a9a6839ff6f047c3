#pragma once

#include <source_location>
#include <stdexcept>
#include <string>

namespace cubilete {

[[noreturn]] inline void throw_contract_violation(
    std::source_location where = std::source_location::current()) {
    throw std::logic_error(std::string(where.file_name()) + ':' + std::to_string(where.line()) +
                           ": a promise of this program was broken");
}

/// Checks an assumption about our own code; never use it for input from outside. In every build a false
/// condition throws std::logic_error with file and line. The room catches it: the room stops, the process
/// continues.
constexpr void require(bool condition, std::source_location where = std::source_location::current()) {
    if (!condition) [[unlikely]]
        throw_contract_violation(where);
}

}  // namespace cubilete
