#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "server/room/chat.hpp"
#include "server/room/life.hpp"
#include "server/room/room_settings.hpp"
#include "server/room/room_sockets.hpp"
#include "server/room/seating.hpp"

namespace cubilete::server {

/// The state that a room's parts share: what it is, who is there, its stage of life. On the room's thread.
struct RoomState {
    RoomState(std::string its_code, RoomSettings its_settings, const Limits& limits)
        : code(std::move(its_code)),
          settings(std::move(its_settings)),
          seating(seating_rules(settings, limits)),
          chat(seating, limits.chat_lines) {}
    RoomState(const RoomState&) = delete;
    RoomState& operator=(const RoomState&) = delete;

    /// Waits for the start of its match by itself.
    bool waits_for_quick_start() const {
        return settings.quick && seating.phase() == Seating::Phase::waiting && life == LifeStage::open;
    }

    /// The match is over, and another one can begin.
    bool all_want_rematch() const {
        return seating.phase() == Seating::Phase::finished && seating.all_want_rematch();
    }

    const std::string code;
    RoomSettings settings;
    std::int64_t since_ms = 0;  ///< made then; milliseconds since 1970, UTC
    Maker maker{};
    LifeStage life = LifeStage::open;
    Seating seating;
    RoomSockets sockets{};
    Chat chat;
};

}  // namespace cubilete::server
