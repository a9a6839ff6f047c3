#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/bot.hpp"
#include "engine/rules.hpp"
#include "protocol/people.hpp"
#include "protocol/refused.hpp"

namespace cubilete::server {

/// The reason why a request was refused; nothing if it was carried out.
using Verdict = std::optional<protocol::Rejection>;

/// One seat of a room and its player.
struct RoomSeat {
    protocol::PlayerInfo player{};          ///< its id is empty if the seat is free
    bool ready = false;                     ///< before a match: ready to start; after one: wants another
    bool bot_plays = false;                 ///< a built-in bot plays until the player is back
    bool left = false;                      ///< the player left the match in progress
    int missed_turns = 0;                   ///< turns in a row that the clock ended
    std::int64_t since_ms = 0;              ///< seated since then, in milliseconds since 1970, UTC
    bool accepts_bot = false;               ///< a built-in bot may join while the player is alone
    std::set<std::string> votes_to_free{};  ///< ids of players who voted to free the absent player's seat
    std::set<std::string> votes_for_bot{};  ///< ids of players who voted that a built-in bot plays it
    std::optional<std::chrono::milliseconds> absent_since{};

    bool is_free() const { return player.id.empty(); }
    bool is_person() const { return !is_free() && !player.bot; }
};

/// The people of a room: its members and seats, the queue for a free seat, the host, votes and bans. A value:
/// it reads no clock and sends nothing. A refused request has changed nothing.
///
/// `now_ms` is the wall clock, milliseconds since 1970, UTC; `Time` is that of a steady clock. Players are
/// named by their id.
class Seating {
  public:
    using Phase = protocol::RoomPhase;
    using Time = std::chrono::milliseconds;

    struct Rules {
        std::string title{};  ///< of the game, for refusals
        int seats = 0;
        int least = 0;                     ///< players that a match needs
        bool bots = true;                  ///< client programs may take a seat
        bool spectators = true;            ///< members without a seat may watch
        std::size_t watchers = 1'000'000;  ///< so many of them at most
        bool quick = false;                ///< a room of quick.match: no host, seated players are ready
        Time absence{};        ///< an absent player's match waits so long before the others may vote
        int missed_turns = 0;  ///< so many in a row, and a built-in bot plays
    };
    struct Member {
        protocol::PlayerInfo info{};
        bool online = false;
    };
    /// The place that a joining player asks for; without any field: a seat, or else to watch. Of a member
    /// `only_watches` changes nothing: a client reads again so.
    struct SeatRequest {
        std::optional<int> seat{};
        bool must_sit = false;
        bool only_watches = false;
    };
    struct JoinResult {
        bool seats_changed = false;
        bool reclaimed_seat = false;  ///< took their seat back from a built-in bot
    };
    enum class LeaveResult { frees_seat, bot_plays, nobody_plays };
    enum class Vote { counted, decided };

    explicit Seating(const Rules& rules);

    // Queries
    const Rules& rules() const { return rules_; }
    Phase phase() const { return phase_; }
    bool playing() const { return phase_ == Phase::playing; }
    const std::string& host() const { return host_; }
    const std::vector<RoomSeat>& seats() const { return seats_; }
    const std::map<std::string, Member>& members() const { return members_; }
    /// Spectators who want the next free seat, in the order of their requests.
    const std::vector<std::string>& queue() const { return queue_; }
    const RoomSeat* find(const std::string& player) const;
    bool is_banned(const std::string& player) const { return banned_.contains(player); }
    /// The player is a member or has a seat that they have not left.
    bool is_here(const std::string& player) const;
    bool is_online(const std::string& player) const;
    /// Built-in bots have no sockets and are always present.
    bool is_present(const std::string& player) const;
    bool anybody_online() const;
    bool person_online() const;
    int taken_count() const;
    /// Number of seated people who have not left.
    int people_seated() const;
    /// Number of seated players who are present, built-in bots included.
    int players_present() const;
    /// Nothing without votes, during a match, or if the player is present.
    std::optional<protocol::Votes> votes_to_free(const RoomSeat& seat) const;
    /// Nothing unless the others may vote, or the host decide, that a built-in bot plays for this player.
    std::optional<protocol::Votes> votes_for_bot(const RoomSeat& seat, Time now) const;
    /// Refuses if players are missing or not ready.
    Verdict check_ready_to_start() const;
    /// All who are asked want another match, and it can start. The seated people are asked; if there are none, the
    /// connected client programs, of which one that all others have left gets no match alone, except in a room of one
    /// seat. A built-in bot always wants one.
    bool all_want_rematch() const;
    /// Whether quick.match may seat another player here: a program always, a person only if a person is
    /// connected or all seats are free, so that people are not sent to programs that wait among themselves.
    bool accepts_players(bool program) const;
    /// The seat of the only player who is present before a match of quick.match; nullptr if there is not
    /// exactly one, or if it is a built-in bot.
    const RoomSeat* lone_seat() const;

