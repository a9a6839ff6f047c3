#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cubilete::server::modules {

/// A path relative to `web-client/`, e.g. "core/state.js".
using Path = std::string;

struct Import {
    Path file;
    std::string clause;  ///< what stands before `from`; empty: nothing is named
};

/// An `import()` in a module's text.
struct Load {
    Path pattern;         ///< from the folder of the client; with `${…}` where something is computed
    std::size_t end = 0;  ///< where it ends in the text

    bool is_computed() const { return pattern.find("${") != Path::npos; }
    /// Whether it names this file whatever is computed. The name of the file itself must stand there literally:
    /// `games/${game}/table.js` does, `i18n/${language}.js` does not.
    bool names(const Path& file) const {
        if (!is_computed()) return file == pattern;
        const std::string_view before = std::string_view(pattern).substr(0, pattern.find("${"));
        const std::string_view behind = std::string_view(pattern).substr(pattern.rfind('}') + 1);
        return behind.starts_with('/') && file.starts_with(before) && file.ends_with(behind);
    }
};

/// What a JavaScript module is made of.
struct Module {
    std::string body;  ///< the text without its imports and the word `export`
    std::vector<Import> imports;
    std::vector<std::pair<std::string, std::string>> exports;  ///< exported name and its value
    std::vector<Load> loads;
};

/// Reads a module. Understands the statements that the client uses, at the beginning of a line, and the minified
/// files in `vendor/`. Throws std::runtime_error with the file for others.
Module read_module(const Path& path, std::string_view text);

/// Returns the `import()` that begins at that place in the text of a module, if one does. Comments have none.
std::optional<Load> load_at(const Path& path, std::string_view text, std::size_t at);

/// Returns the file that `specifier` means in `file`, e.g. "../core/state.js".
Path resolved(const Path& file, std::string_view specifier);

/// Returns the name of a module inside joined text: "$core_state" for "core/state.js".
std::string name_of(const Path& file);

/// Throws std::runtime_error about a file of the web client.
[[noreturn]] void fail(std::string_view path, std::string_view why);

}  // namespace cubilete::server::modules
