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
protocol::Rejection limit_refusal(Metrics& metrics, Limit limit, protocol::RefusalReason why,
                                  std::chrono::milliseconds wait);

/// How often each player, or each address, may do one thing. It does not depend on connections, so reconnecting does not
/// reset it; memory is bounded. `metrics` and `clock` must outlive it.
template <class Key, class Hash = std::hash<Key>>
class Quota {
  public:
    Quota(Metrics& metrics, const Clock& clock, Limit limit, protocol::RefusalReason why, const Rate& rate)
        : metrics_(metrics), clock_(clock), limit_(limit), why_(why), buckets_(rate, max_keys) {}

    /// Returns nothing if the request may go on, and otherwise the refusal `rate_limited` with the time to wait.
    Verdict try_consume(const Key& key) {
        TokenBucket& bucket = buckets_.bucket_for(key);
        if (bucket.try_consume(now())) return {};
        return limit_refusal(metrics_, limit_, why_, bucket.wait());
    }
    /// Charges as much as `count` requests more (server/core/cost.hpp); the player may run into debt.
    void charge(const Key& key, int count) { buckets_.bucket_for(key).charge(count, now()); }

  private:
    static constexpr std::size_t max_keys = 50'000;  // about 100 bytes each, 150 for a player
    TokenBucket::Time now() const { return TokenBucket::Time(clock_.now()); }

    Metrics& metrics_;
    const Clock& clock_;
    Limit limit_;
    protocol::RefusalReason why_;
    TokenBuckets<Key, Hash> buckets_;
};

/// The quotas of one player and of one address. A part of the Lobby, on its thread.
class Quotas {
    using PlayerQuota = Quota<std::string>;
    using AddressQuota = Quota<ClientNetwork, ClientNetworkHash>;

  public:
    /// All arguments must outlive it.
    Quotas(const Limits& limits, Metrics& metrics, const Clock& clock);

    PlayerQuota requests;  ///< every request
    PlayerQuota chat;      ///< a chat line, in addition
    PlayerQuota reports;   ///< a report about another player, in addition
    AddressQuota entries;  ///< a move or a hint, which is stored for good, in addition
    AddressQuota guests;   ///< a new player
    AddressQuota tokens;   ///< an unknown token; known ones are not limited
    AddressQuota hashes;   ///< a password to be hashed: about ten milliseconds of a shared thread

    /// The refusals of the limits that all nodes of a cluster count together.
    protocol::Rejection new_player_refusal() const;
    protocol::Rejection wrong_code_refusal() const;
    /// For a code that adds a device: refuses if the address has sent too many wrong codes, or if all
    /// addresses together have sent so many that guessing could succeed.
    Verdict check_code_rate(const ClientNetwork& network);
    /// A code that adds a device was wrong.
    void count_wrong_code(const ClientNetwork& network);

  private:
    TokenBucket::Time now() const { return TokenBucket::Time(clock_.now()); }

    const Limits& limits_;
    Metrics& metrics_;
    const Clock& clock_;
    TokenBuckets<ClientNetwork, ClientNetworkHash> codes_;
    TokenBucket all_codes_;
};

}  // namespace cubilete::server
