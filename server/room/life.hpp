#pragma once

#include "protocol/messages.hpp"

namespace cubilete::server {

/// How far a room is in its life. A room begins as `open` or, after a restart, as `unread`.
enum class Life {
    unread,    ///< its match is not read yet; every action waits in the Actor
    open,      ///< people come, go and play
    leaving,   ///< it goes to another node of the cluster
    draining,  ///< the server stops
    frozen,    ///< a fault stopped it: nothing in memory can be trusted
    closed,    ///< it is deleted
};

/// What a request is to a room, as far as its life decides about it.
enum class Purpose {
    leave,  ///< room.leave
    talk,   ///< cannot change the match: chat, room.join, and what provable dice wait for
    other,
};
Purpose purpose_of(const protocol::RoomAction& action);

/// What becomes of a request.
enum class May {
    now,         ///< it is judged
    after_ask,   ///< it waits until no entry is being asked for
    leave_seat,  ///< only what the data must know: the seat is free
    move,        ///< refused: the room moves to another node
    shut_down,   ///< refused: the server stops
    stopped,     ///< refused: a fault stopped the room
    no_room,     ///< refused: there is no such room
};

/// `asks`: the seats are being asked for the values of the next entry. Then a draining room takes what ends that.
constexpr May may(Life life, Purpose errand, bool is_asking) {
    const May open = is_asking && errand != Purpose::talk ? May::after_ask : May::now;
    switch (life) {
        case Life::unread:
        case Life::open: return open;
        case Life::leaving: return May::move;
        case Life::draining: return is_asking && open == May::now ? May::now : May::shut_down;
        case Life::frozen: return errand == Purpose::leave ? May::leave_seat : May::stopped;
        case Life::closed: return May::no_room;
    }
    return May::no_room;
}

}  // namespace cubilete::server
