#include "server/lobby/quotas.hpp"

#include <algorithm>
#include <utility>

namespace cubilete::server {

namespace {

constexpr std::size_t most_players = 50'000;     // about 150 bytes each
constexpr std::size_t most_households = 50'000;  // about 100 bytes each
constexpr int until_a_room_closes_ms = 60'000;

using Counts = std::unordered_map<std::string, std::size_t>;

std::size_t number_of(const Counts& counts, const std::string& key) {
    const auto found = counts.find(key);
    return found == counts.end() ? 0 : found->second;
}

/// One more or one fewer for `key`, which may be empty for unknown.
void add(Counts& counts, const std::string& key, bool more) {
    if (key.empty()) return;
    std::size_t& number = counts[key];
    number += more ? 1 : -1;
    if (number == 0) counts.erase(key);
}

}  // namespace

Quotas::Quotas(const Limits& limits, Metrics& metrics)
    : limits_(limits),
      metrics_(metrics),
      requests_(limits.requests_of_player, most_players),
      chat_(limits.chat_of_player, most_players),
      entries_(limits.entries_of_address, most_households),
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

Quotas::Verdict Quotas::entry(const ClientNetwork& network, Time now) {
    return taken(Limit::entries_of_address, entries_.of(network), now,
                 "Your network has made as many moves as one may in a day; wait a moment.");
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
    const std::size_t own = number_of(rooms_of_player_, player);
    if (own >= limits_.rooms_of_player)
        return limited(Limit::rooms, "You have opened as many tables as one may; play at one of them.", wait);
    if (own > 0 && number_of(attended_of_address_, address) >= limits_.rooms_of_address)
        return limited(Limit::rooms,
                       "Your network has opened as many tables as one may; play at one of them.", wait);
    return {};
}

void Quotas::count(const std::string& code, const Made& made, bool counts) {
    const auto& [now, people, left_ms] = made.attended;
    if (now) return add(attended_of_address_, made.by.address, counts);
    if (made.closing) return;
    add(left_of_site_, made.by.site, counts);
    const Left left{people, left_ms, made.number, code, made.by.site};
    if (counts)
        left_.insert(left);
    else
        left_.erase(left);
}

void Quotas::room_opened(const std::string& code, Maker maker) {
    const Made& made = rooms_[code] = {.by = std::move(maker), .number = ++rooms_made_, .attended = {}};
    add(rooms_of_player_, made.by.player, true);
    count(code, made, true);
}

void Quotas::room_attended(const std::string& code, const Attended& attended) {
    const auto found = rooms_.find(code);
    if (found == rooms_.end()) return;
    Made& made = found->second;
    count(code, made, false);
    made.attended = attended;
    if (attended.now && std::exchange(made.closing, false)) --closing_;
    count(code, made, true);
}

void Quotas::room_closed(const std::string& code) {
    const auto found = rooms_.find(code);
    if (found == rooms_.end()) return;
    const Made& made = found->second;
    count(code, made, false);
    if (made.closing) --closing_;
    add(rooms_of_player_, made.by.player, false);
    rooms_.erase(found);
}

std::optional<std::string> Quotas::left_too_many(const std::string& site) const {
    if (number_of(left_of_site_, site) <= limits_.rooms_left_of_address) return std::nullopt;
    return std::ranges::find(left_, site, &Left::site)->room;
}

bool Quotas::is_full() const { return rooms_.size() - closing_ >= limits_.most_rooms && left_.empty(); }

std::optional<std::string> Quotas::take_place() {
    const std::size_t most_left = limits_.most_rooms - limits_.most_rooms / 5;
    const bool has_place = rooms_.size() - closing_ < limits_.most_rooms && left_.size() <= most_left;
    if (has_place || left_.empty()) return std::nullopt;
    const std::string code = left_.begin()->room;
    Made& made = rooms_.at(code);
    count(code, made, false);
    made.closing = true;
    ++closing_;
    return code;
}

}  // namespace cubilete::server
