#include "server/core/origin.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include <boost/asio/ip/address_v4.hpp>

#include "server/core/tokens.hpp"

namespace cubilete::server {

namespace {

bool is_host_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_';
}

bool is_address_character(char c) {
    return (c >= 'a' && c <= 'f') || (c >= '0' && c <= '9') || c == ':' || c == '.';
}

bool is_host(std::string_view host) {
    if (!host.starts_with('[')) return !host.empty() && std::ranges::all_of(host, is_host_character);
    return host.size() > 2 && host.ends_with(']') &&
           std::ranges::all_of(host.substr(1, host.size() - 2), is_address_character);
}

/// Characters that need neither escaping in a URL nor quoting in HTML.
bool is_path_character(char c) {
    return is_host_character(c) || (c >= 'A' && c <= 'Z') || c == '/' || c == '~';
}

std::optional<std::uint16_t> read_port(std::string_view digits) {
    std::uint16_t port = 0;
    const auto [end, failed] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
    if (failed != std::errc{} || end != digits.data() + digits.size() || port == 0) return std::nullopt;
    return port;
}

/// Reads `host` or `host:port`; without a port, the default port of the scheme.
std::optional<Origin> read_authority(std::string scheme, std::string_view authority) {
    const std::uint16_t usual = scheme == "https" ? 443 : 80;
    const std::size_t colon = authority.find(':', authority.starts_with('[') ? authority.find(']') : 0);
    const auto port =
        colon == std::string_view::npos ? std::optional(usual) : read_port(authority.substr(colon + 1));
    std::string host = to_small_letters(authority.substr(0, colon));
    if (!port || !is_host(host)) return std::nullopt;
    return Origin{std::move(scheme), std::move(host), *port};
}

}  // namespace

std::optional<Origin> parse_origin(std::string_view text) {
    const std::size_t end = text.find("://");
    if (end == std::string_view::npos) return std::nullopt;
    std::string scheme = to_small_letters(text.substr(0, end));
    if (scheme != "http" && scheme != "https") return std::nullopt;
    return read_authority(std::move(scheme), text.substr(end + 3));
}

std::optional<PublicUrl> parse_public_url(std::string_view text) {
    const std::size_t host = text.find("://") == std::string_view::npos ? 0 : text.find("://") + 3;
    const std::size_t path = std::min(text.find('/', host), text.size());
    auto origin = parse_origin(text.substr(0, path));
    std::string base(text.substr(path));
    if (!base.ends_with('/')) base += '/';
    if (!origin || !std::ranges::all_of(base, is_path_character)) return std::nullopt;
    return PublicUrl{*std::move(origin), std::move(base)};
}

bool is_allowed_origin(std::string_view origin, std::string_view host, std::span<const Origin> allowed) {
    const auto page = parse_origin(origin);
    if (!page) return false;
    return page == read_authority(page->scheme, host) || std::ranges::find(allowed, *page) != allowed.end();
}

bool is_host_name(std::string_view text) { return is_host(to_small_letters(text)); }

bool is_loopback_host(std::string_view host) {
    const auto read = read_authority("http", host);
    if (!read) return false;
    const std::string& name = read->host;
    if (name == "localhost" || name.ends_with(".localhost") || name == "[::1]") return true;
    boost::system::error_code no_address;
    const auto address = boost::asio::ip::make_address_v4(name, no_address);
    return !no_address && address.is_loopback();
}

bool accepts_host(std::string_view host, std::span<const std::string> names) {
    static constexpr std::array local{".localhost", ".local", ".lan", ".internal", ".home.arpa"};
    auto read = read_authority("http", host);
    if (!read) return false;
    std::string& name = read->host;
    if (name.starts_with('[')) return true;
    if (name.ends_with('.')) name.pop_back();
    boost::system::error_code no_address;
    boost::asio::ip::make_address_v4(name, no_address);
    if (!no_address) return true;
    if (name.find('.') == std::string::npos) return !name.empty();
    return std::ranges::any_of(local, [&](const char* end) { return name.ends_with(end); }) ||
           std::ranges::any_of(names, [&](const std::string& own) { return name == to_small_letters(own); });
}

}  // namespace cubilete::server
