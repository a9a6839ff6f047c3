#include "server/core/address.hpp"

#include <algorithm>
#include <charconv>

#include "server/core/net.hpp"
#include "server/core/tokens.hpp"
#include "server/core/trim.hpp"

namespace cubilete::server {

namespace {

namespace ip = net::ip;
using Bits = std::array<std::uint8_t, 16>;

constexpr int mapped_bits = 96;     // length of the prefix ::ffff: before an IPv4 address
constexpr int household_bits = 64;  // prefix length that a provider usually gives to one customer; IPv6 only
constexpr int site_bits = 48;       // the longest that providers usually give away; IPv6 only

Bits bits_of(const IpAddress& address) {
    return (address.is_v4() ? ip::make_address_v6(ip::v4_mapped, address.to_v4()) : address.to_v6())
        .to_bytes();
}

bool is_mapped(const Bits& bits) { return ip::address_v6(bits).is_v4_mapped(); }

Bits clear_host_bits(Bits bits, int length) {
    for (int bit = length; bit < 128; ++bit) bits[bit / 8] &= static_cast<std::uint8_t>(~(0x80 >> bit % 8));
    return bits;
}

/// Rejects an address with a zone (fe80::1%eth0): a zone names an interface of this machine, not of the
/// sender.
std::optional<IpAddress> parse_address(std::string_view text) {
    if (text.find('%') != std::string_view::npos) return std::nullopt;
    boost::system::error_code wrong;
    const IpAddress address = ip::make_address(std::string(text), wrong);
    if (wrong) return std::nullopt;
    return address;
}

/// Reads one element of X-Forwarded-For: an address, to which some proxies append the port.
std::optional<IpAddress> parse_hop(std::string_view hop) {
    hop = trim(hop);
    if (hop.starts_with('[')) return parse_address(hop.substr(1, std::min(hop.find(']'), hop.size()) - 1));
    if (std::ranges::count(hop, ':') == 1) hop = hop.substr(0, hop.find(':'));
    return parse_address(hop);
}

}  // namespace

std::size_t ClientNetworkHash::operator()(const ClientNetwork& network) const {
    return std::hash<std::string_view>{}(
        {reinterpret_cast<const char*>(network.prefix.data()), network.prefix.size()});
}

ClientNetwork client_network(const IpAddress& address) {
    const Bits bits = bits_of(address);
    return {is_mapped(bits) ? bits : clear_host_bits(bits, household_bits)};
}

std::string address_key(const ClientNetwork& network) {
    const std::string bytes(network.prefix.begin(), network.prefix.end());
    return hex(hash_of("cubilete/address/" + bytes)).substr(0, 32);
}

std::string site_key(const ClientNetwork& network) {
    return address_key(is_mapped(network.prefix) ? network
                                                 : ClientNetwork{clear_host_bits(network.prefix, site_bits)});
}

std::optional<Network> parse_network(std::string_view text) {
    const std::size_t slash = std::min(text.find('/'), text.size());
    const auto address = parse_address(text.substr(0, slash));
    if (!address) return std::nullopt;
    const int before = address->is_v4() ? mapped_bits : 0;
    int length = 128 - before;
    if (slash < text.size()) {
        const char* const end = text.data() + text.size();
        const auto [read, failed] = std::from_chars(text.data() + slash + 1, end, length);
        if (failed != std::errc{} || read != end || length < 0 || length > 128 - before) return std::nullopt;
    }
    const Network network{bits_of(*address), before + length};
    if (clear_host_bits(network.first, network.bits) != network.first) return std::nullopt;
    return network;
}

bool is_in_any(const IpAddress& address, std::span<const Network> networks) {
    const Bits bits = bits_of(address);
    return std::ranges::any_of(networks, [&](const Network& network) {
        return clear_host_bits(bits, network.bits) == network.first;
    });
}

bool is_private(const IpAddress& address) {
    static const auto networks = [] {
        std::array<Network, 8> all;
        std::ranges::transform(std::array{"127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16",
                                          "169.254.0.0/16", "::1", "fc00::/7", "fe80::/10"},
                               all.begin(), [](const char* text) { return parse_network(text).value(); });
        return all;
    }();
    return is_in_any(address, networks);
}

IpAddress client_of(const IpAddress& peer, std::string_view forwarded_for, std::span<const Network> proxies) {
    IpAddress client = peer;
    while (!forwarded_for.empty() && is_in_any(client, proxies)) {
        const std::size_t comma = forwarded_for.rfind(',');
        const auto hop = parse_hop(forwarded_for.substr(comma + 1));  // npos + 1 is 0
        if (!hop) break;
        client = *hop;
        forwarded_for = forwarded_for.substr(0, comma == std::string_view::npos ? 0 : comma);
    }
    return client;
}

}  // namespace cubilete::server
