#pragma once

#include <functional>
#include <utility>

#include "server/room/life.hpp"
#include "server/room/room_handover.hpp"
#include "server/room/seating.hpp"

namespace cubilete::server {

/// A room that is closed, while the disk does not have it yet.
struct PendingClose {
    /// Gets why the room stays, or nothing once it is closed on disk.
    using Done = std::function<void(const Verdict& stays)>;

    LifeStage before = LifeStage::open;  ///< if the disk is full, the room returns to this
    Done done;                           ///< may be empty

    void answer(const Verdict& stays) {
        if (const Done asker = std::exchange(done, nullptr)) asker(stays);
    }
};

/// A room goes when the disk has it; if the disk is full, it stays.
struct Departure {
    PendingHandover handover;
    PendingClose close;
};

}  // namespace cubilete::server
