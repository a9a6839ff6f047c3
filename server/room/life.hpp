#pragma once

#include "protocol/messages.hpp"

namespace cubilete::server {

/// How far a room is in its life. A room begins as `open` or, after a restart, as `unread`.
enum class LifeStage {
    unread,    ///< its match is not read yet; every action waits in the Actor
    open,      ///< people come, go and play
    leaving,   ///< it goes to another node of the cluster
    draining,  ///< the server stops
    frozen,    ///< a fault stopped it: nothing in memory can be trusted
    closed,    ///< it is deleted
};

/// The purpose of a request, as far as the room's life decides about it.
enum class Purpose {
    leave,  ///< room.leave
    talk,   ///< cannot change the match: chat, reports, room.join, a shaken cup, what provable dice wait for
    other,
};
Purpose purpose_of(const protocol::RoomAction& action);

/// The decision of the room's life about a request.
enum class RequestAdmission {
    now,         ///< it is judged
    after_ask,   ///< it waits until no entry is being asked for
    leave_seat,  ///< only what the data must know: the seat is free
    relocating,  ///< refused: the room moves to another node
    shut_down,   ///< refused: the server stops
    stopped,     ///< refused: a fault stopped the room
    no_room,     ///< refused: there is no such room
};

/// `is_asking`: the seats are being asked for the values of the next entry. Then a draining room takes what ends that.
constexpr RequestAdmission admission_of(LifeStage life, Purpose purpose, bool is_asking) {
    const RequestAdmission open =
        is_asking && purpose != Purpose::talk ? RequestAdmission::after_ask : RequestAdmission::now;
    switch (life) {
        case LifeStage::unread:
        case LifeStage::open: return open;
        case LifeStage::leaving: return RequestAdmission::relocating;
        case LifeStage::draining:
            return is_asking && open == RequestAdmission::now ? RequestAdmission::now
                                                              : RequestAdmission::shut_down;
        case LifeStage::frozen:
            return purpose == Purpose::leave ? RequestAdmission::leave_seat : RequestAdmission::stopped;
        case LifeStage::closed: return RequestAdmission::no_room;
    }
    return RequestAdmission::no_room;
}

}  // namespace cubilete::server
