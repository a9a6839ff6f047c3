#include "server/lobby/quotas.hpp"

#include <algorithm>
#include <utility>

#include "server/room/room_refusals.hpp"

namespace cubilete::server {

namespace {

constexpr std::size_t most_players = 50'000;     // about 150 bytes each
constexpr std::size_t most_households = 50'000;  // about 100 bytes each

}  // namespace

protocol::Refused limited(Metrics& metrics, Limit limit, protocol::Why why, std::chrono::milliseconds wait) {
    metrics.limited(limit);
    const auto retry = std::clamp<std::chrono::milliseconds::rep>(wait.count(), 1, 3'600'000);
    protocol::Refused no = refused(why);
    no.retry_ms = static_cast<int>(retry);
    return no;
}

Quotas::Quotas(const Limits& limits, Metrics& metrics, const Clock& clock)
    : limits_(limits),
      metrics_(metrics),
      clock_(clock),
      requests_(limits.requests_of_player, most_players),
      chat_(limits.chat_of_player, most_players),
      entries_(limits.entries_of_address, most_households),
      guests_(limits.guests_of_address, most_households),
      tokens_(limits.wrong_tokens_of_address, most_households),
      codes_(limits.wrong_codes_of_address, most_households),
      codes_of_all_(limits.wrong_codes_of_all),
      hashes_(limits.hashes_of_address, most_households) {}

Verdict Quotas::taken(Limit limit, TokenBucket& bucket, protocol::Why otherwise) const {
    if (bucket.take(now())) return {};
    return limited(metrics_, limit, otherwise, bucket.wait());
}

Verdict Quotas::request(const std::string& player) {
    return taken(Limit::requests_of_player, requests_.of(player), Why::too_fast);
}

void Quotas::charge(const std::string& player, int requests) { requests_.of(player).charge(requests, now()); }

Verdict Quotas::chat(const std::string& player) {
    return taken(Limit::chat_of_player, chat_.of(player), Why::chat_too_fast);
}

Verdict Quotas::entry(const ClientNetwork& network) {
    return taken(Limit::entries_of_address, entries_.of(network), Why::moves_of_network);
}

Verdict Quotas::guest(const ClientNetwork& network) {
    return taken(Limit::guests_of_address, guests_.of(network), Why::players_of_network);
}

protocol::Refused Quotas::too_many_guests() const {
    return limited(metrics_, Limit::guests_of_address, Why::players_of_network,
                   limits_.guests_of_address.per / 10);
}

protocol::Refused Quotas::too_many_tries() const {
    return limited(metrics_, Limit::wrong_tokens_of_address, Why::tokens_or_codes_tried,
                   limits_.wrong_tokens_of_address.per / 10);
}

Verdict Quotas::wrong_token(const ClientNetwork& network) {
    return taken(Limit::wrong_tokens_of_address, tokens_.of(network), Why::tokens_of_network);
}

Verdict Quotas::try_code(const ClientNetwork& network) {
    TokenBucket& own = codes_.of(network);
    if (!own.has(now()))
        return limited(metrics_, Limit::wrong_tokens_of_address, Why::codes_tried, own.wait());
    if (!codes_of_all_.has(now()))
        return limited(metrics_, Limit::wrong_tokens_of_address, Why::codes_tried, codes_of_all_.wait());
    return {};
}

void Quotas::wrong_code(const ClientNetwork& network) {
    codes_.of(network).take(now());
    codes_of_all_.take(now());
}

Verdict Quotas::hash(const ClientNetwork& network) {
    return taken(Limit::hashes_of_address, hashes_.of(network), Why::passwords_of_network);
}

}  // namespace cubilete::server
