#include "server/cluster/handshake.hpp"

#include <string>

#include <sodium.h>

#include "server/core/trim.hpp"

namespace cubilete::server::mesh {

namespace {

Mac mac_of(const Secret& key, std::string_view side, const HandshakeTranscript& both) {
    std::string signed_text(side);
    append(signed_text, both.hello);
    append(signed_text, Challenge{both.version, both.nonce, {}});
    static_assert(Secret::size == crypto_auth_hmacsha256_KEYBYTES);
    Mac mac;
    static_assert(sizeof(mac) == crypto_auth_hmacsha256_BYTES);
    crypto_auth_hmacsha256(mac.data(), reinterpret_cast<const unsigned char*>(signed_text.data()),
                           signed_text.size(), key.expose().data());
    return mac;
}

}  // namespace

Secret derive_key(std::string_view secret) {
    const std::string_view text = trim(secret, " \t\r\n");
    std::array<unsigned char, Secret::size> key;
    crypto_hash_sha256(key.data(), reinterpret_cast<const unsigned char*>(text.data()), text.size());
    Secret made{Secret::Bytes(key)};
    sodium_memzero(key.data(), key.size());
    return made;
}

Nonce random_nonce() {
    Nonce nonce;
    randombytes_buf(nonce.data(), nonce.size());
    return nonce;
}

Mac acceptor_mac(const Secret& key, const HandshakeTranscript& both) { return mac_of(key, "dialled", both); }

Mac initiator_mac(const Secret& key, const HandshakeTranscript& both) { return mac_of(key, "dialler", both); }

bool equal_in_constant_time(const Mac& one, const Mac& other) {
    return sodium_memcmp(one.data(), other.data(), one.size()) == 0;
}

}  // namespace cubilete::server::mesh
