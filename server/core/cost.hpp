#pragma once

#include <cstddef>

namespace cubilete::server {

/// The extra cost of a request: what it made the server send and write. Charged in requests, of which a
/// player has Limits::requests_of_player, so that no small request is worth more to a stranger than another.
struct Cost {
    std::size_t bytes = 0;   ///< sent, or passed on to another node
    std::size_t frames = 0;  ///< sent to others, but for the pushes of a match
    std::size_t rows = 0;    ///< written

    constexpr int requests() const { return static_cast<int>(bytes / (16 * 1024) + frames / 64 + rows / 4); }
};

}  // namespace cubilete::server
