#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "server/core/net.hpp"

namespace cubilete::server {

using IpAddress = net::ip::address;

/// Everybody behind one IPv4 address or one /64 of IPv6, which is what a provider gives to one home. What the
/// settings call "of an address" is counted by it.
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

/// A block of addresses, e.g. 10.0.0.0/8, fd00::/8 or 127.0.0.1.
struct Network {
    std::array<std::uint8_t, 16> first{};  ///< IPv4 as ::ffff:a.b.c.d
    int bits = 128;                        ///< of it that count
};
/// Nothing for what is no block, also when bits are set behind its length.
std::optional<Network> parse_network(std::string_view text);
bool is_in(const IpAddress& address, std::span<const Network> networks);

/// Whether an address belongs to this machine or to a prefix that the internet does not reach: loopback,
/// RFC 1918, link-local, unique local.
bool is_private(const IpAddress& address);

/// Who asks. `peer` is the other end of the connection, `forwarded_for` the X-Forwarded-For headers in their
/// order, joined by commas. Each of `proxies` is believed what it appended, so the client is the rightmost
/// address that is none of them; where one of them appended no address, it is that proxy itself.
IpAddress client_of(const IpAddress& peer, std::string_view forwarded_for, std::span<const Network> proxies);

}  // namespace cubilete::server
