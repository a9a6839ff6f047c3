#include "server/core/sha256.hpp"

#include <algorithm>
#include <stdexcept>

#include <openssl/evp.h>

namespace cubilete::server {
namespace {

void check(int done) {
    if (done != 1) throw std::runtime_error("libcrypto cannot compute SHA-256");
}

void begin(EVP_MD_CTX* context) {
    // Fetched once, because fetching it takes longer than hashing an entry. Never freed: threads may hash
    // until the process ends.
    static const EVP_MD* const algorithm = EVP_MD_fetch(nullptr, "SHA256", nullptr);
    check(algorithm != nullptr && context != nullptr && EVP_DigestInit_ex(context, algorithm, nullptr) == 1);
}

void add(EVP_MD_CTX* context, std::string_view bytes) {
    check(EVP_DigestUpdate(context, bytes.data(), bytes.size()));
}

std::array<unsigned char, 32> finish(EVP_MD_CTX* context) {
    std::array<unsigned char, 32> hash;
    check(EVP_DigestFinal_ex(context, hash.data(), nullptr));
    return hash;
}

/// For a hash that is finished before the function that needs it returns.
EVP_MD_CTX* context_of_thread() {
    thread_local const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(),
                                                                                       EVP_MD_CTX_free);
    return context.get();
}

}  // namespace

std::array<unsigned char, 32> sha256(std::string_view bytes) {
    EVP_MD_CTX* const context = context_of_thread();
    begin(context);
    add(context, bytes);
    return finish(context);
}

void HmacSha256::ContextDeleter::operator()(evp_md_ctx_st* context) const { EVP_MD_CTX_free(context); }

/// Hashes the first block: the key, each byte of it changed by `pad`.
HmacSha256::Context HmacSha256::begin_hash(const Secret& key, unsigned char pad) {
    constexpr std::size_t block_size = 64;
    std::array<char, block_size> block{};
    std::ranges::copy(key.expose(), block.begin());
    for (char& byte : block) byte = static_cast<char>(byte ^ pad);
    Context context(EVP_MD_CTX_new());
    begin(context.get());
    add(context.get(), {block.data(), block.size()});
    sodium_memzero(block.data(), block.size());
    return context;
}

HmacSha256::HmacSha256(const Secret& key) : inner_(begin_hash(key, 0x36)), outer_(begin_hash(key, 0x5c)) {}

std::array<unsigned char, 32> HmacSha256::of(std::initializer_list<std::string_view> parts) const {
    EVP_MD_CTX* const context = context_of_thread();
    check(context != nullptr && EVP_MD_CTX_copy_ex(context, inner_.get()) == 1);
    for (const std::string_view part : parts) add(context, part);
    const auto hash = finish(context);
    check(EVP_MD_CTX_copy_ex(context, outer_.get()));
    add(context, {reinterpret_cast<const char*>(hash.data()), hash.size()});
    return finish(context);
}

}  // namespace cubilete::server
