#include "server/core/worker.hpp"

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

#include <doctest/doctest.h>

namespace cubilete::server {
namespace {

/// Keeps a thread of a worker busy until it is released.
struct Busy {
    explicit Busy(Worker& worker) {
        const auto begun = std::make_shared<std::promise<void>>();
        CHECK(worker.add([begun, released = release.get_future().share()] {
            begun->set_value();
            released.wait();
        }));
        begun->get_future().wait();
    }

    std::promise<void> release;
};

TEST_CASE("jobs run in the order in which they were added") {
    std::string order;
    std::promise<void> done;
    Worker worker("a test", 8);
    Busy busy(worker);
    for (const char* job : {"a", "b", "c"}) CHECK(worker.add([&order, job] { order += job; }));
    CHECK(worker.add([&done] { done.set_value(); }));
    busy.release.set_value();
    done.get_future().wait();
    CHECK(order == "abc");
}

TEST_CASE("a full queue refuses a job, and takes one again when there is room") {
    std::atomic<int> run = 0;
    std::promise<void> done, again;
    Worker worker("a test", 2);
    Busy busy(worker);
    CHECK(worker.add([&run] { ++run; }));
    CHECK(worker.add([&done] { done.set_value(); }));
    CHECK_FALSE(worker.add([&run] { ++run; }));
    busy.release.set_value();
    done.get_future().wait();
    CHECK(run == 1);
    CHECK(worker.add([&again] { again.set_value(); }));
    again.get_future().wait();
}

TEST_CASE("a job of an address is refused at once where it has most of a full queue") {
    Worker worker("a test", 1);
    Busy busy(worker);
    int refused = 0;
    worker.add(
        {}, [] {}, [&refused] { ++refused; });
    CHECK(refused == 0);
    worker.add(
        {}, [] {}, [&refused] { ++refused; });
    CHECK(refused == 1);
    busy.release.set_value();
}

TEST_CASE("jobs after one that failed still run") {
    std::promise<void> done;
    Worker worker("a test", 8);
    CHECK(worker.add([] { throw std::runtime_error("meant to fail"); }));
    CHECK(worker.add([&done] { done.set_value(); }));
    done.get_future().wait();
}

TEST_CASE("as many jobs run at once as there are threads") {
    Worker worker("a test", 8, 2);
    Busy one(worker);
    Busy another(worker);
    one.release.set_value();
    another.release.set_value();
}

TEST_CASE("at its end a worker waits for the running job and drops the others") {
    std::atomic<bool> ended = false, dropped = true;
    std::promise<void> begun;
    Worker worker("a test", 8);
    CHECK(worker.add([&] {
        begun.set_value();
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        ended = true;
    }));
    begun.get_future().wait();
    CHECK(worker.add([&dropped] { dropped = false; }));
    worker.stop();
    CHECK(ended);
    CHECK(dropped);
    CHECK(worker.add([&dropped] { dropped = false; }));
    CHECK(dropped);
}

}  // namespace
}  // namespace cubilete::server
