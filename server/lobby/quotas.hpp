#pragma once

#include <optional>
#include <string>
#include <unordered_map>

#include "protocol/refused.hpp"
#include "server/core/address.hpp"
#include "server/core/config.hpp"
#include "server/core/metrics.hpp"
#include "server/core/token_bucket.hpp"

namespace cubilete::server {

/// How much of the house one player and one address may have. Owned by the lobby and used on its strand; it
/// forgets nobody by reconnecting, and takes bounded memory whoever comes. Nothing = go ahead; otherwise the
/// request is refused `rate_limited` with the time to wait.
class Quotas {
  public:
    using Verdict = std::optional<protocol::Refused>;
    using Time = TokenBucket::Time;

    /// Both outlive it.
    Quotas(const Limits& limits, Metrics& metrics);

    /// Any request of a player.
    Verdict request(const std::string& player, Time now);
    /// A line of chat, besides being a request.
    Verdict chat(const std::string& player, Time now);
    /// A new player.
    Verdict guest(const ClientNetwork& network, Time now);

    /// For an unknown token: a refusal means that the address has sent too many. Known tokens are not
    /// limited.
    Verdict wrong_token(const ClientNetwork& network, Time now);
    /// For a code that adds a device: refuses if the address has sent too many wrong codes, or if all
    /// addresses together have sent so many that guessing could succeed.
    Verdict try_code(const ClientNetwork& network, Time now);
    /// A code that adds a device was wrong.
    void wrong_code(const ClientNetwork& network, Time now);
    /// For a password to be hashed: hashing takes about ten milliseconds of a shared thread.
    Verdict hash(const ClientNetwork& network, Time now);

    /// Another room; those count that are open.
    Verdict open_room(const std::string& player, const ClientNetwork& network) const;
    void room_opened(const std::string& code, const std::string& player, const ClientNetwork& network);
    void room_closed(const std::string& code);

  private:
    struct Maker {
        std::string player;
        ClientNetwork network;
    };

    protocol::Refused limited(Limit limit, const char* text, std::chrono::milliseconds wait) const;
    Verdict taken(Limit limit, TokenBucket& bucket, Time now, const char* otherwise) const;

    const Limits& limits_;
    Metrics& metrics_;
    TokenBuckets<std::string> requests_;
    TokenBuckets<std::string> chat_;
    TokenBuckets<ClientNetwork, ClientNetworkHash> guests_;
    TokenBuckets<ClientNetwork, ClientNetworkHash> tokens_;
    TokenBuckets<ClientNetwork, ClientNetworkHash> codes_;
    TokenBucket codes_of_all_;
    TokenBuckets<ClientNetwork, ClientNetworkHash> hashes_;
    std::unordered_map<std::string, Maker> makers_;  ///< by room
    std::unordered_map<std::string, std::size_t> rooms_of_player_;
    std::unordered_map<ClientNetwork, std::size_t, ClientNetworkHash> rooms_of_household_;
};

}  // namespace cubilete::server
