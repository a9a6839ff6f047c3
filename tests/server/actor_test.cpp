#include "server/room/actor.hpp"

#include <memory>
#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include "tests/server/world.hpp"

namespace cubilete::server {

namespace {

/// An actor that notes what it does.
class Noting final : public Actor {
  public:
    static std::shared_ptr<Noting> make(World& world) {
        auto made = std::make_shared<Noting>(*world.services);
        made->open_gate();
        return made;
    }
    explicit Noting(const Services& services) : Actor(services, services.threads.first()) {}

    using Actor::hold;
    using Actor::release;
    Action notes(const std::string& what) {
        return [this, what] { recorded += what; };
    }

    static constexpr const char* past_help = "past help";
    std::string recorded;

  private:
    void on_exception(const std::string& reason) override {
        if (reason == past_help) throw std::runtime_error(reason);
        recorded += reason;
    }
    void reload() override {}
};

/// Runs `what` as a handler of the actors' thread.
void on_the_thread(World& world, std::function<void()> what) {
    net::post(world.executor(), std::move(what));
    world.run();
}

}  // namespace

TEST_CASE("an actor acts at once for its own thread, and later for others") {
    World world;
    const auto actor = Noting::make(world);
    actor->run(actor->notes("a"));
    CHECK(actor->recorded.empty());
    world.run();
    CHECK(actor->recorded == "a");
    on_the_thread(world, [&] {
        actor->run(actor->notes("b"));
        CHECK(actor->recorded == "ab");
    });
}

TEST_CASE("no action runs in the middle of another, and those that came meanwhile keep their order") {
    World world;
    const auto actor = Noting::make(world);
    on_the_thread(world, [&] {
        actor->run([&] {
            actor->run([&] {
                actor->run(actor->notes("d"));
                actor->recorded += "b";
            });
            actor->run(actor->notes("c"));
            actor->recorded += "a";
        });
        CHECK(actor->recorded == "abcd");
    });
}

TEST_CASE("an action that throws does not stop those that came meanwhile") {
    World world;
    const auto actor = Noting::make(world);
    on_the_thread(world, [&] {
        actor->run([&] {
            actor->run(actor->notes("b"));
            throw std::runtime_error("a");
        });
        actor->run(actor->notes("c"));
    });
    CHECK(actor->recorded == "abc");
}

TEST_CASE(
    "an action whose failure cannot be handled either stops neither its caller nor those that came "
    "meanwhile") {
    World world;
    const auto actor = Noting::make(world);
    on_the_thread(world, [&] {
        actor->run([&] {
            actor->run(actor->notes("a"));
            throw std::runtime_error(Noting::past_help);
        });
        actor->run(actor->notes("b"));
        CHECK(actor->recorded == "ab");
    });
}

TEST_CASE("while an actor is held all actions wait, and then run in their order") {
    World world;
    const auto actor = Noting::make(world);
    on_the_thread(world, [&] {
        actor->run([&] {
            actor->hold();
            actor->run(actor->notes("b"));
        });
        actor->run(actor->notes("c"));
        CHECK(actor->recorded.empty());
        actor->release(actor->notes("a"));
    });
    CHECK(actor->recorded == "abc");
}

TEST_CASE("what an action does when everything is durable runs inside of it if nothing was written") {
    World world;
    const auto actor = Noting::make(world);
    on_the_thread(world, [&] {
        actor->run([&] {
            actor->run(actor->notes("c"));
            actor->when_durable(actor->notes("a"));
            actor->recorded += "b";
        });
    });
    CHECK(actor->recorded == "abc");
}

}  // namespace cubilete::server
