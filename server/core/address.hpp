#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <boost/asio/ip/address.hpp>

namespace cubilete::server {

// Without server/core/net.hpp, which includes most of Asio.
using IpAddress = boost::asio::ip::address;

/// One IPv4 address or one /64 network of IPv6, which providers usually give to one customer. Every limit "of
/// an address" is counted per ClientNetwork.
struct ClientNetwork {
    std::array<std::uint8_t, 16> prefix{};  ///< IPv4 as ::ffff:a.b.c.d

    friend bool operator==(const ClientNetwork&, const ClientNetwork&) = default;
};
struct ClientNetworkHash {
    std::size_t operator()(const ClientNetwork& network) const;
};
ClientNetwork client_network(const IpAddress& address);
/// Returns 32 hexadecimal digits of a hash; stored instead of the address. Equal keys mean equal networks;
/// the network cannot be read from the key.
std::string address_key(const ClientNetwork& network);
/// The address_key() of the /48 of IPv6, of which one customer may have all /64, or of the IPv4 network.
std::string site_key(const ClientNetwork& network);

/// A block of addresses, e.g. 10.0.0.0/8, fd00::/8 or 127.0.0.1.
struct Network {
    std::array<std::uint8_t, 16> first{};  ///< IPv4 as ::ffff:a.b.c.d
    int bits = 128;                        ///< length of the prefix, 0..128; an IPv4 prefix counts from 96
};
/// Returns nothing if `text` is not a block, also if bits after the prefix are set (10.0.0.1/8).
std::optional<Network> parse_network(std::string_view text);
/// Whether the address lies in at least one of the networks.
bool is_in_any(const IpAddress& address, std::span<const Network> networks);

/// Whether the address belongs to this machine or to a network that the internet cannot reach: loopback, RFC
/// 1918, link-local, unique local.
bool is_private(const IpAddress& address);

/// Returns the address of the client. `peer` is the other end of the connection; `forwarded_for` holds the
/// X-Forwarded-For headers in their order, joined by commas. The element that a trusted proxy appended is
/// believed, so the client is the rightmost address that is not in `proxies`. If a trusted proxy appended no
/// valid address, the proxy itself is the client.
IpAddress client_of(const IpAddress& peer, std::string_view forwarded_for, std::span<const Network> proxies);

}  // namespace cubilete::server
