#pragma once

#include <memory>
#include <optional>

#include "server/room/actor.hpp"
#include "server/room/room_state.hpp"
#include "storage/store.hpp"

namespace cubilete::server {

/// Ends a frozen room when all its players have left, or when nobody has been connected for `abandon_after`. Until then
/// what is stored stays as it is, so that a corrected server can go on with it. Nothing in memory can be trusted, so the
/// end of its match follows from what is stored. A part of a Room.
class FrozenRoomCloser {
  public:
    /// `close` closes the room. `stays` is called instead if its end cannot be made, or somebody is there again.
    FrozenRoomCloser(Actor& actor, const RoomState& state, Actor::Action close, Actor::Action stays)
        : actor_(actor), state_(state), close_(std::move(close)), stays_(std::move(stays)) {}

    /// Ends it now: nobody is connected any more.
    void end();
    /// Follows a change of who is connected or has left.
    void update();
    /// The disk was full, so that a write did not reach it.
    void try_again() { wait(actor_.services().limits.empty_room); }
    /// Waits anew from the next update() on.
    void stop() { timer_.reset(); }

  private:
    bool everyone_left() const;
    bool is_deserted() const { return everyone_left() || !state_.seating.person_online(); }
    void wait(Clock::Duration wait);
    void read();
    void write(const std::optional<storage::FinishMatch>& match);
    void give_up();

    Actor& actor_;
    const RoomState& state_;
    Actor::Action close_;
    Actor::Action stays_;
    std::unique_ptr<Clock::Timer> timer_;  ///< runs while no person is connected
    bool has_begun_ = false;
};

}  // namespace cubilete::server
