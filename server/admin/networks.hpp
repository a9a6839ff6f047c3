#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/core/address.hpp"
#include "server/core/sha256.hpp"

/// Networks as the data remember and shows them: never as addresses.
namespace cubilete::server {

/// Hashes networks with a key that lasts as long as the data: the same network has the same hash in all decrees. One thread.
class NetworkHasher {
  public:
    explicit NetworkHasher(const Secret& key) : hmac_(key) {}

    /// 32 hexadecimal digits.
    std::string hash(const ClientNetwork& network) const;
    /// Of the block of this length around the network.
    std::uint64_t hash_of_block(const ClientNetwork& network, int bits) const;

  private:
    HmacSha256 hmac_;
};

/// The tag by which an operator tells networks apart: six letters, the same for the same network as long as the key lasts.
std::string tag_of_network(const HmacSha256& key, const std::string& hash);

/// The networks of the players who have said hello since the start, in bounded memory: those of the 50,000 players seen last, or a
/// few more. One thread.
class SeenPlayers {
  public:
    static constexpr std::size_t most_players = 25'000;  ///< of each generation; there are two
    static constexpr std::size_t most_networks = 4;      ///< of a player
    /// Prefix lengths of the blocks whose players can be counted, the longest first.
    static constexpr std::array ipv4_blocks{120, 112};
    static constexpr std::array ipv6_blocks{56, 48, 40, 32};

    struct Seen {
        std::string hash;
        bool is_doubtful = false;  ///< private, or that of a proxy: perhaps everybody has it
        bool is_ipv4 = false;
        std::array<std::uint64_t, ipv6_blocks.size()> blocks{};
    };
    /// The player has come from that network.
    void note(const std::string& player, const ClientNetwork& network, const NetworkHasher& hasher,
              std::span<const Network> proxies);
    /// The newest first.
    std::vector<Seen> networks_of(const std::string& player) const;
    /// The players, other than `but`, who have come from one of these networks.
    std::size_t count_other_players(const std::string& but, std::span<const std::string> hashes) const;
    /// The players who have come from that block, or from a larger one around it that can be counted: at least as many.
    std::size_t count_players_in(const Network& block, const NetworkHasher& hasher) const;

  private:
    using Networks = std::vector<Seen>;
    Networks& of(const std::string& player);
    template <class Is>
    std::size_t count(Is is) const;

    std::unordered_map<std::string, Networks> recent_;
    std::unordered_map<std::string, Networks> old_;
};

/// Whether a ban of that block would probably hit everybody: it holds private addresses, or those of a proxy whose word is believed.
bool is_doubtful(const Network& block, std::span<const Network> proxies);

}  // namespace cubilete::server
