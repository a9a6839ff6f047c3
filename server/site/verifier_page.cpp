#include "server/site/verifier_page.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <stdexcept>

#include <sodium.h>

#include "server/core/spdlog.hpp"
#include "server/site/html.hpp"

namespace cubilete::server {

namespace {

constexpr std::string_view page_file = "verifier/verifier.html";
constexpr std::string_view style_file = "verifier/verifier.css";

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
bool fits_inside(std::string text, std::string_view element) {
    std::ranges::transform(text, text.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text.find(fmt::format("</{}", element)) == std::string::npos &&
           text.find(fmt::format("<{}", element)) == std::string::npos;
}

}  // namespace

std::optional<std::string> verifier_page(std::span<const SourceFile> client,
                                         std::span<const JoinedFile> joined) {
    const auto page = std::ranges::find(client, page_file, &SourceFile::path);
    const auto sheet = std::ranges::find(client, style_file, &SourceFile::path);
    const auto script = std::ranges::find(joined, verifier_script, &JoinedFile::path);
    if (page == client.end() || sheet == client.end() || script == joined.end()) return std::nullopt;
    const std::string style = joined_styles(client, *sheet);
    if (!fits_inside(script->bytes, "script") || !fits_inside(style, "style"))
        throw std::runtime_error(
            fmt::format("web client, {}: a script or style cannot name its own element", page_file));
    return filled(page->bytes,
                  {{"script", script->bytes},
                   {"style", style},
                   {"script_hash", policy_hash(script->bytes)},
                   {"style_hash", policy_hash(style)}},
                  "{{", "}}");
}

}  // namespace cubilete::server
