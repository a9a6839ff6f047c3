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
      of_player_(limits.bots_of_player, most_payers),
      of_address_(limits.bots_of_address, most_payers) {}

void BotQuota::spend(Payer payer, int entries, Told told) {
    net::post(executor_, [this, payer = std::move(payer), entries, told = std::move(told)] {
        told(spend_now(payer, entries));
    });
}

std::chrono::milliseconds BotQuota::spend_now(const Payer& payer, int entries) {
    const TokenBucket::Time now(clock_->now());
    std::chrono::milliseconds wait = of_player_.of(payer.player).spend(now, entries);
    if (payer.network) wait = std::max(wait, of_address_.of(*payer.network).spend(now, entries));
    if (wait.count() > 0) metrics_.limited(Limit::house);
    return wait;
}

}  // namespace cubilete::server
