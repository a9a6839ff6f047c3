#include "server/cluster/balance.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace cubilete::server {

namespace {

constexpr double most_of_mean = 1.25;
constexpr double least_of_mean = 0.75;
/// How far locality may bring a node from the mean: less than what has to be balanced.
constexpr double local_part = 0.2;
constexpr double local_rooms = 2;
/// After this time the beats of both nodes have told of a room that was given.
constexpr Clock::Duration beats_take{1'500};
/// choose_receivers() is asked with each beat, four times a second.
constexpr std::size_t max_per_beat = Balance::max_per_second / 4;

}  // namespace

void Balance::forget(Time now) {
    while (!transfers_.empty() && now - transfers_.front().at > beats_take) transfers_.pop_front();
    std::erase_if(held_until_, [now](const auto& one) { return one.second <= now; });
}

double Balance::mean() const {
    double sum = 0;
    for (const auto& [node, rooms] : rooms_) sum += rooms;
    return sum / static_cast<double>(rooms_.size());
}

/// The nodes above the mean, or those below it, with the difference; the farthest first, those of the same number by
/// their epochs.
std::vector<std::pair<mesh::Epoch, double>> Balance::outside_mean(bool above) const {
    std::vector<std::pair<Epoch, double>> nodes;
    for (const auto& [node, rooms] : rooms_)
        if (const double more = above ? rooms - mean() : mean() - rooms; more > 0)
            nodes.emplace_back(node, more);
    std::ranges::stable_sort(nodes, std::greater(), &std::pair<Epoch, double>::second);
    return nodes;
}

/// The nodes that get the rooms of this one that are above the mean, as if all nodes gave theirs now.
std::vector<mesh::Epoch> Balance::own_share() const {
    double begin = 0, end = 0;
    for (const auto& [node, more] : outside_mean(true)) {
        begin = end;
        end += more;
        if (node == own_) break;
        begin = end;  // nothing, unless this node comes later
    }
    std::vector<Epoch> own_share;
    const auto takers = outside_mean(false);
    auto taker = takers.begin();
    double filled = 0;
    // The rooms of all nodes are at 0.5, 1.5, … on a line as long as all that is above the mean.
    for (double place = std::ceil(begin - 0.5) + 0.5; place < end; place += 1) {
        while (taker != takers.end() && filled + taker->second <= place) filled += (taker++)->second;
        if (taker == takers.end()) break;
        own_share.push_back(taker->first);
    }
    return own_share;
}

std::size_t Balance::transfers_last_second(bool balances, Time now) const {
    return static_cast<std::size_t>(std::ranges::count_if(transfers_, [&](const RoomTransfer& transfer) {
        return transfer.balances == balances && now - transfer.at < std::chrono::seconds(1);
    }));
}

/// This node has too many rooms, or more than its share while another has too few.
bool Balance::is_uneven() const {
    const auto own = rooms_.find(own_);
    if (rooms_.size() < 2 || own == rooms_.end()) return false;
    const int fewest = std::ranges::min_element(rooms_, {}, &std::pair<const Epoch, int>::second)->second;
    return own->second - fewest >= min_difference &&
           (own->second > most_of_mean * mean() || fewest < least_of_mean * mean());
}

std::vector<mesh::Epoch> Balance::choose_receivers(Time now) {
    forget(now);
    if (!is_uneven()) {
        uneven_since_.reset();
        return {};
    }
    if (!uneven_since_) uneven_since_ = now;
    if (now - *uneven_since_ < imbalance_deadline) return {};

    std::vector<Epoch> nodes = own_share();
    // A room given lately may be missing in the numbers, so it counts as given of this share.
    for (const RoomTransfer& transfer : transfers_) {
        if (nodes.empty()) break;
        const auto same = std::ranges::find(nodes, transfer.to);
        nodes.erase(same == nodes.end() ? nodes.begin() : same);
    }
    const std::size_t given = transfers_last_second(true, now);
    const std::size_t most = std::min(max_per_beat, given < max_per_second ? max_per_second - given : 0);
    if (nodes.size() > most) nodes.resize(most);
    return nodes;
}

bool Balance::allows(Epoch to, Time now) {
    forget(now);
    const auto own = rooms_.find(own_);
    const auto taker = rooms_.find(to);
    if (own == rooms_.end() || taker == rooms_.end() || transfers_last_second(false, now) >= max_per_second)
        return false;
    const auto sent = std::ranges::count(transfers_, to, &RoomTransfer::to);
    const double outside_mean = std::max(local_part * mean(), local_rooms);
    return static_cast<double>(taker->second + sent + 1) <= mean() + outside_mean &&
           static_cast<double>(own->second) - static_cast<double>(transfers_.size()) - 1 >=
               mean() - outside_mean;
}

void Balance::record_transfer(Epoch to, bool balances, Time now) {
    transfers_.push_back({now, to, balances});
}

bool Balance::is_settling(const std::string& room, Time now) const {
    const auto known = held_until_.find(room);
    return known != held_until_.end() && now < known->second;
}

}  // namespace cubilete::server
