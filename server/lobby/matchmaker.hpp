#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "server/lobby/directory.hpp"

namespace cubilete::server {

/// Makes rooms: for room.create, for cup.play, and for quick.match if no room has a seat for a stranger. A part of the Lobby, on its
/// thread.
class Matchmaker {
  public:
    Matchmaker(Actor& lobby, Clients& clients, Directory& directory)
        : lobby_(lobby), clients_(clients), directory_(directory) {}

    // Each returns a refusal, or nothing if the request is answered now or later.
    Verdict carry_out(const Requester& from, protocol::RoomCreate& request);
    Verdict carry_out(const Requester& from, protocol::QuickMatch& request);
    Verdict carry_out(const Requester& from, protocol::CupPlay& request);

    // For the other nodes of a cluster.
    /// A request for which this node chooses a room that is none of `tried`.
    void seek(const SinkPtr& socket, const protocol::RequestId& request_id,
              const protocol::QuickMatch& wanted, std::set<std::string> tried);
    /// A room here was chosen for a socket: its player gets a seat and the answer, or `declined` is called, on any
    /// thread.
    void seat(const SinkPtr& socket, const protocol::RequestId& request_id,
              const protocol::QuickMatch& wanted, const std::string& room, std::function<void()> declined);

    Clients& owner() { return clients_; }

  private:
    Verdict check_room_quota(const Requester& maker) const;
    Clients::Task create(SinkPtr socket, protocol::RequestId request_id, protocol::RoomFields fields);
    Awaitable<std::string> hash_password(const SinkPtr& socket, const std::string& password);
    Awaitable<bool> wait_for_codes();
    std::optional<std::string> unused_code() const;
    std::optional<std::string> make(const Requester& maker, RoomSettings settings, bool accepts_bot = false);
    Clients::Task find_seat(SinkPtr socket, protocol::RequestId request_id, protocol::QuickMatch wanted,
                            std::set<std::string> tried);
    std::optional<std::string> find_earlier_room(const SinkPtr& socket, const protocol::RequestId& request_id,
                                                 const std::string& game) const;
    Awaitable<bool> declines_seat(const SinkPtr& socket, const protocol::RequestId& request_id,
                                  const protocol::QuickMatch& wanted, const std::string& room);
    Clients::Task play_cup(SinkPtr socket, protocol::RequestId request_id, int day);
    /// The room in which the player plays the cup of that day; nothing before they have begun.
    using CupRoom = std::optional<std::string>;
    Awaitable<CupRoom> find_cup_room(const SinkPtr& socket, const std::string& player, int day);
    CupRoom find_begun_cup(const std::string& player, int day) const;

    Actor& lobby_;
    Clients& clients_;
    Directory& directory_;
    struct StartedCup {
        int day;
        std::string room;
    };
    std::map<std::string, StartedCup>
        started_cups_;  ///< by player: begun here today, perhaps not on disk yet
};

}  // namespace cubilete::server
