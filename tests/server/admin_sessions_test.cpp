#include "server/admin/admin_sessions.hpp"

#include <string>

#include <doctest/doctest.h>

using namespace cubilete::server;
using namespace std::chrono_literals;
using Time = AdminSessions::Time;

TEST_CASE("a link opens the desk once, within five minutes") {
    AdminSessions admin;
    const std::string secret = admin.add(7, Time(0));
    const std::string late = admin.add(8, Time(0));
    const auto session = admin.open(secret, 5min - 1ms);
    REQUIRE(session);
    CHECK(session->link == 7);
    CHECK(session->secret != secret);
    CHECK(session->left == 8h);
    CHECK_FALSE(admin.open(secret, 5min - 1ms));
    CHECK_FALSE(admin.open(late, 5min));
    CHECK_FALSE(admin.open("", Time(0)));
    CHECK_FALSE(
        AdminSessions().open(admin.add(9, Time(0)), Time(0)));  // of another server, or before a restart
}

TEST_CASE("a session works again and again for eight hours, as long as it is used") {
    AdminSessions admin;
    const std::string secret = admin.open(admin.add(7, Time(0)), Time(0))->secret;
    Time now(0);
    while (now + 30min - 1ms < 8h) {
        now += 30min - 1ms;
        CHECK(admin.use(secret, now) == 7);
    }
    CHECK(admin.open(secret, now)->left == 8h - now);
    CHECK(admin.use(secret, 8h - 1ms) == 7);
    CHECK_FALSE(admin.use(secret, 8h));
    CHECK_FALSE(admin.open(secret, 8h));
}

TEST_CASE("a session that is not used for 30 minutes is over") {
    AdminSessions admin;
    const std::string secret = admin.open(admin.add(7, Time(0)), Time(0))->secret;
    CHECK(admin.open_links(30min - 1ms) == std::vector<std::int64_t>{7});
    CHECK_FALSE(admin.use(secret, 30min));
    CHECK(admin.open_links(30min).empty());
}

TEST_CASE("another node takes over a link once, and a session as often as it likes") {
    AdminSessions maker;
    AdminSessions other;
    const std::string link = maker.add(7, Time(0));
    const auto given = maker.give(AdminSessions::hash(link), Time(0));
    REQUIRE(given);
    CHECK_FALSE(given->is_session);
    CHECK_FALSE(maker.give(AdminSessions::hash(link), Time(0)));
    const auto session = other.adopt({}, given->link, given->left, Time(0));
    CHECK(other.use(session.secret, 1min) == 7);

    const auto again = other.give(AdminSessions::hash(session.secret), 20min);
    REQUIRE(again);
    CHECK(again->is_session);
    CHECK(again->left == 8h - 20min);
    maker.adopt(session.secret, again->link, again->left, 20min);
    CHECK(maker.use(session.secret, 21min) == 7);
    CHECK(other.use(session.secret, 21min) == 7);
}

TEST_CASE("links and sessions are bounded, and the oldest go first") {
    AdminSessions admin;
    const std::string first = admin.add(1, Time(0));
    for (std::size_t more = 0; more < AdminSessions::most; ++more) admin.add(2, 1ms);
    CHECK_FALSE(admin.open(first, 1ms));
}
