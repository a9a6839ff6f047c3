#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/house.hpp"
#include "protocol/messages.hpp"

namespace cubilete::server {

/// The house's players: as many of each level as there can be seats, always the same. Their ids tell the level, and
/// nobody has a token of theirs.
struct HousePlayer {
    protocol::PlayerInfo info;  ///< marked `bot`
    Level level;
};
const std::vector<HousePlayer>& house_cast();

/// The level of a house player; nothing for anybody else.
std::optional<Level> level_of(std::string_view player_id);

}  // namespace cubilete::server
