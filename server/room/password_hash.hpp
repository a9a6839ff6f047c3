#pragma once

#include <string>

/// Hashes of room passwords. A hash takes about ten milliseconds and 8 MiB on purpose, so that passwords
/// cannot be guessed from a stolen file. It is computed away from the rooms' threads (Services::aside). Safe from
/// any thread.
namespace cubilete::server {

/// Returns the Argon2id hash with its salt, as text. Throws std::bad_alloc if there is not enough memory.
std::string compute_password_hash(const std::string& password);
/// Whether `password` has that hash; false also for text that is no hash.
bool password_matches(const std::string& hash, const std::string& password);

}  // namespace cubilete::server
