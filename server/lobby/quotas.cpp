#include "server/lobby/quotas.hpp"

#include <algorithm>

#include "server/room/room_refusals.hpp"

namespace cubilete::server {

protocol::Rejection limit_refusal(Metrics& metrics, Limit limit, protocol::RefusalReason why,
                                  std::chrono::milliseconds wait) {
    metrics.count_limit(limit);
    const auto retry = std::clamp<std::chrono::milliseconds::rep>(wait.count(), 1, 3'600'000);
    protocol::Rejection no = refused(why);
    no.retry_ms = static_cast<int>(retry);
    return no;
}

namespace {

constexpr Rate reports_of_player{5, std::chrono::minutes(10)};

}  // namespace

Quotas::Quotas(const Limits& limits, Metrics& metrics, const Clock& clock)
    : requests(metrics, clock, Limit::requests_of_player, RefusalReason::too_fast, limits.requests_of_player),
      chat(metrics, clock, Limit::chat_of_player, RefusalReason::chat_too_fast, limits.chat_of_player),
      reports(metrics, clock, Limit::requests_of_player, RefusalReason::reports_too_fast, reports_of_player),
      entries(metrics, clock, Limit::entries_of_address, RefusalReason::moves_of_network,
              limits.entries_of_address),
      guests(metrics, clock, Limit::guests_of_address, RefusalReason::players_of_network,
             limits.guests_of_address),
      tokens(metrics, clock, Limit::wrong_tokens_of_address, RefusalReason::tokens_of_network,
             limits.wrong_tokens_of_address),
      hashes(metrics, clock, Limit::hashes_of_address, RefusalReason::passwords_of_network,
             limits.hashes_of_address),
      limits_(limits),
      metrics_(metrics),
      clock_(clock),
      codes_(limits.wrong_codes_of_address, 50'000),
      all_codes_(limits.wrong_codes_of_all) {}

protocol::Rejection Quotas::new_player_refusal() const {
    return limit_refusal(metrics_, Limit::guests_of_address, RefusalReason::players_of_network,
                         limits_.guests_of_address.per / 10);
}

protocol::Rejection Quotas::wrong_code_refusal() const {
    return limit_refusal(metrics_, Limit::wrong_tokens_of_address, RefusalReason::tokens_or_codes_tried,
                         limits_.wrong_tokens_of_address.per / 10);
}

Verdict Quotas::check_code_rate(const ClientNetwork& network) {
    for (TokenBucket* codes : {&codes_.bucket_for(network), &all_codes_})
        if (!codes->can_take(now()))
            return limit_refusal(metrics_, Limit::wrong_tokens_of_address, RefusalReason::codes_tried,
                                 codes->wait());
    return {};
}

void Quotas::count_wrong_code(const ClientNetwork& network) {
    codes_.bucket_for(network).try_consume(now());
    all_codes_.try_consume(now());
}

}  // namespace cubilete::server
