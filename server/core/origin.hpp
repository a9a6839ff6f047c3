#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace cubilete::server {

/// Where a page comes from (RFC 6454): scheme, host and port, never a path.
struct Origin {
    std::string scheme;  ///< "http" or "https"
    std::string host;    ///< in lower case; an IPv6 address with its brackets
    std::uint16_t port = 0;

    friend bool operator==(const Origin&, const Origin&) = default;
};

/// An origin as browsers write it: `https://example.org`, `http://[::1]:8080`. Nothing for anything else,
/// "null" included.
std::optional<Origin> parse_origin(std::string_view text);

/// The address at which players reach the server, split.
struct PublicUrl {
    Origin origin;
    std::string base;  ///< the path, with a slash at both ends
};
/// `https://example.org/games`, without query or fragment. Nothing for anything else.
std::optional<PublicUrl> parse_public_url(std::string_view text);

/// Whether a page of that origin may open our socket. `host` is the request's Host header: pages that came
/// from there are our own, over http or https, because a proxy may stand between. `allowed` are further
/// origins. A client that sends no Origin is no page and is not asked.
bool is_welcome(std::string_view origin, std::string_view host, std::span<const Origin> allowed);

/// A host's name or address without a port, in any case.
bool is_host_name(std::string_view text);

/// Whether the server answers to a Host header: its own `names`, any port, every IP address, and names that no
/// stranger can have in the DNS because only a local network knows them: without a dot, *.localhost, *.local,
/// *.lan, *.internal, *.home.arpa. Otherwise a page of a name that its owner has pointed at us would count as
/// our own (DNS rebinding).
bool answers_to(std::string_view host, std::span<const std::string> names);

}  // namespace cubilete::server
