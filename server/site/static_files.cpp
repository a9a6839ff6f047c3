#include "server/site/static_files.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <utility>

#include <libdeflate.h>
#include <sodium.h>

#include "server/core/trim.hpp"
#include "server/site/verifier_page.hpp"

namespace cubilete::server {

namespace {

constexpr std::string_view immutable_cache = "public, max-age=31536000, immutable";
constexpr std::string_view a_day = "public, max-age=86400";
constexpr std::string_view favicon = "/favicon.ico";  // browsers ask for it at the root
constexpr std::string_view verifier_folder = "verifier/";
constexpr std::string_view schema = "protocol.json";  // of the protocol, for programs
constexpr std::string_view schema_type = "application/schema+json";
constexpr std::string_view admin_page = "desk/index.html";
constexpr std::string_view html_type = "text/html; charset=utf-8";

std::optional<std::string_view> content_type_of(std::string_view path) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 9> types{{
        {".html", html_type},
        {".js", "text/javascript; charset=utf-8"},
        {".mjs", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".ico", "image/x-icon"},
        {".webmanifest", "application/manifest+json"},
        {".woff2", "font/woff2"},
    }};
    if (path == schema) return schema_type;
    for (const auto& [ending, type] : types)
        if (path.ends_with(ending)) return type;
    return std::nullopt;
}

class Sha256 {
  public:
    Sha256() { crypto_hash_sha256_init(&state_); }

    Sha256& add(std::string_view bytes) {
        crypto_hash_sha256_update(&state_, reinterpret_cast<const unsigned char*>(bytes.data()),
                                  bytes.size());
        return *this;
    }
    /// The first 128 bits in hexadecimal: enough to distinguish files, short enough for a URL.
    std::string short_hex() {
        std::array<unsigned char, crypto_hash_sha256_BYTES> hash;
        crypto_hash_sha256_final(&state_, hash.data());
        std::array<char, 2 * hash.size() + 1> hex;
        sodium_bin2hex(hex.data(), hex.size(), hash.data(), hash.size());
        return {hex.data(), 32};
    }

  private:
    crypto_hash_sha256_state state_;
};

/// Returns the bytes in gzip format, or nothing if that is no smaller.
std::string compress(std::string_view bytes, int effort) {
    const std::unique_ptr<libdeflate_compressor, decltype(&libdeflate_free_compressor)> compressor(
        libdeflate_alloc_compressor(effort), &libdeflate_free_compressor);
    if (!compressor) throw std::bad_alloc();
    std::string result(bytes.size(), '\0');
    result.resize(
        libdeflate_gzip_compress(compressor.get(), bytes.data(), bytes.size(), result.data(), result.size()));
    return result;
}

/// HTML, SVG (which may hold scripts) and workers, whose own policies count and not that of a page.
bool is_standalone(std::string_view path) {
    return path.ends_with(".html") || path.ends_with(".svg") || path == "worker.js" ||
           path.ends_with("_worker.js");
}

std::string version_of(std::span<const EmbeddedFile> client) {
    std::map<std::string_view, std::string_view> sorted;
    for (const EmbeddedFile& file : client)
        if (content_type_of(file.path)) sorted.emplace(file.path, file.bytes);
    Sha256 hash;
    for (const auto& [path, bytes] : sorted)
        hash.add(path).add(std::string_view("\0", 1)).add(std::to_string(bytes.size())).add(":").add(bytes);
    return hash.short_hex();
}

void replace_all(std::string& text, std::string_view what, std::string_view with) {
    for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size())
        text.replace(at, what.size(), with);
}

/// Calls `use` with each element of a comma-separated header until it returns true. Returns whether it did.
template <class Use>
bool any_element(std::string_view list, Use use) {
    while (!list.empty()) {
        const std::size_t comma = std::min(list.find(','), list.size());
        if (use(trim(list.substr(0, comma)))) return true;
        list.remove_prefix(std::min(comma + 1, list.size()));
    }
    return false;
}

std::string bytes_of(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::string bytes(std::istreambuf_iterator<char>(in), {});
    if (!in) throw std::runtime_error("cannot read " + file.string());
    return bytes;
}

}  // namespace

StaticFile make_static_file(std::string bytes, std::string_view content_type, std::string_view cache_control,
                            int effort) {
    const std::string hash = Sha256().add(bytes).short_hex();
    StaticFile file{{std::move(bytes), '"' + hash + '"'}, {}, content_type, cache_control};
    if (std::string smaller = compress(file.plain.bytes, effort); !smaller.empty())
        file.gzip = {std::move(smaller), '"' + hash + "-gzip\""};
    return file;
}

