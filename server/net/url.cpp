#include "server/net/url.hpp"

#include <algorithm>

namespace cubilete::server {

std::string Url::host() const {
    return origin.host.starts_with('[') ? origin.host.substr(1, origin.host.size() - 2) : origin.host;
}

std::string Url::authority() const {
    const int usual = tls() ? 443 : 80;
    return origin.port == usual ? origin.host : origin.host + ':' + std::to_string(origin.port);
}

std::optional<Url> parse_url(std::string_view text) {
    if (!std::ranges::all_of(text, [](char c) { return '!' <= c && c <= '~'; })) return std::nullopt;
    text = text.substr(0, text.find('#'));
    const std::size_t scheme = text.find("://");
    const std::size_t host = scheme == std::string_view::npos ? 0 : scheme + 3;
    const std::size_t path = std::min(text.find_first_of("/?", host), text.size());
    const auto origin = parse_origin(text.substr(0, path));
    if (!origin) return std::nullopt;
    std::string target(text.substr(path));
    if (!target.starts_with('/')) target.insert(0, 1, '/');
    return Url{*origin, std::move(target)};
}

std::optional<Url> parse_location(const Url& from, std::string_view location) {
    if (location.empty()) return std::nullopt;
    if (location.starts_with("//")) return parse_url(from.origin.scheme + ":" + std::string(location));
    if (location.substr(0, location.find_first_of("/?#")).find(':') != std::string_view::npos)
        return parse_url(location);
    std::string target(location);
    if (!location.starts_with('/')) {
        const std::string_view path = from.path();
        target.insert(0, location.starts_with('?') ? path : path.substr(0, path.rfind('/') + 1));
    }
    return parse_url(Url{from.origin, target}.text());
}

bool same_site(const Url& from, const Url& to) {
    if (from.tls() == to.tls()) return from.origin == to.origin;
    return from.origin.host == to.origin.host && to.tls();
}

}  // namespace cubilete::server
