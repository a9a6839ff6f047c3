// Nodes of a cluster give rooms to each other until all have about the same number, each by beats that are out of date.
#include "server/cluster/balance.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

namespace cubilete::server {
namespace {

using namespace std::chrono_literals;
using Time = Balance::Time;
using Epoch = mesh::Epoch;

/// Nodes that beat and give rooms, in virtual time. What a beat tells is up to `late` old, and a room takes up to `late`.
class Cluster {
  public:
    Cluster(const std::vector<int>& rooms, std::uint64_t seed, Time late) : random_(seed), late_(late) {
        for (const int one : rooms) join(one);
    }
    void join(int rooms) {
        const Epoch epoch = std::ssize(nodes_) + 1;
        last_counts_[epoch] = rooms;
        Node& node = nodes_.emplace(epoch, Node{Balance(epoch), rooms}).first->second;
        at_[{now_ + up_to(250ms), ++events_}] = [this, &node, epoch] { beat(node, epoch); };
    }
    void run(Time time) {
        const Time end = now_ + time;
        while (!at_.empty() && at_.begin()->first.first <= end) {
            const auto event = at_.extract(at_.begin());
            now_ = event.key().first;
            event.mapped()();
        }
        now_ = end;
    }
    std::vector<int> rooms() const {
        std::vector<int> all;
        for (const auto& [epoch, node] : nodes_) all.push_back(node.rooms);
        return all;
    }
    int given() const { return given_; }
    /// The most rooms that one node has given within a second.
    int max_per_second() const { return most_a_second_; }

  private:
    struct Node {
        Balance balance;
        int rooms = 0;
        std::vector<Time> gifts = {};
    };
    Time up_to(Time most) {
        return Time(std::uniform_int_distribution<std::int64_t>(0, most.count())(random_));
    }
    void after(Time wait, std::function<void()> action) { at_[{now_ + wait, ++events_}] = std::move(action); }
    void beat(Node& node, Epoch epoch) {
        after(up_to(late_), [this, &node, epoch, rooms = node.rooms] {
            last_counts_[epoch] = rooms;
            after(up_to(late_), [this, &node, counts = last_counts_] { give(node, counts); });
        });
        after(250ms, [this, &node, epoch] { beat(node, epoch); });
    }
    void give(Node& node, const std::map<Epoch, int>& counts) {
        node.balance.set_room_counts(counts);
        for (const Epoch to : node.balance.choose_receivers(now_)) {
            node.balance.record_transfer(to, true, now_);
            node.gifts.push_back(now_);
            ++given_;
            --node.rooms;
            after(up_to(late_), [this, to] { ++nodes_.at(to).rooms; });
        }
        std::erase_if(node.gifts, [this](Time at) { return now_ - at >= 1s; });
        most_a_second_ = std::max(most_a_second_, static_cast<int>(node.gifts.size()));
    }

