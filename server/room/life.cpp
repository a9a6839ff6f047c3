#include "server/room/life.hpp"

#include <variant>

#include "server/room/requester.hpp"

namespace cubilete::server {

Errand errand_of(const protocol::RoomAction& action) {
    if (std::holds_alternative<protocol::RoomLeave>(action)) return Errand::leave;
    const bool talks = std::holds_alternative<protocol::RoomChat>(action) ||
                       std::holds_alternative<protocol::RoomJoin>(action) || answers_dice(action) ||
                       std::holds_alternative<protocol::DiceShake>(action);
    return talks ? Errand::talk : Errand::other;
}

}  // namespace cubilete::server
