#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cubilete::server {

/// The page that a path of the site shows. `/api/`, `/v/`, `/ws` and the probes are no pages.
struct PagePath {
    enum class Kind {
        start,
        room,
        match,
        player,
        boards,
        rules,
        fairness,
        cup,
        practice,
        new_table,
        nowhere
    };
    Kind kind = Kind::nowhere;
    std::string id;  ///< room code, id of a match or player, or game; may be empty for `boards`
};
/// `path` has neither base nor query, e.g. "/r/K7QX2M". For a game that this server does not have, the kind
/// is nowhere.
PagePath page_path(std::string_view path);
/// Returns the canonical path: room code in capitals, no slash at the end. Nothing if `path` is canonical, or
/// no page.
std::optional<std::string> canonical_path(std::string_view path);

}  // namespace cubilete::server
