#pragma once

#include <cstdint>
#include <string_view>

#include "server/cluster/envelope.hpp"
#include "server/core/secret.hpp"

/// How two nodes prove to each other that they know the secret of their cluster. Each proves it for a nonce of the
/// other, so that what somebody has recorded proves nothing later. A node that is dialled proves nothing to somebody who
/// has not proved it: nobody gets a text to try secrets on by connecting.
namespace cubilete::server::mesh {

/// Makes the key from the content of the secret file. White space at both ends does not count.
Secret derive_key(std::string_view secret);

/// Returns 16 random bytes.
Nonce random_nonce();

/// All that both sides say of themselves.
struct HandshakeTranscript {
    Hello hello;  ///< of the side that dialled
    std::uint32_t version = mesh::version;
    Nonce nonce{};  ///< of the other side
};

/// The proof of the node that was dialled.
Mac acceptor_mac(const Secret& key, const HandshakeTranscript& both);
/// The proof of the node that dials. It differs from acceptor_mac(), so that neither can be sent back.
Mac initiator_mac(const Secret& key, const HandshakeTranscript& both);

/// Compares in constant time.
bool equal_in_constant_time(const Mac& one, const Mac& other);

}  // namespace cubilete::server::mesh
