#include "server/lobby/quotas.hpp"

#include <algorithm>
#include <utility>

namespace cubilete::server {

namespace {

constexpr std::size_t most_players = 50'000;     // about 150 bytes each
constexpr std::size_t most_households = 50'000;  // about 100 bytes each
constexpr int until_a_room_closes_ms = 60'000;

template <class Counts, class Key>
std::size_t count_of(const Counts& counts, const Key& key) {
    const auto found = counts.find(key);
    return found == counts.end() ? 0 : found->second;
}

template <class Counts, class Key>
void give_back(Counts& counts, const Key& key) {
    const auto found = counts.find(key);
    if (--found->second == 0) counts.erase(found);
}

}  // namespace

Quotas::Quotas(const Limits& limits, Metrics& metrics)
    : limits_(limits),
      metrics_(metrics),
      requests_(limits.requests_of_player, most_players),
      chat_(limits.chat_of_player, most_players),
      guests_(limits.guests_of_address, most_households),
      tokens_(limits.wrong_tokens_of_address, most_households),
      codes_(limits.wrong_codes_of_address, most_households),
      codes_of_all_(limits.wrong_codes_of_all),
      hashes_(limits.hashes_of_address, most_households) {}

protocol::Refused Quotas::limited(Limit limit, const char* text, std::chrono::milliseconds wait) const {
    metrics_.limited(limit);
    const auto retry = std::clamp<std::chrono::milliseconds::rep>(wait.count(), 1, 3'600'000);
    return {protocol::Code::rate_limited, text, {}, static_cast<int>(retry)};
}

Quotas::Verdict Quotas::taken(Limit limit, TokenBucket& bucket, Time now, const char* otherwise) const {
    if (bucket.take(now)) return {};
    return limited(limit, otherwise, bucket.wait());
}

Quotas::Verdict Quotas::request(const std::string& player, Time now) {
    return taken(Limit::requests_of_player, requests_.of(player), now,
                 "That was too much at once; wait a moment.");
}

Quotas::Verdict Quotas::chat(const std::string& player, Time now) {
    return taken(Limit::chat_of_player, chat_.of(player), now,
                 "Let the others get a word in; wait a moment.");
}

Quotas::Verdict Quotas::guest(const ClientNetwork& network, Time now) {
    return taken(Limit::guests_of_address, guests_.of(network), now,
                 "Too many new players have come from your network; wait a moment.");
}

Quotas::Verdict Quotas::wrong_token(const ClientNetwork& network, Time now) {
    return taken(Limit::wrong_tokens_of_address, tokens_.of(network), now,
                 "Too many unknown tokens have come from your network; wait a moment.");
}

Quotas::Verdict Quotas::try_code(const ClientNetwork& network, Time now) {
    constexpr auto text = "Too many codes were tried just now.";
    TokenBucket& own = codes_.of(network);
    if (!own.has(now)) return limited(Limit::wrong_tokens_of_address, text, own.wait());
    if (!codes_of_all_.has(now)) return limited(Limit::wrong_tokens_of_address, text, codes_of_all_.wait());
    return {};
}

void Quotas::wrong_code(const ClientNetwork& network, Time now) {
    codes_.of(network).take(now);
    codes_of_all_.take(now);
}

Quotas::Verdict Quotas::hash(const ClientNetwork& network, Time now) {
    return taken(Limit::hashes_of_address, hashes_.of(network), now,
                 "Too many passwords have come from your network; wait a moment.");
}

Quotas::Verdict Quotas::open_room(const std::string& player, const ClientNetwork& network) const {
    const std::chrono::milliseconds wait(until_a_room_closes_ms);
    if (count_of(rooms_of_player_, player) >= limits_.rooms_of_player)
        return limited(Limit::rooms, "You have opened as many tables as one may; play at one of them.", wait);
    if (count_of(rooms_of_household_, network) >= limits_.rooms_of_address)
        return limited(Limit::rooms,
                       "Your network has opened as many tables as one may; play at one of them.", wait);
    return {};
}

void Quotas::room_opened(const std::string& code, const std::string& player, const ClientNetwork& network) {
    makers_[code] = {player, network};
    ++rooms_of_player_[player];
    ++rooms_of_household_[network];
}

void Quotas::room_closed(const std::string& code) {
    const auto maker = makers_.find(code);
    if (maker == makers_.end()) return;  // opened before the server was last started
    give_back(rooms_of_player_, maker->second.player);
    give_back(rooms_of_household_, maker->second.network);
    makers_.erase(maker);
}

}  // namespace cubilete::server
