#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cubilete::server {

/// One file of the web client as it stands in the sources; `path` is relative to `web-client/`.
struct SourceFile {
    std::string_view path;
    std::string_view bytes;
};

/// The client that was built into this program (embed.cmake).
std::span<const SourceFile> built_in_client();

/// What a browser is given for one URL.
struct StaticFile {
    struct Form {
        std::string bytes;
        std::string etag;  ///< strong, quotes included; another one for each form
    };

    Form plain;
    Form gzip;  ///< empty bytes where compressing saves nothing
    std::string_view content_type;
    std::string_view cache_control;
    bool by_itself = true;  ///< it may be opened, framed or run alone; false: it is only part of a page
    bool for_good = false;  ///< its URL never has other bytes, so nobody asks whether they are still the same
    bool by_language = false;  ///< the bytes depend on Accept-Language
    bool for_others = false;   ///< other sites may embed it, e.g. the picture of a link preview
};

/// Bytes as a browser is given them, compressed where that makes them smaller; `effort` 1 to 9.
StaticFile file_of(std::string bytes, std::string_view content_type, std::string_view cache_control,
                   int effort = 9);

/// The web client in memory, known completely before the first request: a request looks its URL up and never
/// comes near a path. Every file but the page lives at `v/HASH/path`, where HASH changes with the content of
/// any of them, so browsers keep them for good; the page itself is asked for each time. Files of unknown type
/// are not served. A document, an SVG and the service worker stand by themselves, all else is part of a page.
/// Immutable.
class StaticFiles {
  public:
    /// `base` is the path at which players reach the server, with a slash at both ends. In index.html
    /// `{{base}}` and `{{version}}` become `base` and HASH. Throws std::runtime_error when there is no
    /// index.html.
    StaticFiles(std::span<const SourceFile> client, std::string_view base);
    /// The client from a directory, read now and not again. Throws std::runtime_error naming what cannot be
    /// read.
    static StaticFiles read(const std::filesystem::path& directory, std::string_view base);

    /// index.html with base and version.
    const std::string& page_template() const { return page_template_; }
    /// The paths in the sources of all served files but index.html, sorted.
    std::vector<std::string_view> paths() const;
    /// Returns a file by its path in the sources, e.g. `words/site.en.js`; nullptr if there is none.
    const StaticFile* at(std::string_view path) const;
    /// `path` as in the request, without the query, e.g. `/v/5ec0…/app.js`. nullptr for all others.
    const StaticFile* find(std::string_view path) const;
    /// HASH.
    const std::string& version() const { return version_; }

  private:
    struct TextHash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
    };

    std::string version_;
    std::string page_template_;
    std::unordered_map<std::string, StaticFile, TextHash, std::equal_to<>> files_;
};

/// Whether an Accept-Encoding header welcomes gzip.
bool accepts_gzip(std::string_view accept_encoding);
/// Whether an If-None-Match header names that ETag.
bool names_etag(std::string_view if_none_match, std::string_view etag);

}  // namespace cubilete::server
