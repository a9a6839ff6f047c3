// Which nodes of a cluster are taken for dead, and when.
#include "server/cluster/node_watch.hpp"

#include <optional>
#include <vector>

#include <doctest/doctest.h>

using namespace cubilete;
using namespace std::chrono_literals;
using server::NodeWatch;
using storage::NodeRow;
using Milliseconds = std::chrono::milliseconds;

namespace {

/// One node that watches others, on a time that only the test moves on.
class Watching {
  public:
    /// `rate`: seconds that its clock counts in one true second.
    explicit Watching(double rate = 1) : rate_(rate) {}

    std::vector<NodeRow> nodes = {{.epoch = 1}, {.epoch = 2}, {.epoch = 3}};
    NodeWatch watch{1, {}};

    /// True time since the beginning.
    Milliseconds time{};
    NodeWatch::Time own_time() const {
        return NodeWatch::Time(1h) + std::chrono::duration_cast<NodeWatch::Time::duration>(time * rate_);
    }
    /// Its next beat after `wait` of true time.
    NodeWatch::BeatFindings beat(Milliseconds wait = 250ms) {
        time += wait;
        return watch.on_beat_confirmed(nodes, own_time());
    }
    void others_beat() {
        for (NodeRow& node : nodes) ++node.beat;
    }
    /// True time from now until it declares a node dead whose beats have ended; nullopt if it does not within 10 s.
    std::optional<Milliseconds> time_to_notice(Milliseconds between = 250ms) {
        const Milliseconds began = time;
        while (time - began < 10s) {
            ++nodes[1].beat;
            const auto verdict = beat(between);
            if (verdict.failed == std::vector<NodeWatch::FailedNode>{{3, nodes[2].beat}}) return time - began;
            CHECK(verdict == NodeWatch::BeatFindings());
        }
        return std::nullopt;
    }

  private:
    double rate_;
};

}  // namespace

TEST_CASE("a node that beats is never dead, also while its beats come late") {
    Watching watching;
    for (int n = 0; n < 100; ++n) {
        if (n % 5 == 0) watching.others_beat();  // every 1.25 s
        CHECK(watching.beat() == NodeWatch::BeatFindings());
    }
}

TEST_CASE(
    "a node whose beat has not changed for 1.5 s is dead, and is named with the beat that was seen last") {
    Watching watching;
    watching.others_beat();
    watching.beat();
    CHECK(watching.time_to_notice() == 1'500ms);
}

TEST_CASE("a node whose machine refuses connections is dead after half a second of silence") {
    Watching watching;
    watching.beat();
    watching.watch.on_connection_refused(3);
    CHECK(watching.time_to_notice() == 500ms);
    SUBCASE("but not while it beats") {
        watching.others_beat();
        CHECK(watching.beat() == NodeWatch::BeatFindings());
    }
    SUBCASE("and not if it answers again") {
        watching.others_beat();
        watching.beat();
        watching.watch.on_link(3);
        CHECK(watching.time_to_notice() == 1'500ms);
    }
}

TEST_CASE(
    "an outage of the database makes nobody dead, however long it is and whoever beats first after it") {
    Watching watching;
    for (const Milliseconds outage : {501ms, 1'500ms, 60'000ms}) {
        CAPTURE(outage.count());
        watching.beat();
        CHECK(watching.beat(outage) == NodeWatch::BeatFindings());
        CHECK(watching.time_to_notice() == 1'500ms);
    }
}

TEST_CASE("a process that stood still begins to watch anew, instead of declaring all others dead") {
    Watching watching;
    watching.beat();
    watching.others_beat();
    CHECK(watching.beat(5s) == NodeWatch::BeatFindings());
    CHECK(watching.beat(1s) == NodeWatch::BeatFindings());
    CHECK(watching.time_to_notice() == 1'500ms);
}

TEST_CASE("own beats that are a little late do not hide a death") {
    Watching watching;
    watching.beat();
    CHECK(watching.time_to_notice(400ms) == 1'600ms);
}

TEST_CASE("a node that has left or was fenced is over at once, and is told once") {
    Watching watching;
    watching.beat();
    watching.nodes.pop_back();
    CHECK(watching.beat().over == std::vector<std::int64_t>{3});
    CHECK(watching.beat() == NodeWatch::BeatFindings());
    watching.nodes.push_back({.epoch = 4});
    CHECK(watching.beat() == NodeWatch::BeatFindings());
}

TEST_CASE("a node is watched from the first time that it is seen, whatever it did before") {
    Watching watching;
    watching.nodes[2].beat = 1'000;
    watching.beat();
    CHECK(watching.time_to_notice() == 1'500ms);
}

TEST_CASE("a wrong clock changes when a death is noticed, and never makes a living node dead") {
    for (const double rate : {0.5, 1.0, 1.5}) {
        CAPTURE(rate);
        Watching watching(rate);
        for (int n = 0; n < 100; ++n) {
            watching.others_beat();
            CHECK(watching.beat(250ms / rate > 300ms ? 500ms : 250ms) == NodeWatch::BeatFindings());
        }
        const auto noticed = watching.time_to_notice();
        REQUIRE(noticed.has_value());
        CHECK(*noticed >= 1'500ms / rate);
        CHECK(*noticed <= 1'500ms / rate + 250ms);
    }
}

TEST_CASE("with clocks within a fifth of each other an owner is silent before anybody takes over") {
    // The owner's clock is slow and the watching node's is fast, at a ratio of 1.25.
    constexpr double slow = 0.89;
    constexpr double fast = 1.11;
    const auto true_lease = std::chrono::duration_cast<Milliseconds>(storage::node_lease / slow);
    Watching watching(fast);
    // It sees the owner's last beat as soon as that was confirmed: the earliest that it can.
    watching.beat();
    const auto noticed = watching.time_to_notice(50ms);
    REQUIRE(noticed.has_value());
    CHECK(true_lease <= *noticed);
}
