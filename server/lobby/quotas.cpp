#include "server/lobby/quotas.hpp"

#include <algorithm>
#include <utility>

#include "engine/require.hpp"

namespace cubilete::server {

namespace {

constexpr std::size_t most_players = 50'000;     // about 150 bytes each
constexpr std::size_t most_households = 50'000;  // about 100 bytes each
constexpr int until_a_room_closes_ms = 60'000;

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

void Quotas::charge(const std::string& player, int requests, Time now) {
    requests_.of(player).charge(requests, now);
}

Quotas::Verdict Quotas::chat(const std::string& player, Time now) {
    return taken(Limit::chat_of_player, chat_.of(player), now,
                 "Let the others get a word in; wait a moment.");
}

Quotas::Verdict Quotas::guest(const ClientNetwork& network, Time now) {
    return taken(Limit::guests_of_address, guests_.of(network), now,
                 "Too many new players have come from your network; wait a moment.");
}

protocol::Refused Quotas::too_many_guests() const {
    return limited(Limit::guests_of_address,
                   "Too many new players have come from your network; wait a moment.",
                   limits_.guests_of_address.per / 10);
}

protocol::Refused Quotas::too_many_tries() const {
    return limited(Limit::wrong_tokens_of_address, "Too many tokens or codes were tried just now.",
                   limits_.wrong_tokens_of_address.per / 10);
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

Quotas::Verdict Quotas::open_room(const std::string& player, const std::string& address) const {
    const std::chrono::milliseconds wait(until_a_room_closes_ms);
    const auto known = rooms_of_player_.find(player);
    const std::size_t own = known == rooms_of_player_.end() ? 0 : known->second;
    if (own >= limits_.rooms_of_player)
        return limited(Limit::rooms, "You have opened as many tables as one may; play at one of them.", wait);
    const auto neighbours = rooms_of_address_.find(address);
    const std::size_t there = neighbours == rooms_of_address_.end() ? 0 : neighbours->second.attended;
    if (own > 0 && there >= limits_.rooms_of_address)
        return limited(Limit::rooms,
                       "Your network has opened as many tables as one may; play at one of them.", wait);
    return {};
}

std::size_t& Quotas::count_of(const Made& made) {
    Count& count = rooms_of_address_[made.by.address];
    return made.attended ? count.attended : count.left;
}

void Quotas::room_opened(const std::string& code, Maker maker) {
    if (maker.player.empty()) return;
    const Made& made = rooms_[code] = {.by = std::move(maker), .number = ++rooms_made_};
    ++rooms_of_player_[made.by.player];
    ++count_of(made);
}

void Quotas::room_attended(const std::string& code, bool attended, int people) {
    const auto found = rooms_.find(code);
    if (found == rooms_.end()) return;
    Made& made = found->second;
    --count_of(made);
    made.attended = attended;
    made.people = people;
    ++count_of(made);
}

void Quotas::room_closed(const std::string& code) {
    const auto found = rooms_.find(code);
    if (found == rooms_.end()) return;
    const Made& made = found->second;
    --count_of(made);
    const auto address = rooms_of_address_.find(made.by.address);
    if (address->second.attended + address->second.left == 0) rooms_of_address_.erase(address);
    const auto player = rooms_of_player_.find(made.by.player);
    if (--player->second == 0) rooms_of_player_.erase(player);
    rooms_.erase(found);
}

std::optional<std::string> Quotas::left_too_many(const std::string& address) const {
    const auto count = rooms_of_address_.find(address);
    if (count == rooms_of_address_.end() || count->second.left <= limits_.rooms_left_of_address)
        return std::nullopt;
    const std::pair<const std::string, Made>* least = nullptr;
    for (const auto& room : rooms_) {
        const Made& made = room.second;
        if (made.attended || made.by.address != address) continue;
        if (!least ||
            std::pair(made.people, made.number) < std::pair(least->second.people, least->second.number))
            least = &room;
    }
    require(least != nullptr);
    return least->first;
}

}  // namespace cubilete::server
