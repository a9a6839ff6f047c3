#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "server/core/address.hpp"

namespace cubilete::server {

/// A network, and the hash by which bans name it.
struct HashedNetwork {
    ClientNetwork network;
    std::string hash;  ///< by NetworkHasher
};

/// A decree of an operator. Times are milliseconds since 1970, UTC.
struct Decree {
    enum class Kind {
        ban,          ///< of a player, and of newcomers from their networks
        network_ban,  ///< of everybody from its networks
        mute,         ///< of a player
        say,          ///< a line to everybody
        set,          ///< of a setting
    };

    std::string id = {};      ///< chosen by the server that wrote it
    std::int64_t no = 0;      ///< given by the database, for people
    std::int64_t change = 0;  ///< storage::AdminRow::change, as read from the data
    Kind kind = Kind::ban;
    std::string player = {};  ///< id; may be empty for a network
    std::string name = {};    ///< of the player
    /// Each a hash (NetworkHasher) or a block of addresses as the operator typed it.
    std::vector<std::string> networks = {};
    std::string key = {};   ///< of a setting
    std::string text = {};  ///< the reason, the line or the value
    std::string by = {};    ///< "user 0" or "link 3"
    std::int64_t at_ms = 0;
    std::optional<std::int64_t> until_ms = {};           ///< nullopt: forever
    std::optional<std::int64_t> newcomers_until_ms = 0;  ///< of a ban, as the operator said; nullopt: forever
    std::int64_t refused = 0;                            ///< requests, as read from the data

    bool holds(std::int64_t now_ms) const { return !until_ms || now_ms < *until_ms; }
    /// Whether it names that network.
    bool covers(const HashedNetwork& from) const;
    /// Newcomers are barred until then, but no longer than it holds; nullopt: forever.
    std::optional<std::int64_t> newcomers_end_ms() const {
        if (!until_ms || !newcomers_until_ms) return until_ms ? until_ms : newcomers_until_ms;
        return std::min(*until_ms, *newcomers_until_ms);
    }
    bool bars_newcomers(std::int64_t now_ms) const {
        const auto end_ms = newcomers_end_ms();
        return kind == Kind::ban && !networks.empty() && (!end_ms || now_ms < *end_ms);
    }
};

/// All decrees: who may not come, write or be new. A value without clock or I/O; a question costs a few look-ups, however many
/// decrees there are. Of several that answer a question, the one that ends last does. One thread.
class Decrees {
  public:
    /// A new decree, or one that is there in its new form: only text and ends may have changed.
    void put(Decree decree);

    /// Null if there is none.
    const Decree* find(std::int64_t no) const;
    const Decree* find_id(const std::string& id) const;
    // Null if none holds at that time. What is returned is valid until the next put() or forget_ended().
    const Decree* ban_of(const std::string& player, std::int64_t now_ms) const;
    const Decree* network_ban(const HashedNetwork& from, std::int64_t now_ms) const;
    const Decree* newcomers_ban(const HashedNetwork& from, std::int64_t now_ms) const;
    const Decree* mute_of(const std::string& player, std::int64_t now_ms) const;
    /// The newest of the setting.
    const Decree* setting(const std::string& key, std::int64_t now_ms) const;
    /// All that hold of the setting, the oldest first: it may be set twice at the same moment.
    std::vector<const Decree*> settings(const std::string& key, std::int64_t now_ms) const;
    /// The lines to everybody, the oldest first.
    std::vector<const Decree*> lines(std::int64_t now_ms) const;

    /// Forgets what does not hold any more.
    void forget_ended(std::int64_t now_ms);
    std::size_t size() const { return by_id_.size(); }

  private:
    using Ids = std::vector<const Decree*>;
    using Index = std::unordered_map<std::string, Ids>;
    void add_to_indexes(const Decree& decree);
    const Decree* find_by_network(const HashedNetwork& from, bool (*counts)(const Decree&, std::int64_t),
                                  std::optional<std::int64_t> (*end)(const Decree&),
                                  std::int64_t now_ms) const;

    std::unordered_map<std::string, Decree> by_id_;  ///< its elements stay where they are
    std::map<std::int64_t, const Decree*> by_no_;
    Index by_player_;
    Index by_setting_;
    Ids lines_;
    Index by_network_;               ///< by hash
    std::map<int, Index> by_block_;  ///< by length of the prefix, and by the prefix
};

/// The block of addresses that an operator typed, no finer than the networks that the limits count: one IPv4 address, or a /64. Nothing
/// if it is not one.
std::optional<Network> decree_block(std::string_view text);
/// The first `bits` of a network, as bytes.
std::string prefix_of(const ClientNetwork& network, int bits);
bool contains(const Network& block, const ClientNetwork& network);

}  // namespace cubilete::server
