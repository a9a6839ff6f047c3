#include "server/lobby/room_quota.hpp"

#include <algorithm>
#include <utility>

#include "server/lobby/quotas.hpp"
#include "server/room/room_refusals.hpp"

namespace cubilete::server {

namespace {

constexpr std::chrono::milliseconds retry_after_quota{60'000};

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

Verdict RoomQuota::check_quota(const std::string& player, const std::string& address) const {
    if (is_stopped_) return refused(RefusalReason::restarting);
    if (rooms_.size() - closing_ >= limits_.most_rooms && empty_rooms_.empty())
        return refused(RefusalReason::tables_full);
    const std::size_t own = number_of(rooms_of_player_, player);
    if (own >= limits_.rooms_of_player)
        return limit_refusal(metrics_, Limit::rooms, RefusalReason::own_tables, retry_after_quota);
    if (own > 0 && number_of(attended_of_address_, address) >= limits_.rooms_of_address)
        return limit_refusal(metrics_, Limit::rooms, RefusalReason::tables_of_network, retry_after_quota);
    return {};
}

void RoomQuota::count(const std::string& code, const RoomUsage& usage, bool counts) {
    const auto& [now, people, left_ms] = usage.occupancy;
    if (now) return add(attended_of_address_, usage.by.address, counts);
    if (usage.closing) return;
    add(left_of_site_, usage.by.site, counts);
    const EmptyRoom left{people, left_ms, usage.number, code, usage.by.site};
    if (counts)
        empty_rooms_.insert(left);
    else
        empty_rooms_.erase(left);
}

void RoomQuota::add_room(const std::string& code, Maker maker) {
    const RoomUsage& usage =
        rooms_[code] = {.by = std::move(maker), .number = ++rooms_made_, .occupancy = {}};
    add(rooms_of_player_, usage.by.player, true);
    count(code, usage, true);
}

void RoomQuota::set_occupancy(const std::string& code, const Occupancy& occupancy) {
    const auto found = rooms_.find(code);
    if (found == rooms_.end()) return;
    RoomUsage& usage = found->second;
    count(code, usage, false);
    usage.occupancy = occupancy;
    if (occupancy.now && std::exchange(usage.closing, false)) --closing_;
    count(code, usage, true);
}

void RoomQuota::remove_room(const std::string& code) {
    const auto found = rooms_.find(code);
    if (found == rooms_.end()) return;
    const RoomUsage& usage = found->second;
    count(code, usage, false);
    if (usage.closing) --closing_;
    add(rooms_of_player_, usage.by.player, false);
    rooms_.erase(found);
}

std::optional<std::string> RoomQuota::find_surplus_room(const std::string& site) const {
    if (number_of(left_of_site_, site) <= limits_.rooms_left_of_address) return std::nullopt;
    return std::ranges::find(empty_rooms_, site, &EmptyRoom::site)->room;
}

std::optional<std::string> RoomQuota::free_place() {
    const std::size_t most_left = limits_.most_rooms - limits_.most_rooms / 5;
    const bool has_place = rooms_.size() - closing_ < limits_.most_rooms && empty_rooms_.size() <= most_left;
    if (has_place || empty_rooms_.empty()) return std::nullopt;
    const std::string code = empty_rooms_.begin()->room;
    RoomUsage& usage = rooms_.at(code);
    count(code, usage, false);
    usage.closing = true;
    ++closing_;
    return code;
}

}  // namespace cubilete::server
