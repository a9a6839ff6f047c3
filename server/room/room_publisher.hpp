#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "protocol/messages.hpp"
#include "server/room/actor.hpp"
#include "server/room/room_state.hpp"

namespace cubilete::server {

/// Shows a room to its members: its seats, settings, people and chat. A part of a Room.
class RoomPublisher {
  public:
    /// `state` with what only the room knows: of its match and of its quick start.
    using FillPush = std::function<void(protocol::RoomPush&)>;

    RoomPublisher(Actor& actor, RoomState& state, FillPush fill_push)
        : actor_(actor), state_(state), fill_push_(std::move(fill_push)) {}

    /// Sends the present room once it is durable. The chat is that of the moment of sending, since chat does not
    /// wait for the disk.
    void push();
    void push_to(std::vector<SinkPtr> sockets);
    /// Pushes the room because its members have changed: to many of them at most ten times a second, because many
    /// come and go. Returns whether it was pushed now.
    bool push_members();
    /// push_members() waits for its time.
    bool is_push_pending() const { return timer_ != nullptr; }
    void stop() { timer_.reset(); }

    /// Sends a line of the chat to all at once.
    void send_chat_line(const protocol::ChatLine& line);
    /// Shows the others who take part in provable dice at once that the player `by` shakes the cup.
    void send_shake(const std::string& by, Seat seat);
    /// Tells the sockets of a player who is no longer a member. `text`: as in GonePush.
    void dismiss(const std::string& player, const std::string& reason, const std::string& text = "");
    /// Tells all sockets of the room that it is no more.
    void dismiss_all(const std::string& reason, const std::string& text);

    /// Frames sent so far.
    std::size_t frames() const { return frames_; }

  private:
    protocol::RoomPush current_push() const;

    Actor& actor_;
    RoomState& state_;
    FillPush fill_push_;
    std::size_t frames_ = 0;
    Clock::Duration last_push_at_{};  ///< when all members were pushed the room last
    std::unique_ptr<Clock::Timer> timer_;
};

}  // namespace cubilete::server
