#include "server/room/life.hpp"

#include <array>

#include <doctest/doctest.h>

using namespace cubilete::server;

namespace {

/// `may`: the admission of leaving, of talk and of any other request.
struct Row {
    LifeStage life;
    bool asks;
    std::array<RequestAdmission, 3> may;
};

constexpr std::array<Row, 10> rows{{
    {LifeStage::unread, false, {RequestAdmission::now, RequestAdmission::now, RequestAdmission::now}},
    {LifeStage::open, false, {RequestAdmission::now, RequestAdmission::now, RequestAdmission::now}},
    {LifeStage::open,
     true,
     {RequestAdmission::after_ask, RequestAdmission::now, RequestAdmission::after_ask}},
    {LifeStage::leaving,
     false,
     {RequestAdmission::relocating, RequestAdmission::relocating, RequestAdmission::relocating}},
    {LifeStage::leaving,
     true,
     {RequestAdmission::relocating, RequestAdmission::relocating, RequestAdmission::relocating}},
    {LifeStage::draining,
     false,
     {RequestAdmission::shut_down, RequestAdmission::shut_down, RequestAdmission::shut_down}},
    {LifeStage::draining,
     true,
     {RequestAdmission::shut_down, RequestAdmission::now, RequestAdmission::shut_down}},
    {LifeStage::frozen,
     false,
     {RequestAdmission::leave_seat, RequestAdmission::stopped, RequestAdmission::stopped}},
    {LifeStage::closed,
     false,
     {RequestAdmission::no_room, RequestAdmission::no_room, RequestAdmission::no_room}},
    {LifeStage::closed,
     true,
     {RequestAdmission::no_room, RequestAdmission::no_room, RequestAdmission::no_room}},
}};

}  // namespace

TEST_CASE("the life of a room decides about every request") {
    constexpr std::array<Purpose, 3> errands{Purpose::leave, Purpose::talk, Purpose::other};
    for (const Row& row : rows)
        for (std::size_t i = 0; i < errands.size(); ++i) {
            CAPTURE(static_cast<int>(row.life));
            CAPTURE(row.asks);
            CAPTURE(i);
            CHECK(admission_of(row.life, errands[i], row.asks) == row.may[i]);
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
