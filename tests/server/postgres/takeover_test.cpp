// Nodes of a cluster that die, hang or drain: who gets their rooms.
#include "server/cluster/takeover.hpp"

#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "server/core/threads.hpp"
#include "tests/storage/postgres/test_node.hpp"
#include "tests/storage/samples.hpp"

using namespace cubilete;
using namespace cubilete::tests;
using namespace std::chrono_literals;
using server::Takeover;
using storage::ExitReason;

namespace {

/// Returns when it holds. The limit is only for a test that fails.
void await(const std::function<bool()>& holds) {
    for (int attempt = 0; attempt < 6'000; ++attempt) {
        if (holds()) return;
        std::this_thread::sleep_for(10ms);
    }
    FAIL("it never came to hold");
}

/// A node that beats and takes over, as a server does.
class Taking {
  public:
    using State = storage::NodeRow::State;

    explicit Taking(const PostgresPlace& place, std::vector<server::Executor> serving = {},
                    State state = State::up)
        : node(place), state_(state), takeover_(node.cluster(), events(), {}, std::move(serving)) {
        takeover_.start();
    }
    ~Taking() { takeover_.stop(); }

    TestNode node;
    std::set<std::string> rooms() {
        const std::lock_guard lock(mutex_);
        return rooms_;
    }
    bool has_twice() {
        const std::lock_guard lock(mutex_);
        return twice_;
    }
    std::set<std::string> forgotten() {
        const std::lock_guard lock(mutex_);
        return forgotten_;
    }
    std::optional<ExitReason> over() {
        const std::lock_guard lock(mutex_);
        return over_;
    }
    int beats() const { return beats_; }

  private:
    Takeover::Events events() {
        return {.load = [this] { return storage::NodeLoad{.state = state_}; },
                .on_node_list =
                    [this](const storage::NodeList& roll) {
                        ++beats_;
                        const std::lock_guard lock(mutex_);
                        forgotten_.insert(roll.forgotten.begin(), roll.forgotten.end());
                    },
                .on_adopted =
                    [this](const std::vector<storage::OpenRoom>& rooms) {
                        const std::lock_guard lock(mutex_);
                        for (const auto& open : rooms) twice_ |= !rooms_.insert(open.room.code).second;
                    },
                .over =
                    [this](ExitReason end, const std::string&) {
                        const std::lock_guard lock(mutex_);
                        over_ = end;
                    }};
    }

    const State state_;
    std::mutex mutex_;
    std::set<std::string> rooms_;
    bool twice_ = false;
    std::set<std::string> forgotten_;
    std::optional<ExitReason> over_;
    std::atomic<int> beats_ = 0;
    Takeover takeover_;
};

constexpr std::size_t all_rooms = 250;  // more than one batch

void make_rooms(TestNode& node) {
    for (std::size_t number = 0; number < all_rooms; ++number)
        node.post_later({storage::PutRoom{room("ROOM" + std::to_string(100 + number)), {}}});
    node.post({});
}

}  // namespace

TEST_CASE("the rooms of a node that dies go to the living ones, each to one of them") {
    const PostgresPlace place;
    TestNode failed(place);
    make_rooms(failed);
    Taking one(place);
    Taking two(place);
    await([&] { return one.beats() > 0 && two.beats() > 0; });
    CHECK(one.rooms().empty());
    failed.stop_heartbeat();
    await([&] { return one.rooms().size() + two.rooms().size() >= all_rooms; });
    CHECK_FALSE(one.has_twice());
    CHECK_FALSE(two.has_twice());
    std::set<std::string> all = one.rooms();
    for (const std::string& code : two.rooms()) CHECK(all.insert(code).second);
    CHECK(all.size() == all_rooms);
    failed.post_later({storage::PutRoom{room("ROOM100"), {}}});
    CHECK(failed.end() == ExitReason::fenced);
    CHECK_FALSE(one.over().has_value());
    CHECK_FALSE(two.over().has_value());
}

TEST_CASE("the rooms of a node that left before this one came are found, but not by one that drains") {
    const PostgresPlace place;
    {
        TestNode before(place);
        make_rooms(before);
    }
    Taking draining(place, {}, Taking::State::draining);
    await([&] { return draining.beats() > 2; });
    Taking other(place);
    await([&] { return other.rooms().size() == all_rooms; });
    CHECK(draining.rooms().empty());
}

TEST_CASE("a node whose serving thread hangs does not beat, loses its rooms, and ends when it is back") {
    const PostgresPlace place;
    server::Threads threads(2);
    std::thread running([&] { threads.run(); });
    Taking hanging(place, threads.all());
    make_rooms(hanging.node);
    Taking other(place);
    await([&] { return hanging.beats() > 2 && other.beats() > 2; });
    std::promise<void> release;
    server::net::post(threads.all()[1], [&, released = release.get_future().share()] { released.wait(); });
    await([&] { return other.rooms().size() == all_rooms; });
    CHECK(hanging.node.journal().away());
    CHECK_FALSE(hanging.over().has_value());
    release.set_value();
    await([&] { return hanging.over().has_value(); });
    CHECK(hanging.over() == ExitReason::fenced);
    threads.stop();
    running.join();
}

TEST_CASE("a player who was deleted on one node is known to be gone on all") {
    const PostgresPlace place;
    Taking one(place);
    Taking two(place);
    one.node.post({storage::PutPlayer{player("p_ana")}, storage::ForgetPlayer{"p_ana"}});
    await([&] { return two.forgotten().contains("p_ana") && one.forgotten().contains("p_ana"); });
}
