#include "server/admin/networks.hpp"

#include <algorithm>
#include <utility>

#include <boost/asio/ip/address.hpp>

#include "server/admin/decrees.hpp"
#include "server/core/tokens.hpp"

namespace cubilete::server {

namespace {

constexpr int ipv4_bits = 128;
constexpr int ipv6_bits = 64;
constexpr std::size_t hash_bytes = 16;
constexpr std::size_t tag_letters = 6;

IpAddress address_of(const std::array<std::uint8_t, 16>& bits) {
    const boost::asio::ip::address_v6 address(bits);
    if (!address.is_v4_mapped()) return address;
    return boost::asio::ip::make_address_v4(boost::asio::ip::v4_mapped, address);
}
bool is_ipv4(const std::array<std::uint8_t, 16>& bits) { return address_of(bits).is_v4(); }

std::string_view bytes_of(const std::array<unsigned char, 32>& hash) {
    return {reinterpret_cast<const char*>(hash.data()), hash.size()};
}

bool overlap(const Network& one, const Network& other) {
    const Network& larger = one.bits < other.bits ? one : other;
    return contains(larger, {one.bits < other.bits ? other.first : one.first});
}

}  // namespace

std::string NetworkHasher::hash(const ClientNetwork& network) const {
    const auto hash = hmac_.of({"network/", prefix_of(network, 128)});
    return hex(bytes_of(hash).substr(0, hash_bytes));
}

std::uint64_t NetworkHasher::hash_of_block(const ClientNetwork& network, int bits) const {
    const auto hash = hmac_.of({"block/", std::to_string(bits), "/", prefix_of(network, bits)});
    std::uint64_t number = 0;
    for (std::size_t byte = 0; byte < sizeof number; ++byte) number = number << 8 | hash[byte];
    return number;
}

std::string tag_of_network(const HmacSha256& key, const std::string& hash) {
    constexpr std::string_view letters =
        "abcdefghijkmnpqrstuvwxyz";  // without l and o, which look like digits
    const auto mixed = key.of({hash});
    std::string tag;
    for (std::size_t at = 0; at < tag_letters; ++at) tag += letters[mixed.at(at) % letters.size()];
    return tag;
}

SeenPlayers::Networks& SeenPlayers::of(const std::string& player) {
    if (const auto known = recent_.find(player); known != recent_.end()) return known->second;
    auto before = old_.extract(player);
    if (recent_.size() >= most_players) old_ = std::exchange(recent_, {});
    if (!before.empty()) return recent_.insert(std::move(before)).position->second;
    return recent_[player];
}

void SeenPlayers::note(const std::string& player, const ClientNetwork& network, const NetworkHasher& hasher,
                       std::span<const Network> proxies) {
    Networks& networks = of(player);
    std::string hash = hasher.hash(network);
    const auto known = std::ranges::find(networks, hash, &Seen::hash);
    if (known != networks.end()) {
        std::rotate(networks.begin(), known, known + 1);
        return;
    }
    Seen seen{.hash = std::move(hash),
              .is_doubtful =
                  is_private(address_of(network.prefix)) || is_in_any(address_of(network.prefix), proxies),
              .is_ipv4 = is_ipv4(network.prefix)};
    const std::span<const int> lengths =
        seen.is_ipv4 ? std::span<const int>(ipv4_blocks) : std::span<const int>(ipv6_blocks);
    for (std::size_t at = 0; at < lengths.size(); ++at)
        seen.blocks.at(at) = hasher.hash_of_block(network, lengths[at]);
    networks.insert(networks.begin(), std::move(seen));
    if (networks.size() > most_networks) networks.pop_back();
}

std::vector<SeenPlayers::Seen> SeenPlayers::networks_of(const std::string& player) const {
    for (const auto* players : {&recent_, &old_})
        if (const auto known = players->find(player); known != players->end()) return known->second;
    return {};
}

template <class Is>
std::size_t SeenPlayers::count(Is is) const {
    std::size_t found = 0;
    for (const auto* players : {&recent_, &old_})
        for (const auto& [player, networks] : *players)
            found +=
                std::ranges::any_of(networks, [&](const Seen& seen) { return is(player, seen); }) ? 1 : 0;
    return found;
}

std::size_t SeenPlayers::count_other_players(const std::string& but,
                                             std::span<const std::string> hashes) const {
    return count([&](const std::string& player, const Seen& seen) {
        return player != but && std::ranges::find(hashes, seen.hash) != hashes.end();
    });
}

std::size_t SeenPlayers::count_players_in(const Network& block, const NetworkHasher& hasher) const {
    const ClientNetwork first{block.first};
    const bool ipv4 = is_ipv4(block.first);
    if (block.bits >= (ipv4 ? ipv4_bits : ipv6_bits))
        return count(
            [exact = hasher.hash(first)](const auto&, const Seen& seen) { return seen.hash == exact; });
    const std::span<const int> lengths =
        ipv4 ? std::span<const int>(ipv4_blocks) : std::span<const int>(ipv6_blocks);
    const auto length = std::ranges::find_if(lengths, [&](int bits) { return bits <= block.bits; });
    if (length == lengths.end())  // larger than any that can be counted
        return count([&](const auto&, const Seen& seen) { return seen.is_ipv4 == ipv4; });
    const auto at = static_cast<std::size_t>(length - lengths.begin());
    return count([&, wanted = hasher.hash_of_block(first, *length)](const auto&, const Seen& seen) {
        return seen.is_ipv4 == ipv4 && seen.blocks.at(at) == wanted;
    });
}

bool is_doubtful(const Network& block, std::span<const Network> proxies) {
    static const Network loopback = parse_network("::1").value();
    return is_private(address_of(block.first)) || overlap(block, loopback) ||
           std::ranges::any_of(proxies, [&](const Network& proxy) { return overlap(block, proxy); });
}

}  // namespace cubilete::server
