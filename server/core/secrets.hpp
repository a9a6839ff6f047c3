#pragma once

#include <string>
#include <string_view>

/// Names and secrets that nobody can guess, from libsodium's generator. Safe from any thread.
namespace cubilete::server {

/// 256 random bits in base64url: what a client proves itself by. Only its hash is ever stored.
std::string random_token();
/// SHA-256 of a token's text, 32 bytes.
std::string hash_of(std::string_view token);
/// Returns two lower-case hexadecimal digits per byte.
std::string hex(std::string_view bytes);
/// `prefix` and 96 random bits in base64url, e.g. "p_9fQ0…".
std::string random_id(std::string_view prefix);
/// 32 random bytes.
std::string random_salt();

/// Six characters that are hard to confuse when read aloud (no 0 O 1 I L).
std::string random_room_code();
/// Eight of the same characters: what a further device proves itself by, once.
std::string random_device_code();
bool is_room_code(std::string_view text);

}  // namespace cubilete::server
