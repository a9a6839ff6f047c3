#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cubilete::server {

/// Appends to `frames` the frame of a server with this text: a whole message, not masked (RFC 6455 5.2).
inline void append_text_frame(std::string& frames, std::string_view text) {
    constexpr char final_text = '\x81';
    constexpr std::size_t most_short = 125;
    constexpr std::size_t most_16_bits = 0xFFFF;
    const std::size_t size = text.size();
    const int length_bytes = size <= most_short ? 0 : size <= most_16_bits ? 2 : 8;
    frames += final_text;
    frames += static_cast<char>(length_bytes == 0 ? size : length_bytes == 2 ? 126 : 127);
    for (int byte = length_bytes - 1; byte >= 0; --byte)
        frames += static_cast<char>((size >> (8 * byte)) & 0xFF);
    frames += text;
}

}  // namespace cubilete::server
