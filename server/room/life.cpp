#include "server/room/life.hpp"

#include <variant>

#include "server/room/requester.hpp"

namespace cubilete::server {

Purpose purpose_of(const protocol::RoomAction& action) {
    if (std::holds_alternative<protocol::RoomLeave>(action)) return Purpose::leave;
    const bool talks = std::holds_alternative<protocol::RoomChat>(action) ||
                       std::holds_alternative<protocol::ReportPlayer>(action) ||
                       std::holds_alternative<protocol::RoomJoin>(action) || is_dice_answer(action) ||
                       std::holds_alternative<protocol::DiceShake>(action);
    return talks ? Purpose::talk : Purpose::other;
}

}  // namespace cubilete::server
