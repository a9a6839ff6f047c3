#include "server/room/commit_gate.hpp"

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "tests/server/world.hpp"

namespace cubilete::server {

namespace {

/// A journal that answers when the test says so.
class SlowDisk final : public storage::Journal {
  public:
    void post(std::vector<storage::Write> writes, Done done) override {
        sizes.push_back(writes.size());
        done_.push_back(std::move(done));
    }
    void post_all(std::vector<Post> posts) override {
        together.push_back(posts.size());
        Journal::post_all(std::move(posts));
    }
    std::size_t backlog() const override { return done_.size(); }
    bool accepts() const override { return true; }
    void stop() override {}
    void answer(storage::Outcome outcome) {
        for (const Done& done : std::exchange(done_, {})) done(outcome);
    }

    std::vector<std::size_t> sizes;     ///< number of writes of each post
    std::vector<std::size_t> together;  ///< number of posts of each post_all()

  private:
    std::vector<Done> done_;
};

/// A gate in front of that journal, on the thread of the test.
struct Gated {
    World world;
    SlowDisk disk;
    const Services& of = *world.services;
    Services services{of.threads,
                      disk,
                      of.metrics,
                      of.limits,
                      of.server_name,
                      of.server_version,
                      of.make_clock,
                      of.chance,
                      of.aside,
                      of.store,
                      of.look_up,
                      of.look_up_soon,
                      of.report_bot_entries,
                      of.bot_service,
                      of.invitations};
    int lost = 0;
    std::shared_ptr<CommitGate> gate =
        std::make_shared<CommitGate>(services, world.executor(), [this] { ++lost; });
    std::shared_ptr<ScriptedSink> sink = std::make_shared<ScriptedSink>();

    void send() { gate->send(sink, {std::make_shared<const std::string>("{}"), Frame::Kind::push, {}}); }
};

const storage::Write any_write = storage::DropRoom{"K7QX2M"};

using Sizes = std::vector<std::size_t>;

}  // namespace

TEST_CASE("the writes of a handler go to the journal as one post after it") {
    Gated it;
    it.gate->write(any_write);
    it.gate->write(any_write);
    CHECK(it.disk.sizes.empty());
    CHECK_FALSE(it.gate->is_idle());
    it.world.run();
    CHECK(it.disk.sizes == Sizes{2});
}

TEST_CASE("the gates of a thread post together, after the handlers that were ready") {
    Gated it;
    const auto other = std::make_shared<CommitGate>(it.services, it.world.executor(), [] {});
    net::post(it.world.executor(), [&] {
        it.gate->write(any_write);
        net::post(it.world.executor(), [&] { CHECK(it.disk.together == Sizes{2}); });
    });
    net::post(it.world.executor(), [&] { other->write(any_write); });
    it.world.run();
    CHECK(it.disk.sizes == Sizes{1, 1});
    CHECK(it.disk.together == Sizes{2});
}

TEST_CASE("a second post waits until the first is durable, and so does what was sent after it") {
    Gated it;
    for (int action = 0; action < 3; ++action) {
        it.gate->write(any_write);
        it.send();
        it.world.run();
    }
    CHECK(it.disk.sizes == Sizes{1});
    CHECK(it.sink->frames.empty());
    it.disk.answer(storage::Outcome::durable);
    it.world.run();
    CHECK(it.disk.sizes == Sizes{1, 2});
    CHECK(it.sink->frames.size() == 1);
    it.disk.answer(storage::Outcome::durable);
    it.world.run();
    CHECK(it.sink->frames.size() == 3);
    CHECK(it.gate->is_idle());
}

TEST_CASE("the answers to all gates of a thread come with one post a commit") {
    Gated it;
    const auto other = std::make_shared<CommitGate>(it.services, it.world.executor(), [] {});
    const auto to_other = std::make_shared<ScriptedSink>();
    it.gate->write(any_write);
    it.send();
    other->write(any_write);
    other->send(to_other, {std::make_shared<const std::string>("{}"), Frame::Kind::push, {}});
    it.world.run();
    it.disk.answer(storage::Outcome::durable);
    CHECK(it.sink->frames.empty());
    CHECK(it.world.run() == 1);
    CHECK(it.sink->frames.size() == 1);
    CHECK(to_other->frames.size() == 1);
}

TEST_CASE("what released actions write goes to the journal together") {
    Gated it;
    it.gate->write(any_write);
    for (int action = 0; action < 2; ++action) it.gate->when_durable([&] { it.gate->write(any_write); });
    it.world.run();
    it.disk.answer(storage::Outcome::durable);
    it.world.run();
    CHECK(it.disk.sizes == Sizes{1, 2});
}

TEST_CASE("what an action wrote before it threw is posted, and so is what comes later") {
    Gated it;
    const auto throwing = [&] {
        it.gate->write(any_write);
        throw std::runtime_error("a bug");
    };
    CHECK_THROWS_AS(throwing(), std::runtime_error);
    it.world.run();
    CHECK(it.disk.sizes == Sizes{1});
    it.disk.answer(storage::Outcome::durable);
    it.world.run();
    it.gate->write(any_write);
    it.world.run();
    CHECK(it.disk.sizes == Sizes{1, 1});
}

TEST_CASE("a released action that throws holds back neither the frames behind it nor later writes") {
    Gated it;
    it.gate->write(any_write);
    it.gate->when_durable([&] {
        it.gate->write(any_write);
        throw std::runtime_error("a bug");
    });
    it.send();
    it.world.run();
    it.disk.answer(storage::Outcome::durable);
    it.world.run();
    CHECK(it.sink->frames.size() == 1);
    CHECK(it.disk.sizes == Sizes{1, 1});
    it.disk.answer(storage::Outcome::durable);
    it.world.run();
    CHECK(it.gate->is_idle());
}

TEST_CASE("after a full disk nothing of the discarded writes is posted") {
    Gated it;
    it.gate->write(any_write);
    it.world.run();
    it.gate->write(any_write);
    it.send();
    it.disk.answer(storage::Outcome::full);
    it.world.run();
    CHECK(it.lost == 1);
    CHECK(it.disk.sizes == Sizes{1});
    CHECK(it.sink->frames.empty());
    CHECK(it.gate->is_idle());
}

}  // namespace cubilete::server
