#include "server/core/threads.hpp"

#include <memory>
#include <set>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

namespace cubilete::server {

TEST_CASE("handlers of one executor run on one thread, in the order in which a thread posted them") {
    constexpr int posts = 1'000;
    Threads threads(3);
    std::set<std::thread::id> seen;  // without a lock: only one thread may use it
    std::vector<int> order;
    const Executor of_room = threads.executor_of("K7QX2M");
    std::jthread poster([&] {
        for (int post = 0; post < posts; ++post)
            net::post(of_room, [&, post] {
                seen.insert(std::this_thread::get_id());
                order.push_back(post);
                if (post + 1 == posts) threads.stop();
            });
    });
    threads.run();
    CHECK(seen.size() == 1);
    REQUIRE(order.size() == posts);
    for (int post = 0; post < posts; ++post) CHECK(order[static_cast<std::size_t>(post)] == post);
}

TEST_CASE("a key keeps its thread, and sockets take turns on all threads") {
    Threads threads(4);
    CHECK(threads.executor_of("K7QX2M") == threads.executor_of("K7QX2M"));
    const Executor first = threads.next();
    std::set<const void*> contexts{&first.context()};
    for (int other = 1; other < 4; ++other) contexts.insert(&threads.next().context());
    CHECK(contexts.size() == 4);
    CHECK(threads.next() == first);
}

TEST_CASE("with one thread everything is on it") {
    Threads threads(1);
    CHECK(threads.executor_of("K7QX2M") == threads.first());
    CHECK(threads.next() == threads.first());
}

TEST_CASE("a handler that throws does not end its thread") {
    Threads threads(1);
    bool served = false;
    net::post(threads.first(), [] { throw std::runtime_error("a bug"); });
    net::post(threads.first(), [&] {
        served = true;
        threads.stop();
    });
    threads.run();
    CHECK(served);
}

TEST_CASE("a stop before the start lets no handler run") {
    Threads threads(2);
    bool ran = false;
    net::post(threads.first(), [&] { ran = true; });
    threads.stop();
    threads.run();
    CHECK_FALSE(ran);
}

TEST_CASE("what never ran is destroyed while all threads are still there, whatever it owns") {
    auto threads = std::make_unique<Threads>(2);
    const Executor one = threads->next();
    const Executor other = threads->next();
    for (const auto& [runs, owned] : {std::pair(one, other), std::pair(other, one)}) {
        auto timer = std::make_shared<SteadyTimer>(owned, std::chrono::hours(1));
        timer->async_wait([](const boost::system::error_code&) {});
        net::post(runs, [timer] {});
    }
    threads.reset();
}

}  // namespace cubilete::server
