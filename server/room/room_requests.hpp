#pragma once

#include <string>

#include "server/room/room.hpp"

namespace cubilete::server {

/// Carries out a request of `from`: std::visit() finds the function, and a request without one does not
/// compile. Each returns a refusal, or nothing if the request was carried out or is answered later.
struct Room::Requests {
    Room& room;
    const Requester& from;

    /// Whether the request is carried out although the seats are being asked for their values: it cannot change
    /// the match.
    static bool runs_during_ask(const protocol::RoomAction& action);

    // room_join.cpp
    Verdict operator()(const protocol::RoomJoin& request) const;
    Verdict operator()(const protocol::RoomLeave& request) const;
    // room_requests.cpp
    Verdict operator()(const protocol::RoomSeat& request) const;
    Verdict operator()(const protocol::RoomReady& request) const;
    Verdict operator()(const protocol::RoomBot& request) const;
    Verdict operator()(const protocol::RoomSet& request) const;
    Verdict operator()(const protocol::RoomHost& request) const;
    Verdict operator()(const protocol::RoomKick& request) const;
    Verdict operator()(const protocol::RoomBan& request) const;
    Verdict operator()(const protocol::RoomVoteOut& request) const;
    Verdict operator()(const protocol::RoomStandIn& request) const;
    Verdict operator()(const protocol::RoomRematch& request) const;
    Verdict operator()(const protocol::RoomChat& request) const;
    // room_match.cpp
    Verdict operator()(const protocol::RoomStart& request) const;
    Verdict operator()(const protocol::Move& request) const;
    Verdict operator()(const protocol::Hint& request) const;
    // room_requests_dice.cpp
    Verdict operator()(const protocol::DiceTip& request) const;
    Verdict operator()(const protocol::DiceReveal& request) const;
    Verdict operator()(const protocol::DiceGive& request) const;
    Verdict operator()(const protocol::DiceShake& request) const;

    Verdict move_of_another_match(const protocol::Move& request) const;
    /// Leaving is the only request that a frozen room carries out, so that it holds no player. It writes only
    /// the seat that was left.
    Verdict leave_frozen() const;
    /// Joins without a look at bans and passwords.
    Verdict join(const protocol::RoomJoin& request) const;
    /// Changes the settings; `password` is the hash of a new one, or empty.
    Verdict change(const protocol::RoomFields& fields, const std::string& password) const;
    /// Answers what a program sent for provable dice.
    Verdict answer_dice(Verdict verdict) const;
    template <class Request>
    Verdict take_for_start(const Request& request) const;
    void charge() const;
    /// Answers a request that changed members, seats or settings, and does everything that follows from the
    /// change. Passes a refusal on.
    Verdict after_change(Verdict verdict) const;
};

}  // namespace cubilete::server
