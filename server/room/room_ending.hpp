#pragma once

#include <optional>

#include "server/room/room.hpp"

namespace cubilete::server {

/// Ends a frozen room when all its players have left, or when nobody has been connected for `abandon_after`:
/// room_ending.cpp. Nothing in memory can be trusted then, so the end of its match follows from what is stored.
struct Room::Ending {
    Room& room;

    /// Follows a change of who is connected or has left.
    void follow() const;
    /// What was written is not on disk, because it was full.
    void try_again() const;

  private:
    bool all_have_left() const;
    bool nobody_is_there() const;
    void wait(Clock::Duration wait) const;
    void begin() const;
    void read() const;
    void write(const std::optional<storage::FinishMatch>& match) const;
};

}  // namespace cubilete::server
