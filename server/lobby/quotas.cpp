#include "server/lobby/quotas.hpp"

#include <algorithm>

#include "server/room/room_refusals.hpp"

namespace cubilete::server {

protocol::Refused limited(Metrics& metrics, Limit limit, protocol::Why why, std::chrono::milliseconds wait) {
    metrics.limited(limit);
    const auto retry = std::clamp<std::chrono::milliseconds::rep>(wait.count(), 1, 3'600'000);
    protocol::Refused no = refused(why);
    no.retry_ms = static_cast<int>(retry);
    return no;
}

Quotas::Quotas(const Limits& limits, Metrics& metrics, const Clock& clock)
    : requests(metrics, clock, Limit::requests_of_player, Why::too_fast, limits.requests_of_player),
      chat(metrics, clock, Limit::chat_of_player, Why::chat_too_fast, limits.chat_of_player),
      entries(metrics, clock, Limit::entries_of_address, Why::moves_of_network, limits.entries_of_address),
      guests(metrics, clock, Limit::guests_of_address, Why::players_of_network, limits.guests_of_address),
      tokens(metrics, clock, Limit::wrong_tokens_of_address, Why::tokens_of_network,
             limits.wrong_tokens_of_address),
      hashes(metrics, clock, Limit::hashes_of_address, Why::passwords_of_network, limits.hashes_of_address),
      limits_(limits),
      metrics_(metrics),
      clock_(clock),
      codes_(limits.wrong_codes_of_address, 50'000),
      codes_of_all_(limits.wrong_codes_of_all) {}

protocol::Refused Quotas::too_many_guests() const {
    return limited(metrics_, Limit::guests_of_address, Why::players_of_network,
                   limits_.guests_of_address.per / 10);
}

protocol::Refused Quotas::too_many_tries() const {
    return limited(metrics_, Limit::wrong_tokens_of_address, Why::tokens_or_codes_tried,
                   limits_.wrong_tokens_of_address.per / 10);
}

Verdict Quotas::try_code(const ClientNetwork& network) {
    for (TokenBucket* codes : {&codes_.of(network), &codes_of_all_})
        if (!codes->has(now()))
            return limited(metrics_, Limit::wrong_tokens_of_address, Why::codes_tried, codes->wait());
    return {};
}

void Quotas::wrong_code(const ClientNetwork& network) {
    codes_.of(network).take(now());
    codes_of_all_.take(now());
}

}  // namespace cubilete::server
