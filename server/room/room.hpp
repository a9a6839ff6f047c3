#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "protocol/messages.hpp"
#include "server/core/sink.hpp"
#include "server/core/token_bucket.hpp"
#include "server/match/table.hpp"
#include "server/room/commit_gate.hpp"
#include "server/room/invitations.hpp"
#include "server/room/room_settings.hpp"
#include "server/room/seating.hpp"
#include "server/room/services.hpp"

namespace cubilete::server {

/// The sender of a request: a player, the socket through which they sent it, and the id that they gave it.
struct Requester {
    protocol::PlayerInfo player;
    SinkPtr socket;
    protocol::RequestId re;
};

/// The state of a room that the lobby keeps.
struct RoomReport {
    protocol::RoomLine line;
    bool is_public = false;
    bool welcomes_people = false;    ///< quick.match may seat another person here
    bool welcomes_programs = false;  ///< quick.match may seat another program here
    bool closed = false;
    bool attended = false;  ///< a person or a program is connected
    int people = 0;         ///< seated people who have not left
    Invitation invitation;
    std::vector<std::string> members;  ///< ids of the players who get this room's pushes
    std::vector<std::string> seated;   ///< player ids
};

/// The members of a room, its seats, host and chat, and its matches, one after another. An actor on its own
/// strand. It runs the clock of the match and plays for absent players.
///
/// Call every function on the strand; `post` is the exception and runs an action there from any thread. A
/// message that shows a change leaves only when the change is durable (CommitGate); chat does not wait.
class Room : public std::enable_shared_from_this<Room> {
  public:
    /// The functions by which a room reports to the lobby. They are called on the room's strand and return at
    /// once.
    struct LobbyLink {
        std::function<void(RoomReport)> report;
        /// Charges a player for a request that cost as much as `requests` usual ones.
        std::function<void(const std::string& player, int requests)> charge;
    };

    /// Makes a new room with its maker in seat 0, as host unless it is a quick.match room, and answers.
    /// `accepts_bot`: a built-in bot may join while the maker is alone.
    static std::shared_ptr<Room> make(const Services& services, LobbyLink lobby, std::string code,
                                      RoomSettings settings, const Requester& maker,
                                      bool accepts_bot = false);
    /// Restores a stored room. Throws std::runtime_error if its settings do not fit this server. If the rest
    /// cannot be restored, for example because the log of its match does not replay, the room is frozen and
    /// this is logged.
    static std::shared_ptr<Room> restore(const Services& services, LobbyLink lobby,
                                         const storage::OpenRoom& stored, const storage::Store& store);

    /// Runs `action(*this)` on the strand, from any thread. An exception from it freezes the room.
    template <class Action>
    void post(Action action) {
        net::post(strand_, [self = shared_from_this(), action = std::move(action)]() mutable {
            self->guarded([&] { action(*self); });
        });
    }

    /// Carries out a request about this room and answers it exactly once.
    void handle(const Requester& from, protocol::RoomAction action);
    /// Seats a stranger after quick.match and answers; calls `elsewhere` instead if that is not possible.
    /// `accepts_bot`: a built-in bot may join while they are alone.
    void seat_stranger(const Requester& from, bool accepts_bot, const std::function<void()>& elsewhere);
    /// Returns the room as a line of the player's own list; nothing if they have no seat here, have left it,
    /// or the room is closed or frozen.
    std::optional<protocol::Json> table_of(const std::string& player) const;
    /// Adds a socket of a member: it gets the room's pushes from now on. Does nothing for other players.
    void attach(const protocol::PlayerInfo& player, const SinkPtr& socket);
    /// Removes a closed socket of a player; a spectator without a socket stops being a member.
    void detach(const std::string& player, const SinkPtr& socket);
    /// A player has another name.
    void renamed(const std::string& player, const std::string& name);
    /// The player's account was deleted: they leave, and their chat lines get the name of a deleted player. A
    /// built-in bot plays their seat in a match in progress.
    void forgotten(const std::string& player);
    /// Abandons the match and closes the room if nobody has been connected for at least `empty_room`.
    void close_left_behind();
    /// Accepts no more requests and stops all timers. `done` runs when everything accepted is durable and
    /// answered.
    void drain(std::function<void()> done);

