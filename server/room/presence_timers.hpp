#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "server/room/actor.hpp"
#include "server/room/seating.hpp"

namespace cubilete::server {

/// Acts on who is connected to a room and who is not: its end when it is empty, another host, votes
/// about absent players.
class PresenceTimers {
  public:
    /// The actions that become due; each runs on the room's thread.
    struct Events {
        Actor::Action report;             ///< whether anybody is connected has changed
        Actor::Action write;              ///< unattended_since() has changed during a match
        Actor::Action close;              ///< nobody came back to an empty room
        Actor::Action abandon;            ///< nobody came back to a match
        Actor::Action replace_host;       ///< the host has been absent for too long
        Actor::Action open_absence_vote;  ///< the others may vote about an absent player
    };
    PresenceTimers(Actor& actor, Seating& seating, Events events);

    /// Follows a change of who is connected, of the seats or of the match. `turn_ms`: milliseconds of a turn.
    void update(int turn_ms);
    /// Sets the timer for the moment when the others may vote for a built-in bot in place of an absent player.
    void update_absence_timer();
    void stop();

    /// Call it for a new or a restored room. The wait since the last person left goes on.
    void begin(std::optional<std::int64_t> unattended_since_ms);
    /// No person is connected since then, in milliseconds since 1970, UTC; stored, so that a restart does not
    /// restart the wait.
    std::optional<std::int64_t> unattended_since() const;
    /// Whether nobody has been connected for at least `empty_room`.
    bool is_long_empty() const;

  private:
    void record_presence(bool playing);
    Clock::Duration time_until_abandon(int turn_ms) const;
    void set_timer(std::unique_ptr<Clock::Timer>& timer, bool runs, Clock::Duration wait,
                   const Actor::Action& action);

    Actor& actor_;
    Seating& seating_;
    Events events_;
    bool attended_ = false;                 ///< a person is connected
    std::int64_t unattended_since_ms_ = 0;  ///< valid while attended_ is false
    bool anybody_online_ = false;           ///< Seating::anybody_online() as last reported
    /// Time of the last change of anybody_online_, or of the start of the server.
    Clock::Duration presence_changed_at_{};
    std::unique_ptr<Clock::Timer> empty_timer_;
    std::unique_ptr<Clock::Timer> abandon_timer_;
    std::unique_ptr<Clock::Timer> host_timer_;
    std::unique_ptr<Clock::Timer> absence_timer_;
};

}  // namespace cubilete::server
