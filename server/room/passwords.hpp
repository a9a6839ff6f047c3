#pragma once

#include <string>

/// What guards a room. A hash takes some ten milliseconds and 8 MiB on purpose, so it is made away from the
/// strands (Services::aside): too slow for guessing from a stolen file, not slow enough to be waited for.
/// Safe from any thread.
namespace cubilete::server {

/// Argon2id with its salt, as text. Throws std::bad_alloc where there is no memory for it.
std::string password_hash(const std::string& password);
bool password_fits(const std::string& hash, const std::string& password);

}  // namespace cubilete::server
