#include "server/core/tokens.hpp"

#include <algorithm>
#include <array>

#include <sodium.h>

namespace cubilete::server {
namespace {

constexpr std::string_view room_alphabet = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
constexpr std::size_t room_code_length = 6;
constexpr std::size_t device_code_length = 8;

template <std::size_t bytes>
std::string random_text() {
    std::array<unsigned char, bytes> raw;
    randombytes_buf(raw.data(), raw.size());
    std::array<char, sodium_base64_ENCODED_LEN(bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING)> text;
    sodium_bin2base64(text.data(), text.size(), raw.data(), raw.size(),
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    return text.data();
}

std::string random_code(std::size_t length) {
    std::string code(length, '\0');
    std::ranges::generate(code, [] { return room_alphabet[randombytes_uniform(room_alphabet.size())]; });
    return code;
}

}  // namespace

std::string random_token() { return random_text<32>(); }

std::string hash_of(std::string_view token) {
    std::string hash(crypto_hash_sha256_BYTES, '\0');
    crypto_hash_sha256(reinterpret_cast<unsigned char*>(hash.data()),
                       reinterpret_cast<const unsigned char*>(token.data()), token.size());
    return hash;
}

std::string hex(std::string_view bytes) {
    static constexpr auto digits = [] {
        constexpr std::string_view sixteen = "0123456789abcdef";
        std::array<std::array<char, 2>, 256> both{};
        for (std::size_t byte = 0; byte < both.size(); ++byte)
            both[byte] = {sixteen[byte >> 4], sixteen[byte & 0xf]};
        return both;
    }();
    std::string text(bytes.size() * 2, '\0');
    auto to = text.begin();
    for (const char byte : bytes) {
        const auto& [high, low] = digits[static_cast<unsigned char>(byte)];
        *to++ = high;
        *to++ = low;
    }
    return text;
}

std::string random_id(std::string_view prefix) { return std::string(prefix) + random_text<12>(); }

std::string random_salt() {
    constexpr std::size_t bytes = 32;
    // Every entry of a log needs one, and a call of the kernel costs more than the bytes.
    thread_local std::array<char, 16 * bytes> pool;
    thread_local std::size_t left = 0;
    if (left == 0) {
        randombytes_buf(pool.data(), pool.size());
        left = pool.size();
    }
    left -= bytes;
    std::string salt(pool.data() + left, bytes);
    sodium_memzero(pool.data() + left, bytes);  // overwritten after use: only the log keeps it
    return salt;
}

std::string random_room_code() { return random_code(room_code_length); }

std::string random_device_code() { return random_code(device_code_length); }

bool is_room_code(std::string_view text) {
    return text.size() == room_code_length &&
           std::ranges::all_of(text, [](char c) { return room_alphabet.find(c) != std::string_view::npos; });
}

std::string to_capitals(std::string_view text) {
    std::string result(text);
    for (char& c : result)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    return result;
}

std::string to_small_letters(std::string_view text) {
    std::string result(text);
    for (char& c : result)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return result;
}

}  // namespace cubilete::server
