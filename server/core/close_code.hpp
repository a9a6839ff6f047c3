#pragma once

#include <cstdint>

namespace cubilete::server {

/// Why the server ends a connection (protocol/README.md, section 1).
enum class CloseCode : std::uint16_t {
    restart = 1012,   ///< the server stops or restarts
    no_hello = 4001,  ///< no accepted hello in time
    abuse = 4002,     ///< too many messages, pings or wrong device codes, or a message took too long
    too_slow = 4008,  ///< the client does not read what it is sent
    too_many = 4009,  ///< the network has too many sockets
    deleted = 4010,   ///< the player deleted their account
    banned = 4011,    ///< the server's operator has banned the player or the network
};

/// The number that is sent in the close frame.
constexpr int number(CloseCode code) { return static_cast<int>(code); }

}  // namespace cubilete::server
