#include "server/room/life.hpp"

#include <array>

#include <doctest/doctest.h>

using namespace cubilete::server;

namespace {

/// What becomes of leaving, of talk and of any other request.
struct Row {
    LifeStage life;
    bool asks;
    std::array<RequestDecision, 3> may;
};

constexpr std::array<Row, 10> rows{{
    {LifeStage::unread, false, {RequestDecision::now, RequestDecision::now, RequestDecision::now}},
    {LifeStage::open, false, {RequestDecision::now, RequestDecision::now, RequestDecision::now}},
    {LifeStage::open, true, {RequestDecision::after_ask, RequestDecision::now, RequestDecision::after_ask}},
    {LifeStage::leaving,
     false,
     {RequestDecision::relocating, RequestDecision::relocating, RequestDecision::relocating}},
    {LifeStage::leaving,
     true,
     {RequestDecision::relocating, RequestDecision::relocating, RequestDecision::relocating}},
    {LifeStage::draining,
     false,
     {RequestDecision::shut_down, RequestDecision::shut_down, RequestDecision::shut_down}},
    {LifeStage::draining,
     true,
     {RequestDecision::shut_down, RequestDecision::now, RequestDecision::shut_down}},
    {LifeStage::frozen,
     false,
     {RequestDecision::leave_seat, RequestDecision::stopped, RequestDecision::stopped}},
    {LifeStage::closed,
     false,
     {RequestDecision::no_room, RequestDecision::no_room, RequestDecision::no_room}},
    {LifeStage::closed, true, {RequestDecision::no_room, RequestDecision::no_room, RequestDecision::no_room}},
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
