#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace cubilete::server {

/// The origin of a page (RFC 6454): scheme, host and port, without a path.
struct Origin {
    std::string scheme;  ///< "http" or "https"
    std::string host;    ///< in lower case; an IPv6 address with its brackets
    std::uint16_t port = 0;

    friend bool operator==(const Origin&, const Origin&) = default;
};

/// Reads an origin as browsers write it: `https://example.org`, `http://[::1]:8080`. Returns nothing for
/// anything else, "null" included.
std::optional<Origin> parse_origin(std::string_view text);

/// The URL under which players reach the server, split into its parts.
struct PublicUrl {
    Origin origin;
    std::string base;  ///< the path, with a slash at both ends
};
/// Reads `https://example.org/games`, without query or fragment. Returns nothing for anything else.
std::optional<PublicUrl> parse_public_url(std::string_view text);

/// Whether a page of that origin may open a WebSocket. `host` is the Host header of the request: a page from
/// that host is the server's own page, over http or https, because a proxy may terminate TLS. `allowed` lists
/// further origins. Do not call this for a request without an Origin header: its client is not a browser.
bool is_allowed_origin(std::string_view origin, std::string_view host, std::span<const Origin> allowed);

/// Whether `text` is a host name or an address without a port, in upper or lower case.
bool is_host_name(std::string_view text);

/// Whether this Host header names the machine of the client itself: localhost, *.localhost, 127.0.0.1, [::1].
bool is_loopback_host(std::string_view host);

/// Whether the server accepts a request with this Host header. Accepted are its own `names` with any port,
/// every IP address, and names that only a local network can resolve: without a dot, *.localhost, *.local,
/// *.lan, *.internal, *.home.arpa. The check prevents DNS rebinding: otherwise a page from a foreign name
/// that points to this server would count as its own page.
bool accepts_host(std::string_view host, std::span<const std::string> names);

}  // namespace cubilete::server
