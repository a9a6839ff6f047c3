#pragma once

#include <array>
#include <string_view>

namespace cubilete::server {

/// Returns the SHA-256 of the bytes. It is computed by libcrypto, which uses the processor's instructions
/// for it; libsodium does not, and takes three times as long. Any thread. Throws std::runtime_error if
/// libcrypto has no SHA-256.
std::array<unsigned char, 32> sha256(std::string_view bytes);

}  // namespace cubilete::server
