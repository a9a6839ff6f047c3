#pragma once

#include <string>
#include <string_view>

/// Unguessable names and secrets from libsodium's random generator. Safe from any thread.
namespace cubilete::server {

/// Returns 256 random bits in base64url: the secret by which a client authenticates. Only its hash is stored.
std::string random_token();
/// Returns the SHA-256 of the token's text, 32 bytes.
std::string hash_of(std::string_view token);
/// Returns two lower-case hexadecimal digits per byte.
std::string hex(std::string_view bytes);
/// Returns `prefix` and 96 random bits in base64url, e.g. "p_9fQ0…".
std::string random_id(std::string_view prefix);
/// Returns 32 random bytes.
std::string random_salt();

/// Returns six characters that are hard to confuse when read aloud (no 0 O 1 I L).
std::string random_room_code();
/// Returns eight characters of the same alphabet: the code by which another device logs in, once.
std::string random_device_code();
/// Whether `text` has the form of a room code; the room need not exist.
bool is_room_code(std::string_view text);
/// Returns the text with its small letters of ASCII as capitals: a code may be typed in any case.
std::string to_capitals(std::string_view text);
/// The reverse, for what is compared in any case.
std::string to_small_letters(std::string_view text);

}  // namespace cubilete::server
