#include "server/match/chain.hpp"

#include <array>
#include <initializer_list>

#include <sodium.h>

namespace cubilete::server {
namespace {

/// SHA-256 over parts, each preceded by its length as four bytes, big-endian: no two lists of parts are
/// alike.
std::string hash_parts(std::initializer_list<std::string_view> parts) {
    crypto_hash_sha256_state state;
    crypto_hash_sha256_init(&state);
    for (std::string_view part : parts) {
        const auto length = static_cast<std::uint32_t>(part.size());
        const std::array<unsigned char, 4> head{
            static_cast<unsigned char>(length >> 24), static_cast<unsigned char>(length >> 16),
            static_cast<unsigned char>(length >> 8), static_cast<unsigned char>(length)};
        crypto_hash_sha256_update(&state, head.data(), head.size());
        crypto_hash_sha256_update(&state, reinterpret_cast<const unsigned char*>(part.data()), part.size());
    }
    std::string hash(crypto_hash_sha256_BYTES, '\0');
    crypto_hash_sha256_final(&state, reinterpret_cast<unsigned char*>(hash.data()));
    return hash;
}

}  // namespace

std::string chain_root(std::string_view match) { return hash_parts({"cubilete/match/1", match}); }

std::string chain_hash(std::string_view previous, const storage::LogEntry& entry) {
    const std::string commitment = hash_parts({"cubilete/draws/1", entry.salt, entry.draws});
    return hash_parts({"cubilete/entry/1", previous, std::to_string(entry.seq), entry.by, entry.message_id,
                       std::to_string(entry.prompt), entry.move, commitment});
}

std::string hex(std::string_view hash) {
    std::string text(hash.size() * 2 + 1, '\0');
    sodium_bin2hex(text.data(), text.size(), reinterpret_cast<const unsigned char*>(hash.data()),
                   hash.size());
    text.pop_back();
    return text;
}

}  // namespace cubilete::server
