#pragma once

#include <array>
#include <initializer_list>
#include <memory>
#include <string_view>

#include "server/core/secret.hpp"

struct evp_md_ctx_st;  // of libcrypto, whose headers only the source needs

/// SHA-256 and HMAC-SHA-256, computed by libcrypto, which uses the processor's instructions for them; libsodium does
/// not, and takes three times as long. All functions throw std::runtime_error if libcrypto has no SHA-256.
namespace cubilete::server {

/// Returns the SHA-256 of the bytes. Any thread.
std::array<unsigned char, 32> sha256(std::string_view bytes);

/// HMAC-SHA-256 with one key. Its first steps, which depend on the key only, are computed once; libcrypto wipes what
/// it keeps of them.
class HmacSha256 {
  public:
    explicit HmacSha256(const Secret& key);
    /// Returns the HMAC of the parts, one behind the other. Any thread.
    std::array<unsigned char, 32> of(std::initializer_list<std::string_view> parts) const;

  private:
    struct ContextDeleter {
        void operator()(evp_md_ctx_st* context) const;
    };
    using Context = std::unique_ptr<evp_md_ctx_st, ContextDeleter>;
    static Context begin_hash(const Secret& key, unsigned char pad);

    Context inner_;
    Context outer_;
};

}  // namespace cubilete::server
