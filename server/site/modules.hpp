#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "server/site/static_files.hpp"

namespace cubilete::server {

/// The script of the verifier in one file (verifier_page.hpp).
inline constexpr std::string_view verifier_script = "verifier/verifier.js";

/// A file that is made of several source files; `path` is relative to `web-client/`.
struct JoinedFile {
    std::string path;
    std::string bytes;
};

/// Joins the JavaScript modules of the web client that always load together, so that a page needs few
/// requests. `app.js` with all that it imports, and the files that lie directly in `i18n/`, `core/`, `ui/` and
/// `games/`, become `all.js`. The modules of each folder below these become `<folder>/all.js`, which exports
/// one object per module, named after its file. Each module keeps its text, with empty lines in place of
/// comments, in a function of its own. A module that no other names literally (the words of a language, a
/// worker) stays a file by itself, and so does whatever it imports: `all.js` waits for the words, so the words
/// must not wait for `all.js`.
///
/// A module that runs outside of the page, `..._worker.js` or `verifier_script`, keeps its path and has in it
/// all that it imports. It may load no other file. The verifier keeps its comments.
///
/// It understands the statements that the client uses, at the beginning of a line, and the minified files in
/// `vendor/`. Throws std::runtime_error with the file for an import or export that it does not understand, for
/// a missing file and for a circle of imports. Returns nothing if there is no `app.js`.
std::vector<JoinedFile> joined_modules(std::span<const SourceFile> client);

/// Returns the style sheet with the text of each `@import './other.css';` in place of that line. Throws
/// std::runtime_error for a missing file.
std::string joined_styles(std::span<const SourceFile> client, const SourceFile& sheet);

}  // namespace cubilete::server
