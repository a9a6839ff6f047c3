#pragma once

#include <source_location>
#include <stdexcept>
#include <string>

namespace cubilete {

[[noreturn]] inline void broken_promise(std::source_location where = std::source_location::current()) {
    throw std::logic_error(std::string(where.file_name()) + ':' + std::to_string(where.line()) +
                           ": a promise of this program was broken");
}

/// States what our own code promises. Never for input: a false condition is a bug in this program, in every
/// build, and throws std::logic_error, which is caught at the edge of the actor (the room freezes, the
/// process lives).
constexpr void require(bool promise, std::source_location where = std::source_location::current()) {
    if (!promise) [[unlikely]]
        broken_promise(where);
}

}  // namespace cubilete
