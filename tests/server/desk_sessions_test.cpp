#include "server/desk/desk_sessions.hpp"

#include <string>

#include <doctest/doctest.h>

using namespace cubilete::server;
using namespace std::chrono_literals;
using Time = DeskSessions::Time;

TEST_CASE("a link opens the desk once, within five minutes") {
    DeskSessions desk;
    const std::string secret = desk.add(7, Time(0));
    const std::string late = desk.add(8, Time(0));
    const auto session = desk.open(secret, 5min - 1ms);
    REQUIRE(session);
    CHECK(session->link == 7);
    CHECK(session->secret != secret);
    CHECK(session->left == 8h);
    CHECK_FALSE(desk.open(secret, 5min - 1ms));
    CHECK_FALSE(desk.open(late, 5min));
    CHECK_FALSE(desk.open("", Time(0)));
    CHECK_FALSE(
        DeskSessions().open(desk.add(9, Time(0)), Time(0)));  // of another server, or before a restart
}

TEST_CASE("a session works again and again for eight hours, as long as it is used") {
    DeskSessions desk;
    const std::string secret = desk.open(desk.add(7, Time(0)), Time(0))->secret;
    Time now(0);
    while (now + 30min - 1ms < 8h) {
        now += 30min - 1ms;
        CHECK(desk.use(secret, now) == 7);
    }
    CHECK(desk.open(secret, now)->left == 8h - now);
    CHECK(desk.use(secret, 8h - 1ms) == 7);
    CHECK_FALSE(desk.use(secret, 8h));
    CHECK_FALSE(desk.open(secret, 8h));
}

TEST_CASE("a session that is not used for 30 minutes is over") {
    DeskSessions desk;
    const std::string secret = desk.open(desk.add(7, Time(0)), Time(0))->secret;
    CHECK(desk.open_links(30min - 1ms) == std::vector<std::int64_t>{7});
    CHECK_FALSE(desk.use(secret, 30min));
    CHECK(desk.open_links(30min).empty());
}

TEST_CASE("all links and sessions end together") {
    DeskSessions desk;
    const std::string link = desk.add(7, Time(0));
    const std::string secret = desk.open(desk.add(8, Time(0)), Time(0))->secret;
    desk.end_all();
    CHECK_FALSE(desk.open(link, Time(0)));
    CHECK_FALSE(desk.use(secret, Time(0)));
}

TEST_CASE("another node takes over a link once, and a session as often as it likes") {
    DeskSessions maker;
    DeskSessions other;
    const std::string link = maker.add(7, Time(0));
    const auto given = maker.give(DeskSessions::hash(link), Time(0));
    REQUIRE(given);
    CHECK_FALSE(given->is_session);
    CHECK_FALSE(maker.give(DeskSessions::hash(link), Time(0)));
    const auto session = other.adopt({}, given->link, given->left, Time(0));
    CHECK(other.use(session.secret, 1min) == 7);

    const auto again = other.give(DeskSessions::hash(session.secret), 20min);
    REQUIRE(again);
    CHECK(again->is_session);
    CHECK(again->left == 8h - 20min);
    maker.adopt(session.secret, again->link, again->left, 20min);
    CHECK(maker.use(session.secret, 21min) == 7);
    CHECK(other.use(session.secret, 21min) == 7);
}

TEST_CASE("links and sessions are bounded, and the oldest go first") {
    DeskSessions desk;
    const std::string first = desk.add(1, Time(0));
    for (std::size_t more = 0; more < DeskSessions::most; ++more) desk.add(2, 1ms);
    CHECK_FALSE(desk.open(first, 1ms));
}
