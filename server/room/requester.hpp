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
inline bool answers_dice(const protocol::RoomAction& action) {
    return std::holds_alternative<protocol::DiceTip>(action) ||
           std::holds_alternative<protocol::DiceReveal>(action) ||
           std::holds_alternative<protocol::DiceGive>(action);
}

/// Answers a request later: with the fields of its `ok`, or with a refusal.
using AnswerLater = std::function<void(const Requester&, std::variant<protocol::Json, protocol::Refused>)>;

}  // namespace cubilete::server
