#pragma once

#include <memory>
#include <optional>

#include "protocol/messages.hpp"
#include "server/room/actor.hpp"
#include "server/room/seating.hpp"

namespace cubilete::server {

/// When the match of a quick.match room starts, and when a player who is alone there gets a built-in bot.
class QuickStart {
  public:
    struct Events {
        Actor::Action start;    ///< starts the match
        Actor::Action add_bot;  ///< adds a built-in bot
        Actor::Action push;     ///< what push() returns has changed
    };
    QuickStart(Actor& actor, const Seating& seating, Events events);

    /// Follows a change of the room, which `waits` for its start. With enough players present the match starts
    /// after a delay, at once if all seats are taken by present players. A player who is alone gets the offer
    /// of a built-in bot after a delay.
    void update(bool waits);
    void stop();
    std::optional<protocol::RoomPush::Quick> push() const;

  private:
    void open_offer();

    Actor& actor_;
    const Seating& seating_;
    Events events_;
    std::unique_ptr<Clock::Timer> start_timer_;
    Clock::Duration start_{};
    std::unique_ptr<Clock::Timer> offer_timer_;
    bool offer_open_ = false;  ///< a player who is alone may ask for a built-in bot
};

}  // namespace cubilete::server
