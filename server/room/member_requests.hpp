#pragma once

#include <functional>
#include <set>
#include <string>

#include "server/room/match_runner.hpp"
#include "server/room/reply_sender.hpp"
#include "server/room/room_publisher.hpp"
#include "server/room/room_state.hpp"

namespace cubilete::server {

/// Carries out the requests about the seats, the settings, the host, the votes and the chat of a room. A part of a Room.
class MemberRequests {
  public:
    using Judge = std::function<void(const Requester& from, const std::function<Verdict()>& judge)>;
    struct Events {
        /// Members, seats or settings have changed by a request that is not answered yet.
        std::function<void(const Requester& from)> publish_change;
        Actor::Action write;  ///< something that is stored with the room has changed
        /// Judges the rest of a request later, unless the room takes no requests any more.
        Judge judge;
    };
    MemberRequests(Actor& actor, RoomState& state, ReplySender& replies, RoomPublisher& publisher,
                   MatchRunner& play, Events events);

    // Each returns a refusal, or nothing if the request was carried out or is answered later.
    Verdict handle(const Requester& from, const protocol::RoomSeat& request);
    Verdict handle(const Requester& from, const protocol::RoomReady& request);
    Verdict handle(const Requester& from, const protocol::RoomBot& request);
    Verdict handle(const Requester& from, const protocol::RoomRematch& request);
    Verdict handle(const Requester& from, const protocol::RoomSet& request);
    Verdict handle(const Requester& from, const protocol::RoomHost& request);
    Verdict handle(const Requester& from, const protocol::RoomKick& request);
    Verdict handle(const Requester& from, const protocol::RoomBan& request);
    Verdict handle(const Requester& from, const protocol::RoomVoteOut& request);
    Verdict handle(const Requester& from, const protocol::RoomStandIn& request);
    Verdict handle(const Requester& from, const protocol::RoomChat& request);
    Verdict handle(const Requester& from, const protocol::DiceShake& request);
    Verdict handle(const Requester& from, const protocol::ReportPlayer& request);

  private:
    Verdict after_change(const Requester& from, Verdict verdict);
    /// `password`: the hash of a new one, or empty.
    Verdict change(const Requester& from, const protocol::RoomFields& fields, const std::string& password);

    Actor& actor_;
    RoomState& state_;
    ReplySender& replies_;
    RoomPublisher& publisher_;
    MatchRunner& match_runner_;
    Events events_;
    std::set<std::string> reported_;  ///< ids of the rows of reports
};

}  // namespace cubilete::server
