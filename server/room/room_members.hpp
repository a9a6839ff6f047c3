#pragma once

#include <optional>
#include <string>

#include "server/room/room.hpp"

namespace cubilete::server {

/// Lets people into a room and out of it: room_join.cpp.
struct Room::Members {
    Room& room;

    /// Makes the requester a member, answers, and sends the state of the room and of the match.
    void enter(const Requester& from, bool seats_changed, const std::optional<protocol::RoomJoin::Seen>& seen,
               bool answers = true) const;
    /// Gives free seats to the members who wait for one, and removes spectators if the room allows none.
    void seat_waiting() const;
    /// A built-in bot plays the seat that was left until its player comes back. If all people have left, the match
    /// is abandoned.
    void follow_leaving(Seating::Leaving leaving) const;
    /// Tells the sockets of a player who is no longer a member.
    void dismiss(const std::string& player, const std::string& reason) const;
};

}  // namespace cubilete::server
