#pragma once

#include <functional>
#include <optional>
#include <string>

#include "server/room/member_requests.hpp"
#include "server/room/password_check.hpp"

namespace cubilete::server {

/// Lets people into a room and out of it. A part of a Room.
class JoinLeaveRequests {
  public:
    struct Events {
        Actor::Action report_change;  ///< who is here has changed
        /// As of MemberRequests.
        std::function<void(const Requester& from)> publish_change;
        MemberRequests::Judge judge;
        Actor::Action write;
    };
    JoinLeaveRequests(Actor& actor, RoomState& state, ReplySender& replies, RoomPublisher& publisher,
                      MatchRunner& play, Events events);

    // Each returns a refusal, or nothing if the request was carried out or is answered later.
    Verdict handle(const Requester& from, const protocol::RoomJoin& request);
    Verdict handle(const Requester& from, const protocol::RoomLeave& request);

    /// Seats a stranger after quick.match and answers. Returns false if that is not possible.
    bool seat_stranger(const Requester& from, bool accepts_bot);
    /// A socket comes back that was a member's on another server: gets what it has not seen. Returns false if the
    /// player must ask for that with room.join.
    bool come_back(const protocol::PlayerInfo& player, const SinkPtr& socket,
                   const std::optional<protocol::RoomJoin::Seen>& seen);
    /// A player leaves a frozen room, so that it holds nobody. Only the seat that was left is written.
    Verdict leave_frozen(const Requester& from);
    /// The socket has closed: its password need not be checked any more.
    void forget(const SinkPtr& socket) { password_check_.forget(socket); }
    /// A player is no longer here, because they left or because their account was deleted. A built-in bot plays their
    /// seat until they come back; if nobody plays any more, the match is abandoned.
    void remove(const std::string& player);
    /// Gives free seats to the members who wait for one, and removes spectators if the room allows none.
    void fill_free_seats();

  private:
    /// Joins without a look at bans and passwords.
    Verdict join(const Requester& from, const protocol::RoomJoin& request);
    /// Makes the requester a member, answers, and sends the state of the room and of the match.
    void enter(const Requester& from, bool seats_changed, const std::optional<protocol::RoomJoin::Seen>& seen,
               bool answers = true);

    Actor& actor_;
    RoomState& state_;
    ReplySender& replies_;
    RoomPublisher& publisher_;
    MatchRunner& match_runner_;
    Events events_;
    PasswordCheck password_check_;
};

}  // namespace cubilete::server
