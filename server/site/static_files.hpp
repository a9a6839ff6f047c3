#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cubilete::server {

/// One file of the web client; `path` is relative to `web-client/`.
struct EmbeddedFile {
    std::string_view path;
    std::string_view bytes;
};

/// The web client that was built into this program: bundles of its modules and style sheets, and its other files
/// (bundle.cmake).
std::span<const EmbeddedFile> built_in_client();

/// The responses to one URL.
struct StaticFile {
    struct Representation {
        std::string bytes;
        std::string etag;  ///< strong, with quotes; different for each form
    };

    Representation plain;
    Representation gzip;  ///< empty if compression saves nothing
    std::string_view content_type;
    std::string_view cache_control;
    bool standalone = true;            ///< can be opened, framed or run alone; false: only part of a page
    bool immutable = false;            ///< the URL never has other bytes, so it needs no ETag
    bool varies_by_language = false;   ///< the bytes depend on Accept-Language
    bool embeddable = false;           ///< other sites may embed it, e.g. the picture of a link preview
    bool unlisted = false;             ///< search engines must not list it
    std::string_view download_name{};  ///< browsers save it under this name; empty: they show it
};

/// Makes a file, with a gzip form if that is smaller. `effort`: 1 to 12, as in libdeflate. `content_type` and
/// `cache_control` must outlive it.
StaticFile make_static_file(std::string bytes, std::string_view content_type, std::string_view cache_control,
                            int effort = 10);

/// The web client in memory. It is complete before the first request, so that a request only looks up its URL and
/// never touches the file system. Every file but index.html is at `v/HASH/path`; HASH changes with the content of
/// any file, so browsers may keep them forever. `protocol.json`, the protocol's schema, is at the root,
/// `favicon.ico` as well, and so is `verifier.html`, made of the files in `verifier/` (verifier_page.hpp). index.html is the template of all pages (Pages);
/// `desk/index.html`, the operator's page, is at `/desk`. Files of unknown type are not served.
/// Immutable; safe from any thread.
class StaticFiles {
  public:
    /// `base` is the path under which players reach the server, with a slash at both ends. In both
    /// index.html `{{base}}` becomes `base` and `{{version}}` becomes HASH. Throws std::runtime_error if there is
    /// no index.html of the players.
    StaticFiles(std::span<const EmbeddedFile> client, std::string_view base);
    /// Reads the client from a directory once. Its modules import those of the folder `js` beside it, which are at
    /// `v/js/` for that. The verifier, which needs bundles, and the protocol's schema are those of this program.
    /// Throws std::runtime_error naming a file that cannot be read, or std::filesystem::filesystem_error.
    static StaticFiles read(const std::filesystem::path& directory, std::string_view base);

    /// index.html with base and version.
    const std::string& page_template() const { return page_template_; }
    /// The source paths of all files at `v/HASH/`, sorted.
    std::vector<std::string_view> paths() const;
    /// Returns a file by its path in the sources, e.g. `i18n/site/en.js`; nullptr if there is none.
    const StaticFile* at(std::string_view path) const;
    /// Returns a file by the path of a request without its query, e.g. `/v/5ec0…/app.js`; nullptr if there is
    /// none.
    const StaticFile* find(std::string_view path) const;
    /// Returns HASH.
    const std::string& version() const { return version_; }

  private:
    struct TextHash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
    };

    void add_schema(std::string_view bytes);
    void add_library(const std::filesystem::path& directory);
    void add_verifier(std::span<const EmbeddedFile> client);

    std::string version_;
    std::string page_template_;
    std::unordered_map<std::string, StaticFile, TextHash, std::equal_to<>> files_;
};

/// Whether an Accept-Encoding header accepts gzip.
bool accepts_gzip(std::string_view accept_encoding);
/// Whether an If-None-Match header contains that ETag.
bool matches_etag(std::string_view if_none_match, std::string_view etag);

}  // namespace cubilete::server