  private:
    struct Advice {
        std::string match;
        std::uint32_t n = 0;
        protocol::Json given;  ///< null until it is computed
        std::vector<Requester> waiting;
    };
    /// The stored data of an earlier match about a resent move.
    struct EarlierMove {
        std::optional<storage::Match> match;
        std::optional<storage::LogEntry> entry;
    };
    /// The last state of the match that was sent to a member who joined or came back.
    struct CatchUp {
        /// Members with equal values get the same text.
        struct Of {
            std::string match{};
            Viewer viewer{};
            std::int64_t unseen = 0;  ///< first entry that they have not seen
            std::int64_t seq = 0;     ///< of the newest entry
            bool over = false;
            std::uint32_t wait_number = 0;
            Clock::Duration wait_until{};

            friend bool operator==(const Of&, const Of&) = default;
        };
        Of of{};
        Clock::Duration at{};
        std::size_t missed_bytes = 0;             ///< size of the missed events as JSON
        std::weak_ptr<const std::string> text{};  ///< alive while it is queued for a socket
    };

    Room(const Services& services, LobbyLink lobby, std::string code, RoomSettings settings);

    // Requests. Each returns a refusal, or nothing if the request was carried out or is answered later.
    Verdict carry_out(const Requester& from, const protocol::RoomJoin& request);
    Verdict carry_out(const Requester& from, const protocol::RoomLeave& request);
    Verdict carry_out(const Requester& from, const protocol::RoomSeat& request);
    Verdict carry_out(const Requester& from, const protocol::RoomReady& request);
    Verdict carry_out(const Requester& from, const protocol::RoomSet& request);
    Verdict carry_out(const Requester& from, const protocol::RoomBot& request);
    Verdict carry_out(const Requester& from, const protocol::RoomStart& request);
    Verdict carry_out(const Requester& from, const protocol::RoomRematch& request);
    Verdict carry_out(const Requester& from, const protocol::RoomKick& request);
    Verdict carry_out(const Requester& from, const protocol::RoomBan& request);
    Verdict carry_out(const Requester& from, const protocol::RoomVoteOut& request);
    Verdict carry_out(const Requester& from, const protocol::RoomStandIn& request);
    Verdict carry_out(const Requester& from, const protocol::RoomHost& request);
    Verdict carry_out(const Requester& from, const protocol::RoomChat& request);
    Verdict carry_out(const Requester& from, const protocol::Move& request);
    Verdict carry_out(const Requester& from, const protocol::Hint& request);

    void judged(const Requester& from, const std::function<Verdict()>& judge);

    Verdict guarded_verdict(const std::function<Verdict()>& judge);

    // room_door.cpp: joining and leaving
    Verdict check_password(const Requester& from, const protocol::RoomJoin& request);
    Verdict join(const Requester& from, const protocol::RoomJoin& request);
    void enter(const Requester& from, bool seats_changed,
               const std::optional<protocol::RoomJoin::Seen>& seen);
    std::shared_ptr<const std::string> caught_up(Viewer viewer, std::int64_t unseen);
    bool forget_knock(const SinkPtr& socket);
    Verdict leave_frozen(const Requester& from);
    void follow_leaving(Seating::Leaving leaving);
    void dismiss(const std::string& player, const std::string& reason);

    // room_people.cpp: seats, settings, kicks, bans and the host
    Verdict change(const Requester& from, const protocol::RoomFields& fields, const std::string& password);
    Verdict after_change(const Requester& from, Verdict verdict);
    void seat_waiting();
    Seating::Rules rules() const;

    // room_match.cpp: the match
    void start_match();
    void play_again_if_agreed();
    Verdict from_another_match(const Requester& from, const protocol::Move& request);
    void answer_from_record(const Requester& from, const protocol::Move& request, const EarlierMove& earlier);
    void entry_made();
    void match_over();
    void set_clock();
    void clock_ran_out();
    bool give_extra_time();
    std::optional<Seat> seat_in_turn() const;
    Clock::Duration clock_left() const;
    Viewer viewer_of(const std::string& player) const;
    protocol::MatchPush match_push(Viewer viewer, protocol::Sight sight) const;
    void push_match(std::int64_t events_from);

    // room_house.cpp: built-in bots and their advice
    void take_advice(Seat seat);
    void advise(Advice& advice, protocol::Json hints);
    void set_house();
    std::optional<Level> house_level(Seat seat) const;
    Clock::Duration house_pause(Seat seat) const;
    void house_thinks(Seat seat);
    void house_plays(Seat seat, const std::optional<protocol::Json>& thought);
    void count_house_entry();

