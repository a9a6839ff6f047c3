#include "server/room/life.hpp"

#include <array>

#include <doctest/doctest.h>

using namespace cubilete::server;

namespace {

/// What becomes of leaving, of talk and of any other request.
struct Row {
    Life life;
    bool asks;
    std::array<May, 3> may;
};

constexpr std::array<Row, 10> rows{{
    {Life::unread, false, {May::now, May::now, May::now}},
    {Life::open, false, {May::now, May::now, May::now}},
    {Life::open, true, {May::after_ask, May::now, May::after_ask}},
    {Life::leaving, false, {May::move, May::move, May::move}},
    {Life::leaving, true, {May::move, May::move, May::move}},
    {Life::draining, false, {May::shut_down, May::shut_down, May::shut_down}},
    {Life::draining, true, {May::shut_down, May::now, May::shut_down}},
    {Life::frozen, false, {May::leave_seat, May::stopped, May::stopped}},
    {Life::closed, false, {May::no_room, May::no_room, May::no_room}},
    {Life::closed, true, {May::no_room, May::no_room, May::no_room}},
}};

}  // namespace

TEST_CASE("the life of a room decides about every request") {
    constexpr std::array<Purpose, 3> errands{Purpose::leave, Purpose::talk, Purpose::other};
    for (const Row& row : rows)
        for (std::size_t i = 0; i < errands.size(); ++i) {
            CAPTURE(static_cast<int>(row.life));
            CAPTURE(row.asks);
            CAPTURE(i);
            CHECK(may(row.life, errands[i], row.asks) == row.may[i]);
        }
}

TEST_CASE("what cannot change the match is talk, and leaving is an errand of its own") {
    CHECK(purpose_of(cubilete::protocol::RoomLeave{}) == Purpose::leave);
    CHECK(purpose_of(cubilete::protocol::RoomChat{}) == Purpose::talk);
    CHECK(purpose_of(cubilete::protocol::RoomJoin{}) == Purpose::talk);
    CHECK(purpose_of(cubilete::protocol::DiceTip{}) == Purpose::talk);
    CHECK(purpose_of(cubilete::protocol::DiceReveal{}) == Purpose::talk);
    CHECK(purpose_of(cubilete::protocol::DiceGive{}) == Purpose::talk);
    CHECK(purpose_of(cubilete::protocol::DiceShake{}) == Purpose::talk);
    CHECK(purpose_of(cubilete::protocol::Move{}) == Purpose::other);
    CHECK(purpose_of(cubilete::protocol::RoomSeat{}) == Purpose::other);
}