    // Members
    /// Seats the maker of a new room, who is its host unless the room is of quick.match.
    void open(const protocol::PlayerInfo& maker, bool accepts_bot, std::int64_t now_ms);
    std::variant<JoinResult, protocol::Rejection> join(const protocol::PlayerInfo& player,
                                                       const SeatRequest& seat_request, std::int64_t now_ms);
    /// Seats a stranger after quick.match. Returns false, without a change, if that is not possible.
    bool join_quick(const protocol::PlayerInfo& player, bool accepts_bot, std::int64_t now_ms);
    /// Makes the player a member who is online. Returns whether a room without a host has one now.
    bool enter(const protocol::PlayerInfo& player);
    /// A member who is here has connected. Returns whether their name or avatar is new to the room.
    bool connect(const protocol::PlayerInfo& player);
    /// The last socket has closed: a spectator stops being a member.
    void disconnect(const std::string& player);
    /// The player has this name and avatar from now on.
    void rename(const protocol::PlayerInfo& player);
    /// The player is no longer a member; during a match a built-in bot plays their seat, otherwise it is free.
    /// The caller then ends the match if nobody plays, and calls replace_host().
    LeaveResult leave(const std::string& player);
    /// Marks the player's seat as left, whatever the phase. Returns false without a seat.
    bool mark_left(const std::string& player);
    /// Chooses a host if `absent_host` is the host: the connected seated person who sat down first; otherwise a
    /// connected spectator; otherwise the absent seated person who sat down first; otherwise nobody. Never a
    /// bot. A room of quick.match has no host. Returns whether there is another host.
    bool replace_host(const std::string& absent_host);

    // Seats
    /// Moves the player to a seat, or, without `seat`, to the spectators; out of the queue at any time.
    Verdict change_seat(const protocol::PlayerInfo& player, std::optional<int> seat, std::int64_t now_ms);
    Verdict set_ready(const std::string& player, bool ready);
    /// The host seats a built-in bot, or, without `level`, removes one.
    Verdict seat_bot(const std::string& by, int seat, std::optional<Level> level, std::int64_t now_ms);
    /// Frees the seats of absent players and adds one built-in bot for lone_seat(), whose consent holds for one.
    void add_auto_bot(std::int64_t now_ms);
    void free_absent_seats();
    /// Gives free seats to the members who wait for one, and removes spectators if the room allows none.
    /// Returns the removed ones. A player who waited counts as ready.
    std::vector<std::string> fill_free_seats(std::int64_t now_ms);
    /// Refused if more players are seated than there would be seats. The seats close up if one that goes is taken.
    /// `terms_changed`: the seated people have not agreed to the new game or options, so that they are no longer
    /// ready, and the options decide who begins. Programs stay ready: they ask for another match only once.
    Verdict change_rules(const Rules& rules, bool terms_changed);

    // The host and the votes
    /// Refuses unless the player is the host and no match is played.
    Verdict may_change(const std::string& by) const;
    Verdict make_host(const std::string& by, const std::string& player);
    Verdict kick(const std::string& by, const std::string& player);
    /// `has_spoken`: one of the chat lines is the player's, so that they may be banned after they left.
    Verdict ban(const std::string& by, const std::string& player, bool has_spoken);
    Verdict vote_to_free(const protocol::PlayerInfo& by, const std::string& player);
    std::variant<Vote, protocol::Rejection> vote_for_bot(const protocol::PlayerInfo& by,
                                                         const std::string& player, Time now);
    /// Decides the votes that have enough voters now, because others have left. Returns whether there were any.
    bool decide_votes(Time now);

    // The match
    Verdict check_can_start(const std::string& by) const;
    Verdict set_wants_rematch(const std::string& player);
    /// Closes up the taken seats (docs/rules.md A10): from now on a room seat is a match seat.
    void start();
    /// The seat that begins the next match; if it is free, the taken one after it. Nothing: the options decide.
    std::optional<int> next_starter() const { return next_starter_; }
    void set_next_starter(std::optional<int> seat) { next_starter_ = seat; }
    /// Frees the seats that were left.
    void finish();
    /// The player of a match seat has moved; nothing changes if they have left since they asked for it. Returns
    /// whether a built-in bot played it or turns were missed.
    bool on_move(Seat seat);
    void missed_turn(Seat seat);
    /// Records since when each seated player is absent. Returns when the others may next vote about one.
    std::optional<Time> record_absences(Time now);
    /// Each absent player counts as absent only from now on.
    void restart_absences(Time now);

    /// Replaces everything but members, queue and next starter by what was stored, for the time before a match.
    void restore(const Rules& rules, std::string host, std::vector<RoomSeat> seats,
                 std::set<std::string> banned);
    /// A match was restored.
    void restore_match(bool over) { phase_ = over ? Phase::finished : Phase::playing; }
    /// The spectators who wait for a seat, in this order; each may become a member later.
    void restore_queue(std::vector<std::string> players) { queue_ = std::move(players); }
    /// Removes members who are neither online nor seated.
    void forget_offline();
    void remove_all_members() { members_.clear(); }

  private:
    RoomSeat* seat_of(const std::string& player);
    Verdict assign_seat(const protocol::PlayerInfo& player, std::optional<int> wanted, std::int64_t now_ms);
    void occupy(RoomSeat& seat, const protocol::PlayerInfo& player, std::int64_t now_ms);
    void occupy_by_bot(RoomSeat& seat, Level level, std::int64_t now_ms);
    void vacate(const std::string& player);
    void close_up();
    /// A person whom all others have left has asked for a match with them, not alone.
    void reset_lone_ready();
    void remove(const std::string& player);
    Verdict check_can_remove(const std::string& by, const std::string& player) const;
    protocol::Votes count(const std::set<std::string>& wishes) const;
    void remove_absent(const std::string& player);
    bool may_stand_in(const RoomSeat& seat, Time now) const;
    std::string next_host() const;

    Rules rules_;
    Phase phase_ = Phase::waiting;
    std::string host_;
    std::map<std::string, Member> members_;  ///< seated ones stay while they are absent
    std::vector<RoomSeat> seats_;
    std::vector<std::string> queue_;
    std::set<std::string> banned_;
    std::optional<int> next_starter_;
};

}  // namespace cubilete::server
