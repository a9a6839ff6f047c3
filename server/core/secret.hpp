#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include <sodium.h>

namespace cubilete::server {

/// 32 secret bytes. They are wiped when the object is destroyed, assigned to or moved from. A secret cannot be
/// copied, printed or converted to JSON; two secrets are compared in constant time. Code that needs the bytes
/// calls expose(), so that a search for this name finds every such place. Not thread-safe.
class Secret {
  public:
    static constexpr std::size_t size = 32;
    using Bytes = std::span<const unsigned char, size>;

    /// Copies the bytes. The caller wipes its own copy.
    explicit Secret(Bytes bytes) { std::copy_n(bytes.data(), size, bytes_.data()); }
    /// Returns 32 bytes of libsodium's random generator.
    static Secret random() {
        Secret secret;
        randombytes_buf(secret.bytes_.data(), size);
        return secret;
    }

    Secret(Secret&& other) noexcept : bytes_(other.bytes_) { other.wipe(); }
    Secret& operator=(Secret&& other) noexcept {
        if (this != &other) {
            bytes_ = other.bytes_;
            other.wipe();
        }
        return *this;
    }
    Secret(const Secret&) = delete;
    Secret& operator=(const Secret&) = delete;
    ~Secret() { wipe(); }

    /// The bytes, valid as long as this object. Only for hashing, for storing, and for publishing a seed after
    /// its match.
    Bytes expose() const { return bytes_; }

    friend bool operator==(const Secret& one, const Secret& other) {
        return sodium_memcmp(one.bytes_.data(), other.bytes_.data(), size) == 0;
    }

    /// Chosen before every other conversion or output operator, and deleted.
    template <class Json>
    friend void to_json(Json&, const Secret&) = delete;
    template <class Stream>
    friend Stream& operator<<(Stream&, const Secret&) = delete;

  private:
    Secret() = default;
    void wipe() { sodium_memzero(bytes_.data(), size); }

    std::array<unsigned char, size> bytes_{};
};

}  // namespace cubilete::server
