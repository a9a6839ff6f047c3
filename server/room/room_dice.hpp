#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/room/dice_witnesses.hpp"
#include "server/room/match_start.hpp"
#include "server/room/reply_sender.hpp"
#include "server/room/room_state.hpp"

namespace cubilete::server {

/// The provable dice of a room: the steps before a match, and the asks before entries that draw. A part of a MatchRunner.
class RoomDice {
  public:
    struct Events {
        MatchStart::Begin begin;  ///< all steps are done: the match begins
        Actor::Action make;       ///< the seats have answered, or their time is over: the asked entry is made
        /// Charges a player for so many requests more.
        std::function<void(const std::string& player, int requests)> charge;
    };
    RoomDice(Actor& actor, const RoomState& state, ReplySender& replies, Events events);

    // Each returns a refusal, or nothing if the request is answered now or later.
    Verdict handle(const Requester& from, const protocol::DiceTip& request);
    Verdict handle(const Requester& from, const protocol::DiceReveal& request);
    Verdict handle(const Requester& from, const protocol::DiceGive& request);

    MatchStart& start() { return start_; }
    const MatchStart& start() const { return start_; }
    DiceWitnesses& witnesses() { return witnesses_; }
    const DiceWitnesses& witnesses() const { return witnesses_; }

    /// `from` waits for the answer to room.start.
    void wait_for_start(std::optional<Requester> from) { starter_ = std::move(from); }
    std::optional<Requester> take_starter() { return std::exchange(starter_, {}); }
    /// Shows a socket that joins what its program needs to take part. `running`: the match in progress.
    void send_dice_state(const Table* running, const std::string& player, const SinkPtr& socket);
    /// Ends an open ask after Limits::dice_ask, because the server stops. Those who wait for it get no answer: the next
    /// server goes on with it.
    void limit_ask_time();
    /// Forgets all steps in memory and returns those who wait for them; what is on disk goes on after a
    /// restart. What waited for an ask runs later.
    std::vector<Requester> cancel();

  private:
    template <class Request>
    Verdict accept_for_start(const Requester& from, const Request& request);
    Verdict refuse(const Requester& from, Verdict why);
    void charge(const Requester& from) { events_.charge(from.player.id, 1); }

    Actor& actor_;
    const RoomState& state_;
    ReplySender& replies_;
    Events events_;
    MatchStart start_;
    DiceWitnesses witnesses_;
    std::optional<Requester> starter_;
    std::unique_ptr<Clock::Timer> stop_timer_;
};

}  // namespace cubilete::server
