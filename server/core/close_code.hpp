#pragma once

#include <cstdint>

namespace cubilete::server {

/// Why the server ends a connection (PROTOCOL 2).
enum class CloseCode : std::uint16_t {
    restart = 1012,
    no_hello = 4001,
    abuse = 4002,
    origin = 4003,
    too_slow = 4008,
    too_many = 4009,
    deleted = 4010,
};

/// As it goes over the wire.
constexpr int number(CloseCode code) { return static_cast<int>(code); }

}  // namespace cubilete::server
