#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/core/clock.hpp"
#include "server/core/sink.hpp"

namespace cubilete::server {

/// The state of a room that its next owner cannot read from the data.
struct TransientState {
    Clock::Duration left{};         ///< on the turn clock, which stands still meanwhile; 0 = it does not run
    std::vector<std::string> next;  ///< Seating::queue()
};

/// A room that belongs to another node from now on.
struct RoomHandover {
    TransientState transient;
    std::string match;  ///< up to its entry `seq` its sockets have seen everything; empty without one
    std::int64_t seq = 0;
    std::vector<SinkPtr> sockets;
};

/// Is called once, on the room's thread. Nothing: the room stays here, because it is closed, was stopped by a fault, is
/// drained, or the disk was full.
using HandoverDone = std::function<void(std::optional<RoomHandover>)>;

/// How far Room::hand_over() has got.
struct PendingHandover {
    HandoverDone done;                   ///< set while a match starts or the last write is under way
    std::unique_ptr<Clock::Timer> wait;  ///< for a match that starts
};

}  // namespace cubilete::server
