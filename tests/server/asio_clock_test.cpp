#include "server/core/asio_clock.hpp"

#include <string>

#include <doctest/doctest.h>

namespace cubilete::server {

namespace {

constexpr Clock::Duration at_once{0};
constexpr Clock::Duration never = std::chrono::hours(24);

}  // namespace

TEST_CASE("an action runs once, on its clock's thread") {
    net::io_context io;
    AsioClock clock(io.get_executor());
    int times = 0;
    const auto timer = clock.after(at_once, [&] { ++times; });
    CHECK(times == 0);
    io.run();
    CHECK(times == 1);
}

TEST_CASE("an action whose timer was destroyed does not run, not even when it is already due") {
    net::io_context io;
    AsioClock clock(io.get_executor());
    std::string ran;
    std::unique_ptr<Clock::Timer> first, second;
    first = clock.after(at_once, [&] {
        ran += "first";
        second.reset();
    });
    second = clock.after(at_once, [&] {
        ran += "second";
        first.reset();
    });
    io.run();
    CHECK((ran == "first" || ran == "second"));
}

TEST_CASE("an action may destroy its own timer and set another") {
    net::io_context io;
    AsioClock clock(io.get_executor());
    int times = 0;
    std::unique_ptr<Clock::Timer> timer;
    timer = clock.after(at_once, [&] {
        ++times;
        timer = clock.after(at_once, [&] {
            ++times;
            timer.reset();
        });
    });
    io.run();
    CHECK(times == 2);
}

TEST_CASE("a destroyed timer does not keep the io_context running") {
    net::io_context io;
    AsioClock clock(io.get_executor());
    clock.after(never, [] {}).reset();
    CHECK(io.run() == 1);  // the cancelled wait, at once
}

}  // namespace cubilete::server
