#include "server/room/bot_quota.hpp"

#include <algorithm>
#include <utility>

#include <boost/asio/post.hpp>

namespace cubilete::server {

namespace {

constexpr std::size_t most_payers = 50'000;  // about 100 bytes each

}  // namespace

BotQuota::BotQuota(Executor executor, std::unique_ptr<Clock> clock, const Limits& limits, Metrics& metrics)
    : executor_(std::move(executor)),
      clock_(std::move(clock)),
      metrics_(metrics),
      player_buckets_(limits.bots_of_player, most_payers),
      address_buckets_(limits.bots_of_address, most_payers) {}

void BotQuota::spend(Owner owner, int entries, DelayCallback done) {
    net::post(executor_, [this, owner = std::move(owner), entries, done = std::move(done)] {
        done(spend_now(owner, entries));
    });
}

std::chrono::milliseconds BotQuota::spend_now(const Owner& owner, int entries) {
    const TokenBucket::Time now(clock_->now());
    std::chrono::milliseconds wait = player_buckets_.bucket_for(owner.player).spend(now, entries);
    if (owner.network) wait = std::max(wait, address_buckets_.bucket_for(*owner.network).spend(now, entries));
    if (wait.count() > 0) metrics_.count_limit(Limit::house);
    return wait;
}

}  // namespace cubilete::server
