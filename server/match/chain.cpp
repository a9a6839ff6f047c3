#include "server/match/chain.hpp"

#include <array>
#include <initializer_list>
#include <stdexcept>

#include <sodium.h>

namespace cubilete::server {
namespace {

/// Returns the SHA-256 of the parts, each preceded by its length as four bytes, big-endian. So different
/// lists of parts give different input.
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

std::string chain_hash(int chain, std::string_view previous, const storage::LogEntry& entry) {
    const std::string commitment = hash_parts({"cubilete/draws/1", entry.salt, entry.draws});
    const std::string seq = std::to_string(entry.seq);
    const std::string prompt = std::to_string(entry.prompt);
    switch (chain) {
        case 1:
            return hash_parts({"cubilete/entry/1", previous, seq, entry.by, entry.message_id, prompt,
                               entry.move, commitment});
        case 2:
            return hash_parts({"cubilete/entry/2", previous, seq, entry.by, entry.message_id, prompt,
                               entry.move, commitment, std::to_string(entry.at_ms),
                               std::to_string(entry.left_ms), entry.extra});
    }
    throw std::logic_error("there is no form " + std::to_string(chain) + " of the hash chain");
}

}  // namespace cubilete::server
