#include "server/site/verifier_page.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include <sodium.h>

#include "server/core/spdlog.hpp"
#include "server/core/tokens.hpp"
#include "server/site/html.hpp"

namespace cubilete::server {

namespace {

/// Returns the hash of an inline script or style as a Content-Security-Policy names it.
std::string policy_hash(std::string_view text) {
    std::array<unsigned char, crypto_hash_sha256_BYTES> hash;
    crypto_hash_sha256(hash.data(), reinterpret_cast<const unsigned char*>(text.data()), text.size());
    std::array<char, sodium_base64_ENCODED_LEN(crypto_hash_sha256_BYTES, sodium_base64_VARIANT_ORIGINAL)>
        text64;
    sodium_bin2base64(text64.data(), text64.size(), hash.data(), hash.size(), sodium_base64_VARIANT_ORIGINAL);
    return fmt::format("'sha256-{}'", text64.data());
}

/// In these texts HTML would see an end or a beginning of the element that they are in.
bool can_be_inlined(std::string_view text, std::string_view element) {
    const std::string small = to_small_letters(text);
    return small.find(fmt::format("</{}", element)) == std::string::npos &&
           small.find(fmt::format("<{}", element)) == std::string::npos;
}

}  // namespace

std::optional<std::string> verifier_page(std::span<const EmbeddedFile> client) {
    const auto find = [&](std::string_view path) {
        return std::ranges::find(client, path, &EmbeddedFile::path);
    };
    const auto page = find("verifier/verifier.html");
    const auto script = find("verifier/verifier.js");
    const auto style = find("verifier/verifier.css");
    const auto dark = find("ui/dark.css");
    for (const auto& file : {page, script, style, dark})
        if (file == client.end()) return std::nullopt;
    if (!can_be_inlined(std::string(script->bytes), "script") ||
        !can_be_inlined(std::string(style->bytes), "style") ||
        !can_be_inlined(std::string(dark->bytes), "style"))
        throw std::runtime_error(
            fmt::format("web client, {}: a script or style cannot name its own element", page->path));
    return fill_template(page->bytes,
                         {{"script", std::string(script->bytes)},
                          {"style", std::string(style->bytes)},
                          {"dark", std::string(dark->bytes)},
                          {"script_hash", policy_hash(script->bytes)},
                          {"style_hash", policy_hash(style->bytes)},
                          {"dark_hash", policy_hash(dark->bytes)}},
                         "{{", "}}");
}

}  // namespace cubilete::server
