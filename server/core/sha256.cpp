#include "server/core/sha256.hpp"

#include <memory>
#include <stdexcept>

#include <openssl/evp.h>

namespace cubilete::server {

std::array<unsigned char, 32> sha256(std::string_view bytes) {
    // Fetched once, because fetching it takes longer than hashing an entry. Never freed: threads may hash
    // until the process ends.
    static const EVP_MD* const algorithm = EVP_MD_fetch(nullptr, "SHA256", nullptr);
    thread_local const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(),
                                                                                       EVP_MD_CTX_free);
    std::array<unsigned char, 32> hash;
    if (algorithm == nullptr || !context || EVP_DigestInit_ex(context.get(), algorithm, nullptr) != 1 ||
        EVP_DigestUpdate(context.get(), bytes.data(), bytes.size()) != 1 ||
        EVP_DigestFinal_ex(context.get(), hash.data(), nullptr) != 1)
        throw std::runtime_error("libcrypto cannot compute SHA-256");
    return hash;
}

}  // namespace cubilete::server
