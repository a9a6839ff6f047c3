#pragma once

#include <functional>
#include <variant>

#include "protocol/messages.hpp"
#include "server/core/sink.hpp"

namespace cubilete::server {

/// The sender of a request: a player, the socket through which they sent it, and the id that they gave it.
struct Requester {
    protocol::PlayerInfo player;
    SinkPtr socket;
    protocol::RequestId request_id;
};

/// Whether the request brings what provable dice wait for: a tip, a reveal or a value.
inline bool is_dice_answer(const protocol::RoomAction& action) {
    return std::holds_alternative<protocol::DiceTip>(action) ||
           std::holds_alternative<protocol::DiceReveal>(action) ||
           std::holds_alternative<protocol::DiceGive>(action);
}

/// Answers a request later: with the fields of its `ok`, or with a refusal.
using DeferredAnswer =
    std::function<void(const Requester&, std::variant<protocol::Json, protocol::Rejection>)>;

}  // namespace cubilete::server
