#include "server/lobby/room_places.hpp"

#include <algorithm>
#include <utility>

#include "server/lobby/quotas.hpp"
#include "server/room/room_refusals.hpp"

namespace cubilete::server {

namespace {

constexpr std::chrono::milliseconds until_a_room_closes{60'000};

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

Verdict RoomPlaces::may_open(const std::string& player, const std::string& address) const {
    if (stops_) return refused(Why::restarting);
    if (rooms_.size() - closing_ >= limits_.most_rooms && left_.empty()) return refused(Why::tables_full);
    const std::size_t own = number_of(rooms_of_player_, player);
    if (own >= limits_.rooms_of_player)
        return limited(metrics_, Limit::rooms, Why::own_tables, until_a_room_closes);
    if (own > 0 && number_of(attended_of_address_, address) >= limits_.rooms_of_address)
        return limited(metrics_, Limit::rooms, Why::tables_of_network, until_a_room_closes);
    return {};
}

void RoomPlaces::count(const std::string& code, const Made& made, bool counts) {
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

void RoomPlaces::opened(const std::string& code, Maker maker) {
    const Made& made = rooms_[code] = {.by = std::move(maker), .number = ++rooms_made_, .attended = {}};
    add(rooms_of_player_, made.by.player, true);
    count(code, made, true);
}

void RoomPlaces::attended(const std::string& code, const Attended& attended) {
    const auto found = rooms_.find(code);
    if (found == rooms_.end()) return;
    Made& made = found->second;
    count(code, made, false);
    made.attended = attended;
    if (attended.now && std::exchange(made.closing, false)) --closing_;
    count(code, made, true);
}

void RoomPlaces::closed(const std::string& code) {
    const auto found = rooms_.find(code);
    if (found == rooms_.end()) return;
    const Made& made = found->second;
    count(code, made, false);
    if (made.closing) --closing_;
    add(rooms_of_player_, made.by.player, false);
    rooms_.erase(found);
}

std::optional<std::string> RoomPlaces::left_too_many(const std::string& site) const {
    if (number_of(left_of_site_, site) <= limits_.rooms_left_of_address) return std::nullopt;
    return std::ranges::find(left_, site, &Left::site)->room;
}

std::optional<std::string> RoomPlaces::make_place() {
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
