#include "server/room/password_hash.hpp"

#include <array>
#include <new>

#include <sodium.h>

namespace cubilete::server {
namespace {

constexpr unsigned long long passes = 2;
constexpr std::size_t memory = 8 * 1024 * 1024;

}  // namespace

std::string compute_password_hash(const std::string& password) {
    std::array<char, crypto_pwhash_STRBYTES> hash{};
    if (crypto_pwhash_str(hash.data(), password.data(), password.size(), passes, memory) != 0)
        throw std::bad_alloc();
    return hash.data();
}

bool password_matches(const std::string& hash, const std::string& password) {
    return crypto_pwhash_str_verify(hash.c_str(), password.data(), password.size()) == 0;
}

}  // namespace cubilete::server
