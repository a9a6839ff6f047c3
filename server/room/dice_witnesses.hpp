#pragma once

#include <algorithm>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "server/match/table.hpp"
#include "server/room/actor.hpp"
#include "server/room/requester.hpp"
#include "server/room/room_sockets.hpp"
#include "server/room/seating.hpp"

namespace cubilete::server {

/// Asks the seats of a match with provable dice for their values before an entry that draws is made. While an
/// ask is open the match takes no other entry; what else would change the match waits in order. A part of a
/// Room.
class DiceWitnesses {
  public:
    /// `make` makes the asked entry; it runs on the room's thread when all values are there or the time is over.
    DiceWitnesses(Actor& actor, const RoomSockets& sockets, std::string room, Actor::Action make);

    /// Call before anything that may draw: tells the match who is there to be asked.
    void select_witnesses(Table& match) const;
    /// Asks for the entry that waits: writes the ask, then sends it. `from`: whose request makes the entry.
    void ask(Table& match, std::optional<Requester> from);
    /// Asks again after a restart or a full disk. Players have `Limits::dice_return` more to come back.
    void resume(Table& match);
    bool is_asking() const { return match_ != nullptr; }

    /// Takes a value. An accepted one is answered with the entry, because a restart forgets it.
    Verdict accept(const Requester& from, const protocol::DiceGive& request);
    /// Sends the present dice, and the open ask, to a socket that takes part.
    void send_dice_state(const Table& match, const std::string& player, const SinkPtr& socket);
    bool has_value_from(const std::string& player) const {
        return std::ranges::count(requests_.givers, player,
                                  [](const Requester& from) { return from.player.id; }) > 0;
    }
    /// Runs `action` when no ask is open; actions keep their order.
    void wait(Actor::Action action) { waiting_actions_.push_back(std::move(action)); }
    /// Those whose requests are answered with the entry.
    struct PendingRequests {
        std::optional<Requester> mover{};
        std::vector<Requester> givers{};
    };
    /// Ends the ask.
    PendingRequests end();
    /// Ends the ask without making its entry. A later resume() waits a moment before it asks again.
    PendingRequests cancel();
    /// Runs the actions that waited. If one of them opens a new ask, the actions after it stay in the queue.
    void run_waiting();
    /// Runs each waiting action as an action of its own, when the present state may be void.
    void post_waiting();

  private:
    Clock::Duration longest_wait(Seat seat) const;
    void wait_for_missing();
    void push(const SinkPtr& socket);
    void start(Clock::Duration longest);

    Actor& actor_;
    const RoomSockets& sockets_;
    std::string room_;
    Actor::Action make_entry_;
    Table* match_ = nullptr;  ///< with an open ask
    /// The push of the ask; nullptr until the ask is on disk.
    std::shared_ptr<const std::string> text_;
    Clock::Duration pause_{};  ///< before the next resume() asks; players return at once after a restart
    PendingRequests requests_;
    Clock::Duration ask_limit_{};  ///< that the open ask may take
    Clock::Duration asked_at_{};
    std::set<Seat> missing_;                ///< seats without a value
    std::string late_match_;                ///< the id of the match of `late_`
    std::map<Seat, Clock::Duration> late_;  ///< how long each seat has let the others wait, in all
    std::unique_ptr<Clock::Timer> timer_;
    std::list<Actor::Action> waiting_actions_;
};

}  // namespace cubilete::server
