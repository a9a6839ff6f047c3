#include "server/site/page_path.hpp"

#include <algorithm>

#include "protocol/match.hpp"
#include "server/core/tokens.hpp"

namespace cubilete::server {

namespace {

constexpr std::size_t most_id_bytes = 64;

bool is_id(std::string_view id) {
    return !id.empty() && id.size() <= most_id_bytes && std::ranges::all_of(id, [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' ||
               c == '-';
    });
}

}  // namespace

PagePath page_path(std::string_view path) {
    using Kind = PagePath::Kind;
    if (path == "/") return {Kind::start, {}};
    if (path == "/top") return {Kind::boards, {}};
    if (path == "/fair") return {Kind::fairness, {}};
    if (path == "/cup") return {Kind::cup, {}};
    if (path == "/practice") return {Kind::practice, {}};
    const std::size_t slash = path.find('/', 1);
    if (slash == std::string_view::npos) return {};
    const std::string_view folder = path.substr(1, slash - 1);
    const std::string id(path.substr(slash + 1));
    if (folder == "r" && is_room_code(id)) return {Kind::room, id};
    if (folder == "m" && is_id(id)) return {Kind::match, id};
    if (folder == "p" && is_id(id)) return {Kind::player, id};
    if (protocol::find_game(id) == nullptr) return {};
    if (folder == "top") return {Kind::boards, id};
    if (folder == "rules") return {Kind::rules, id};
    if (folder == "new") return {Kind::new_table, id};
    return {};
}

std::optional<std::string> canonical_path(std::string_view path) {
    std::string better(path);
    while (better.size() > 1 && better.ends_with('/')) better.pop_back();
    if (better.starts_with("/r/")) better = "/r/" + to_capitals(std::string_view(better).substr(3));
    if (better == path || page_path(better).kind == PagePath::Kind::nowhere) return std::nullopt;
    return better;
}

}  // namespace cubilete::server
