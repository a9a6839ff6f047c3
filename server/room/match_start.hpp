#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "protocol/match.hpp"
#include "server/match/match_dice.hpp"
#include "server/room/actor.hpp"
#include "server/room/room_sockets.hpp"
#include "server/room/seating.hpp"
#include "storage/rows.hpp"

namespace cubilete::server {

/// The start of a match with provable dice, from the server's commitment to the first entry: collects the tips
/// and the reveals of the players' programs. Each step is on disk before it is shown, so a restart goes on with
/// the same secrets. A part of a Room.
class MatchStart {
  public:
    struct PendingMatch {
        storage::MatchRow row;
        protocol::Settings settings;
        std::unique_ptr<MatchDice> dice;
    };
    /// All steps are done: makes the first entry. Runs on the room's thread.
    using Begin = std::function<void(PendingMatch)>;

    /// `room`: its code.
    MatchStart(Actor& actor, const RoomSockets& sockets, std::string room, Begin begin);

    /// Commits to a new match, writes it and asks for the tips.
    void commit(PendingMatch starting);
    /// Goes on with a stored start. Players have `Limits::dice_return` more to come back.
    void resume(PendingMatch starting);
    bool is_running() const { return pending_.has_value(); }
    /// The id of the match that starts; empty without one.
    std::string match() const { return pending_ ? pending_->row.id : std::string(); }

    Verdict accept(const std::string& player, const protocol::DiceTip& request);
    Verdict accept(const std::string& player, const protocol::DiceReveal& request);
    /// Sends the present state to a socket that takes part in provable dice.
    void send_dice_state(const std::string& player, const SinkPtr& socket);
    /// Deletes the nonce of a player who was deleted.
    void forget(const std::string& player);
    /// Ends the steps at once; who has not answered does not take part.
    void begin_now();
    /// Forgets the start in memory; what is on disk stays.
    void stop();

  private:
    /// The seat whose values the request may bring.
    std::variant<Seat, protocol::Rejection> seat_of(const std::string& player,
                                                    const std::string& match) const;
    void wait(Clock::Duration longest);
    void on_value_received(const std::string& before);
    bool is_complete() const;
    void next_step();
    void write();
    void push();

    Actor& actor_;
    const RoomSockets& sockets_;
    std::string room_;
    Begin begin_;
    std::optional<PendingMatch> pending_;
    std::set<Seat> expected_;  ///< seats whose programs are known, or may come back, to send a tip
    std::unique_ptr<Clock::Timer> timer_;
};

}  // namespace cubilete::server