StaticFiles::StaticFiles(std::span<const EmbeddedFile> client, std::string_view base) {
    version_ = version_of(client);
    const auto filled = [&](std::string_view bytes) {
        std::string page(bytes);
        replace_all(page, "{{base}}", base);
        replace_all(page, "{{version}}", version_);
        return page;
    };
    for (const EmbeddedFile& file : client) {
        const auto type = content_type_of(file.path);
        if (!type || file.path.starts_with(verifier_folder)) continue;
        if (file.path == schema) {
            add_schema(file.bytes);
        } else if (file.path == "index.html") {
            page_template_ = filled(file.bytes);
        } else if (file.path == admin_page) {
            StaticFile served = make_static_file(filled(file.bytes), html_type, "no-store");
            served.unlisted = true;
            files_.emplace("/desk", std::move(served));
        } else {
            StaticFile served = make_static_file(std::string(file.bytes), *type, immutable_cache);
            served.standalone = is_standalone(file.path);
            served.immutable = true;
            served.embeddable = file.path.ends_with("preview.png");
            files_.emplace("/v/" + version_ + '/' + std::string(file.path), std::move(served));
        }
    }
    if (page_template_.empty()) throw std::runtime_error("the web client has no index.html");
    if (const StaticFile* icon = at(favicon.substr(1)))
        files_.emplace(favicon, make_static_file(icon->plain.bytes, icon->content_type, a_day));
    add_verifier(client);
}

void StaticFiles::add_schema(std::string_view bytes) {
    StaticFile served = make_static_file(std::string(bytes), schema_type, "no-cache");
    served.embeddable = true;
    files_.emplace('/' + std::string(schema), std::move(served));
}

void StaticFiles::add_verifier(std::span<const EmbeddedFile> client) {
    auto page = verifier_page(client);
    if (!page) return;
    StaticFile verifier = make_static_file(*std::move(page), html_type, "no-cache");
    verifier.download_name = "cubilete-verifier.html";
    files_.emplace("/verifier.html", std::move(verifier));
}

StaticFiles StaticFiles::read(const std::filesystem::path& directory, std::string_view base) {
    namespace fs = std::filesystem;
    std::map<std::string, std::string> contents;
    for (auto entry = fs::recursive_directory_iterator(directory); entry != fs::end(entry); ++entry) {
        const std::string name = entry->path().filename().string();
        if (entry->is_directory() && (name.starts_with('.') || name == "node_modules")) {
            entry.disable_recursion_pending();
        } else if (entry->is_regular_file() && content_type_of(name)) {
            contents.emplace(entry->path().lexically_relative(directory).generic_string(),
                             bytes_of(entry->path()));
        }
    }
    std::vector<EmbeddedFile> client;
    for (const auto& [path, bytes] : contents)
        if (!path.starts_with(verifier_folder)) client.push_back({path, bytes});
    StaticFiles files(client, base);
    files.add_verifier(built_in_client());
    for (const EmbeddedFile& file : built_in_client())
        if (file.path == schema) files.add_schema(file.bytes);
    files.add_library(directory / "../js");
    return files;
}

void StaticFiles::add_library(const std::filesystem::path& directory) {
    if (!std::filesystem::is_directory(directory)) return;
    for (const auto& entry : std::filesystem::directory_iterator(directory)) {
        const std::string name = entry.path().filename().string();
        if (!name.ends_with(".js")) continue;
        StaticFile module = make_static_file(bytes_of(entry.path()), *content_type_of(name), "no-cache");
        module.standalone = false;
        files_.emplace("/v/js/" + name, std::move(module));
    }
}

const StaticFile* StaticFiles::find(std::string_view path) const {
    const auto found = files_.find(path);
    return found == files_.end() ? nullptr : &found->second;
}

const StaticFile* StaticFiles::at(std::string_view path) const {
    return find("/v/" + version_ + '/' + std::string(path));
}

std::vector<std::string_view> StaticFiles::paths() const {
    const std::string prefix = "/v/" + version_ + '/';
    std::vector<std::string_view> paths;
    for (const auto& [path, file] : files_)
        if (path.starts_with(prefix)) paths.push_back(std::string_view(path).substr(prefix.size()));
    std::ranges::sort(paths);
    return paths;
}

bool accepts_gzip(std::string_view accept_encoding) {
    return any_element(accept_encoding, [](std::string_view element) {
        const std::size_t semicolon = std::min(element.find(';'), element.size());
        const std::string_view coding = trim(element.substr(0, semicolon));
        if (coding != "gzip" && coding != "*") return false;
        std::string_view weight = trim(element.substr(std::min(semicolon + 1, element.size())));
        if (!weight.starts_with("q=")) return true;
        weight.remove_prefix(2);
        return weight.find_first_of("123456789") != std::string_view::npos;
    });
}

bool matches_etag(std::string_view if_none_match, std::string_view etag) {
    return any_element(if_none_match, [&](std::string_view element) {
        if (element.starts_with("W/")) element.remove_prefix(2);
        return element == etag || element == "*";
    });
}

}  // namespace cubilete::server