    // room_absence.cpp: players who are absent during a match
    void look_after_absent();
    void absence_lasts();

    // room_quick.cpp: rooms of quick.match, which have no host
    bool waits_for_quick_start() const;
    const server::RoomSeat* alone() const;
    void look_after_quick();
    void open_offer();
    void add_auto_bot();
    void start_quick();
    std::optional<protocol::RoomPush::Quick> quick_push() const;

    // room_state.cpp: storage, pushes and timers
    storage::PutRoom row() const;
    void reload();
    void take_up(const storage::OpenRoom& stored, const storage::Store& store);
    void freeze(const std::string& reason);
    protocol::RoomPush room_push() const;
    void push_room();
    void push_room_to(std::vector<SinkPtr> sockets);
    void changed();
    void answer_changed(const Requester& to);
    void report();
    void answer(const Requester& to, protocol::Json fields = protocol::Json::object());
    void update_idle_timers();
    void note_attendance();
    void close_unattended();
    Clock::Duration until_abandoned() const;
    void replace_host();
    void close();
    template <class Action>
    std::unique_ptr<Clock::Timer> after(Clock::Duration wait, Action action) {
        return clock_->after(wait, [weak = weak_from_this(), action] {
            if (const auto self = weak.lock()) self->guarded([&] { std::invoke(action, *self); });
        });
    }
    template <class Action>
    void guarded(Action action) {
        try {
            action();
        } catch (const std::exception& bug) {
            freeze(bug.what());
        }
    }

    const Services& services_;
    Strand strand_;
    std::unique_ptr<Clock> clock_;
    std::shared_ptr<CommitGate> gate_;
    LobbyLink lobby_;

    std::string code_;
    RoomSettings settings_;
    std::int64_t since_ms_ = 0;
    Seating seating_;
    std::map<std::string, std::vector<SinkPtr>> sockets_;  ///< of the members who are online, by player id
    Maker maker_;
    bool attended_ = false;                 ///< a human is connected; a change is stored during a match
    std::int64_t unattended_since_ms_ = 0;  ///< wall clock, valid while attended_ is false
    bool somebody_there_ = false;           ///< Seating::anybody_online() as last reported
    /// Time of the last change of somebody_there_, or of the start of the server.
    Clock::Duration left_at_{};
    /// Ids of players whose earlier match is being read from the archive.
    std::set<std::string> looking_back_;
    std::vector<SinkPtr> checking_;  ///< sockets whose password is being checked
    TokenBuckets<ClientNetwork, ClientNetworkHash> wrong_passwords_;  ///< tried at this room
    TokenBucket wrong_passwords_of_all_;
    std::deque<protocol::ChatLine> chat_;

    std::unique_ptr<Table> table_;  ///< the match in progress, or the last one
    CatchUp catch_up_;
    std::optional<Seat> next_first_;
    std::uint32_t wait_number_ = 0;  ///< number of the wait for which the clock runs
    Wait::Kind wait_kind_ = Wait::Kind::none;
    Clock::Duration wait_of_{};
    Clock::Duration wait_until_{};
    bool late_ = false;  ///< this wait has had its extra time, because its timer fired late
    std::unique_ptr<Clock::Timer> turn_timer_;
    std::vector<std::unique_ptr<Clock::Timer>> house_timers_;
    HouseQuota::Payer house_payer_;              ///< the player who started the match
    int house_entries_ = 0;                      ///< not yet reported to the quota
    Clock::Duration house_rests_{};              ///< built-in bots make no entry before then
    std::uint64_t house_round_ = 0;              ///< results of earlier rounds are void
    std::map<Seat, Advice> advice_;              ///< for the newest prompt for which the seat asked
    std::unique_ptr<Clock::Timer> quick_timer_;  ///< fires when the match of quick.match starts
    Clock::Duration quick_start_{};
    std::unique_ptr<Clock::Timer> auto_bot_timer_;
    bool offer_open_ = false;  ///< a player who is alone may ask for a built-in bot
    std::unique_ptr<Clock::Timer> absence_timer_;
    std::unique_ptr<Clock::Timer> empty_timer_;
    std::unique_ptr<Clock::Timer> abandon_timer_;
    std::unique_ptr<Clock::Timer> host_timer_;
    bool draining_ = false;
    bool closed_ = false;
    std::string frozen_;  ///< not empty: a bug stopped this room; the text of its exception
};

}  // namespace cubilete::server
