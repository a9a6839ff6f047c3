#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <string>
#include <unordered_map>

#include "server/room/room.hpp"

namespace cubilete::server {

/// Has the matches of restored rooms read while the server already serves: first those of rooms that somebody
/// needs, the others in the background. A batch of rooms costs one pass through the newest part of the log.
///
/// A part of the Lobby, on its thread.
class RoomLoader {
  public:
    explicit RoomLoader(Actor& lobby);

    /// Adds a room that waits for its match.
    void add(const std::string& code, const std::shared_ptr<Room>& room);
    /// Begins to read the other rooms in the background.
    void start();
    /// A player waits for this room. Does nothing if it has been read or is being read.
    void prioritize(const std::string& code);
    /// The room waits, and nobody reads it yet.
    bool is_unread(const std::string& code) const { return unread_.contains(code); }
    /// Reads no more rooms.
    void stop();

  private:
    struct Queue {
        const Services::LookUp& look_up;
        std::deque<std::string> codes{};  ///< some may have been read by now
        bool is_being_read = false;
        std::unique_ptr<Clock::Timer> again{};
    };
    void read_next(Queue& queue);

    Actor& lobby_;
    std::unordered_map<std::string, std::weak_ptr<Room>> unread_;  ///< by code
    Queue urgent_;
    Queue others_;
    std::size_t read_ = 0;  ///< number of rooms
};

}  // namespace cubilete::server
