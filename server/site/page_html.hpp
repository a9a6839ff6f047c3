#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/json.hpp"
#include "server/room/invitations.hpp"
#include "server/site/page_path.hpp"
#include "server/site/site_texts.hpp"
#include "server/site/static_files.hpp"

namespace cubilete::server {

/// A match or a player in the preview of a link.
struct Preview {
    std::string game;                ///< id; empty for a player
    std::vector<std::string> names;  ///< names by seat, empty for a private match; or the player's name
};

/// The result of a query for a preview.
struct PreviewResult {
    bool busy = false;               ///< too many queries wait, or it cannot be read
    std::optional<Preview> preview;  ///< nothing if there is no such match or player
};

/// Makes the HTML of the pages before the script runs: language, title, description and preview, and for an
/// invitation the state of the room. A page is index.html with `{{lang}}`, `{{head}}`, `{{first}}` and `{{facts}}`
/// replaced; the texts are in i18n/site/LANGUAGE.js. Immutable; safe from any thread.
class Pages {
  public:
    struct Reader {
        std::string_view accept_language;  ///< the header
        std::string_view origin;           ///< origin of the site for this client, e.g. "https://example.org"
    };
    struct Page {
        unsigned status = 200;
        StaticFile file;
    };

    /// `base` is the path of the site, with a slash at both ends. `files` outlives the pages. Throws
    /// what SiteTexts throws.
    Pages(const StaticFiles& files, std::string base);

    /// The page of a room; 404 for an unknown one. RateLimited, or nothing, gives a page without the state
    /// of the room.
    Page room(const std::string& code, const std::optional<Invitations::LookupResult>& found,
              const Reader& reader) const;
    /// The page of a match or a player; 404 without a preview.
    Page preview_page(const PagePath& path, const std::optional<Preview>& preview,
                      const Reader& reader) const;
    /// All other pages; 404 for a path that is none.
    Page static_page(const PagePath& path, const Reader& reader) const;
    /// A page for people about a refusal (421 or 429). It loads no other file, because the next request
    /// would be refused as well.
    Page refusal(unsigned status, const Reader& reader) const;

  private:
    struct View;

    Page render(const View& view, std::string_view language, const Reader& reader) const;

    const StaticFiles& files_;
    std::string base_;
    SiteTexts texts_;
};

}  // namespace cubilete::server