    std::mt19937_64 random_;
    Time late_;
    Time now_{};
    std::map<std::pair<Time, int>, std::function<void()>> at_;
    int events_ = 0;
    std::map<Epoch, Node> nodes_;
    std::map<Epoch, int> last_counts_;
    int given_ = 0;
    int most_a_second_ = 0;
};

double mean_of(const std::vector<int>& rooms) {
    return std::accumulate(rooms.begin(), rooms.end(), 0.0) / double(rooms.size());
}

/// Within 25 % of the mean, or a few rooms.
bool is_even(const std::vector<int>& rooms) {
    const auto [least, most] = std::ranges::minmax(rooms);
    const double mean = mean_of(rooms);
    return most - least < Balance::min_difference || (most <= 1.25 * mean && least >= 0.75 * mean);
}

/// The rooms that must move so that all have the same number.
int too_many(const std::vector<int>& rooms) {
    double sum = 0;
    for (const int one : rooms) sum += std::max(0.0, one - mean_of(rooms));
    return static_cast<int>(std::ceil(sum));
}

const std::vector<std::vector<int>> uneven{
    {500, 0, 0, 0, 0},
    {300, 200, 100, 0, 0},
    {100, 100, 100, 100, 0},
    {200, 200, 200, 0, 0},
    {160, 90, 90, 90, 70},
    {12, 9, 7, 3, 1},
    {10, 10, 0},
    {6, 0},
};

TEST_CASE("nodes with uneven numbers of rooms get even ones, by the fewest moves, and then stop") {
    for (const Time late : {0ms, 50ms})
        for (const std::vector<int>& before : uneven)
            for (std::uint64_t seed = 1; seed <= 4; ++seed) {
                CAPTURE(late.count());
                CAPTURE(before.front());
                CAPTURE(seed);
                Cluster cluster(before, seed, late);
                for (int tenth = 0; tenth < 600; ++tenth) {
                    cluster.run(100ms);
                    for (std::size_t node = 0; node < before.size(); ++node) {
                        const int rooms = cluster.rooms()[node];
                        const double mean = mean_of(before);
                        REQUIRE((before[node] > mean ? rooms > mean - 2 : rooms < mean + 2));
                    }
                }
                const int given = cluster.given();
                CHECK(given <= too_many(before));
                CHECK(cluster.max_per_second() <= int(Balance::max_per_second));
                CHECK(is_even(cluster.rooms()));
                cluster.run(60s);
                CHECK(cluster.given() == given);
            }
}

TEST_CASE("also when everything that they know of each other is late") {
    for (const std::vector<int>& before : uneven)
        for (std::uint64_t seed = 1; seed <= 4; ++seed) {
            CAPTURE(before.front());
            CAPTURE(seed);
            Cluster cluster(before, seed, 500ms);
            cluster.run(60s);
            const int given = cluster.given();
            CHECK(given <= too_many(before) + 20);
            CHECK(is_even(cluster.rooms()));
            cluster.run(60s);
            CHECK(cluster.given() == given);
        }
}

TEST_CASE("a new node gets its share of nodes that have few rooms each") {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        CAPTURE(seed);
        Cluster cluster(std::vector<int>(30, 10), seed, 20ms);
        cluster.run(10s);
        CHECK(cluster.given() == 0);
        cluster.join(0);
        cluster.run(60s);
        CHECK(cluster.rooms().back() >= 7);
        const int given = cluster.given();
        cluster.run(60s);
        CHECK(cluster.given() == given);
    }
}

TEST_CASE("nodes whose numbers are even enough keep their rooms") {
    for (const std::vector<int>& rooms :
         {std::vector{3, 0, 0}, {1, 0}, {125, 100, 100, 100, 100}, {80, 100, 100, 100}, {5, 5, 0}}) {
        CAPTURE(rooms.front());
        Cluster cluster(rooms, 1, 50ms);
        cluster.run(60s);
        CHECK(cluster.given() == 0);
    }
}

TEST_CASE("rooms follow their players as long as that leaves nothing to balance") {
    Balance balance(1);
    const auto now = Time(1'000'000);
    balance.set_room_counts({{1, 100}, {2, 105}, {3, 95}});
    CHECK(balance.allows(2, now));
    for (int room = 0; room < 15; ++room) balance.record_transfer(2, false, now);
    CHECK_FALSE(balance.allows(2, now));
    CHECK(balance.allows(3, now));
    for (int room = 0; room < 5; ++room) balance.record_transfer(3, false, now);
    CHECK_FALSE(balance.allows(3, now));  // this node would have too few
    CHECK_FALSE(balance.allows(4, now));  // it takes no rooms
    balance.set_room_counts({{1, 80}, {2, 120}, {3, 100}});
    CHECK(balance.choose_receivers(now + 10s).empty());
    CHECK(balance.choose_receivers(now + 20s).empty());

    balance.set_room_counts({{1, 1'000}, {2, 1'000}});
    for (std::size_t room = 0; room < Balance::max_per_second; ++room) {
        CHECK(balance.allows(2, now + 20s));
        balance.record_transfer(2, false, now + 20s);
    }
    CHECK_FALSE(balance.allows(2, now + 20s));
    CHECK(balance.allows(2, now + 21s));
}

}  // namespace
}  // namespace cubilete::server
