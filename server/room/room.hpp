#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "server/room/departure.hpp"
#include "server/room/frozen_room_closer.hpp"
#include "server/room/join_leave_requests.hpp"
#include "server/room/match_runner.hpp"
#include "server/room/member_requests.hpp"
#include "server/room/presence_timers.hpp"
#include "server/room/quick_start.hpp"
#include "server/room/reply_sender.hpp"
#include "server/room/room_handover.hpp"
#include "server/room/room_publisher.hpp"
#include "server/room/room_report.hpp"
#include "server/room/room_state.hpp"

namespace cubilete::server {

/// People who play matches, one after another, and their chat. Its life decides whether a request is judged (life.hpp);
/// JoinLeaveRequests, MemberRequests and MatchRunner carry it out. An actor: call every function but post() on its thread.
///
/// A message that shows a change leaves only when the change is durable (CommitGate); chat does not wait.
class Room final : public Actor {
  public:
    /// Makes a new room with its maker in seat 0, as host unless it is a quick.match room, and answers.
    /// `accepts_bot`: a built-in bot may join while the maker is alone.
    static std::shared_ptr<Room> make(const Services& services, LobbyLink lobby, std::string code,
                                      RoomSettings settings, const Requester& maker,
                                      bool accepts_bot = false);
    /// Restores a stored room except its match: until read() has read that, everything waits. If it cannot be
    /// restored, the room is frozen. `transient`: of a room that another node has just handed over.
    static std::shared_ptr<Room> restore(const Services& services, LobbyLink lobby,
                                         const storage::OpenRoom& stored,
                                         const std::optional<TransientState>& transient = {});
    using UnreadRooms = std::map<std::string, std::weak_ptr<Room>>;  ///< by code
    /// Reads rooms that wait for it, and lets them go on; a room that cannot be read, for example because the
    /// log of its match does not replay, is frozen. Takes up to a tenth of a second, and a millisecond a room.
    /// For a thread that reads. Throws storage::DatabaseUnavailable; then they wait for another call.
    static void read(const Services& services, const storage::Store& store, const UnreadRooms& rooms);

    /// Runs `action(*this)` on the room's thread, from any thread. An exception from it freezes the room.
    void post(auto action) {
        run([this, action = std::move(action)]() mutable { action(*this); });
    }
    /// Carries out a request about this room and answers it exactly once.
    void handle(const Requester& from, const protocol::RoomAction& action);
    /// Seats a stranger after quick.match and answers; calls `elsewhere` instead if that is not possible.
    void seat_stranger(const Requester& from, bool accepts_bot, const std::function<void()>& elsewhere);
    /// Returns the result of `view` for the room, and for its match if there is one.
    auto seen_by(const auto& view) const { return view(state_, match_runner_.table()); }
    /// Adds a socket of a member: it gets the room's pushes from now on. Does nothing for other players.
    void attach(const protocol::PlayerInfo& player, const SinkPtr& socket);
    /// A socket comes back that was a member's on another server of a cluster: gets what it has not seen. Returns
    /// false if the player must ask for that with room.join, for example because of a password.
    bool come_back(const protocol::PlayerInfo& player, const SinkPtr& socket,
                   const std::optional<protocol::RoomJoin::Seen>& seen);
    /// Removes a closed socket of a player; a spectator without a socket stops being a member.
    void detach(const std::string& player, const SinkPtr& socket);
    void on_rename(const protocol::PlayerInfo& player);
    /// The player's account was deleted: they leave, and their chat lines get the name of a deleted player.
    void on_account_deleted(const std::string& player);
    /// The server's operator has banned the player: they leave, as by room.leave.
    void expel(const std::string& player);
    /// The database that has the data is away, or back. Meanwhile clocks and timers wait, so that nobody's turn ends.
    void set_database_away(bool away);
    enum class ClosingReason {
        nobody,           ///< nobody is connected
        nobody_for_long,  ///< for `empty_room`
        no_person,        ///< only programs are connected
        by_operator       ///< of the server; its members are told `text`
    };
    /// Abandons the match and closes the room, if it is as that says. A frozen room closes later than `done` is called.
    void close_for(ClosingReason why, const std::string& text = "", PendingClose::Done done = {});
    /// Refuses requests from now on and stops all timers; `done` runs when what it accepted is durable.
    void drain(std::function<void()> done);
    /// Gives the room to the node `to` of the cluster, after an entry that was asked for or a match that starts; only
    /// answers for dice should come until then. Afterwards nothing of it is carried out or shown here.
    void hand_over(std::int64_t to, HandoverDone done);

  private:
    Room(const Services& services, LobbyLink lobby, std::string code, RoomSettings settings);
    void judge_request(const Requester& from, const std::function<Verdict()>& judge,
                       Purpose purpose = Purpose::talk);
    void on_exception(const std::string& reason) override;
    void stop(const Verdict& why);
    void update_presence();
    void write_row();
    void report(bool match_begins = false);
    void publish_change(const std::optional<Requester>& by = {});
    void close(const std::string& text);
    // room_restore.cpp
    void on_action_held() override;
    void reload() override;
    void read_after(Clock::Duration wait);
    void resume_with(StoredRoom* stored);

    LobbyLink lobby_;
    RoomState state_;
    ReplySender replies_;
    RoomPublisher publisher_;
    MatchRunner match_runner_;
    MemberRequests requests_;
    JoinLeaveRequests join_leave_requests_;
    QuickStart quick_start_;
    PresenceTimers presence_timers_;
    FrozenRoomCloser frozen_room_closer_;
    PendingMatchRead pending_read_;
    Departure departure_;
};

}  // namespace cubilete::server
