#pragma once

#include <chrono>
#include <string>

#include "protocol/refused.hpp"
#include "server/core/address.hpp"
#include "server/core/clock.hpp"
#include "server/core/config.hpp"
#include "server/core/metrics.hpp"
#include "server/core/token_bucket.hpp"
#include "server/room/seating.hpp"

namespace cubilete::server {

/// The refusal of a limit, which is counted. `wait`: until the next attempt makes sense, at most an hour.
protocol::Refused limited(Metrics& metrics, Limit limit, protocol::Why why, std::chrono::milliseconds wait);

/// The quotas of one player and of one address. Owned by the lobby and used on its thread. They do not depend
/// on connections, so reconnecting does not reset them; memory is bounded. A function that returns a Verdict
/// returns nothing if the request may go on, and otherwise the refusal `rate_limited` with the time to wait.
class Quotas {
  public:
    /// All arguments must outlive it.
    Quotas(const Limits& limits, Metrics& metrics, const Clock& clock);

    /// For every request of a player.
    Verdict request(const std::string& player);
    /// Charges a request that cost as much as `requests` more (server/core/cost.hpp); the player may run into debt.
    void charge(const std::string& player, int requests);
    /// For a chat line, in addition to request().
    Verdict chat(const std::string& player);
    /// For a move or a hint, which is stored for good, in addition to request().
    Verdict entry(const ClientNetwork& network);
    /// For a new player.
    Verdict guest(const ClientNetwork& network);

    /// The refusals of the limits that all nodes of a cluster count together.
    protocol::Refused too_many_guests() const;
    protocol::Refused too_many_tries() const;

    /// For an unknown token: a refusal means that the address has sent too many. Known tokens are not
    /// limited.
    Verdict wrong_token(const ClientNetwork& network);
    /// For a code that adds a device: refuses if the address has sent too many wrong codes, or if all
    /// addresses together have sent so many that guessing could succeed.
    Verdict try_code(const ClientNetwork& network);
    /// A code that adds a device was wrong.
    void wrong_code(const ClientNetwork& network);
    /// For a password to be hashed: hashing takes about ten milliseconds of a shared thread.
    Verdict hash(const ClientNetwork& network);

  private:
    Verdict taken(Limit limit, TokenBucket& bucket, protocol::Why otherwise) const;
    TokenBucket::Time now() const { return TokenBucket::Time(clock_.now()); }

    const Limits& limits_;
    Metrics& metrics_;
    const Clock& clock_;
    TokenBuckets<std::string> requests_;
    TokenBuckets<std::string> chat_;
    TokenBuckets<ClientNetwork, ClientNetworkHash> entries_;
    TokenBuckets<ClientNetwork, ClientNetworkHash> guests_;
    TokenBuckets<ClientNetwork, ClientNetworkHash> tokens_;
    TokenBuckets<ClientNetwork, ClientNetworkHash> codes_;
    TokenBucket codes_of_all_;
    TokenBuckets<ClientNetwork, ClientNetworkHash> hashes_;
};

}  // namespace cubilete::server
