#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/room/bot_controller.hpp"
#include "server/room/cup_match.hpp"
#include "server/room/hints.hpp"
#include "server/room/match_publisher.hpp"
#include "server/room/reply_sender.hpp"
#include "server/room/resent_moves.hpp"
#include "server/room/room_dice.hpp"
#include "server/room/room_state.hpp"
#include "server/room/stored_room.hpp"
#include "server/room/turn_clock.hpp"

namespace cubilete::server {

/// The matches of a room: starts, plays, shows and ends them. A part of a Room, on its thread.
class MatchRunner {
  public:
    /// The events of matches on which their room acts.
    struct Events {
        Actor::Action write_room;  ///< something that is stored with the room has changed
        Actor::Action push_room;   ///< something that is pushed with the room has changed
        std::function<void(bool match_begins)> report_change;  ///< the phase of the room has changed
        Actor::Action on_match_end;  ///< a match is over: its seats are free to change
        /// Judges a request anew.
        std::function<void(const Requester& from, const protocol::Move& request)> again;
        /// Charges a player for so many requests more.
        std::function<void(const std::string& player, int requests)> charge;
    };
    MatchRunner(Actor& actor, RoomState& state, ReplySender& replies, DeferredAnswer answer_later,
                Events events);

    // Each returns a refusal, or nothing if the request is answered now or later.
    Verdict handle(const Requester& from, const protocol::RoomStart& request);
    Verdict handle(const Requester& from, const protocol::Move& request);
    Verdict handle(const Requester& from, const protocol::Hint& request);

    RoomDice& dice() { return dice_; }
    /// The match in progress, or the last one; null before the first.
    const Table* table() const { return table_.get(); }
    /// A match is played; not while it starts.
    bool is_running() const { return state_.seating.playing() && !dice_.start().is_running(); }
    /// `from` sends again the move for which the seats are asked, or were when the server began to stop.
    bool is_asked_move(const Requester& from) const;
    const TurnClock& clock() const { return turn_clock_; }
    /// Adds what is stored and what is pushed of the match with the room.
    void fill_in(storage::PutRoom& row) const;
    void fill_in(protocol::RoomPush& push) const;

    /// Starts a match: at once, or by the steps of provable dice if the program of a player takes part. `starter`
    /// gets the answer when it has begun.
    void start(std::optional<Requester> starter);
    void abandon();
    /// Lets the built-in bots play what is theirs now.
    void update_bots();
    /// A member has a new socket, which gets the next pushes.
    void add(const SinkPtr& socket);
    /// Shows a member's new socket what its program needs for provable dice.
    void send_dice_state(const std::string& player, const SinkPtr& socket);
    /// Sends the match to a member who joined or came back. `answers`: they asked for it.
    void catch_up(const Requester& to, const std::optional<protocol::RoomJoin::Seen>& seen, bool answers);
    /// Deletes the secrets of a player who was deleted.
    void forget(const std::string& player);
    /// The database is away, or back. The time of a turn stands still meanwhile.
    void set_database_away(bool away);
    /// Stops the clock and the bots, and ends all steps of provable dice. Returns those who wait for them.
    std::vector<Requester> stop();
    /// Takes up what was stored. `run`: the time since the start of the server; `carried_left`: on the turn clock,
    /// if another node has handed the match over.
    void restore_from(StoredRoom& stored, Clock::Duration run, std::optional<Clock::Duration> carried_left);

  private:
    void begin(std::unique_ptr<Table> table);
    void play_bot(Seat seat, const std::optional<protocol::Json>& move);
    void on_turn_timeout();
    void ask_witnesses(std::optional<Requester> from);
    void make_pending_entry();
    void on_new_move(std::optional<Seat> in_turn, const DiceWitnesses::PendingRequests& requests);
    void on_new_entry();
    void end();
    Verdict handle_resent(const Requester& from, const protocol::Move& request);

    Actor& actor_;
    RoomState& state_;
    ReplySender& replies_;
    Events events_;
    std::unique_ptr<Table> table_;
    TurnClock turn_clock_;
    MatchPublisher publisher_;
    RoomDice dice_;
    BotController bots_;
    Hints hints_;
    ResentMoves resent_moves_;
    CupMatch cup_;
};

}  // namespace cubilete::server
