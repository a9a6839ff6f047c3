#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/bot.hpp"
#include "protocol/people.hpp"

namespace cubilete::server {

/// A built-in bot. There are as many of each level as a match can have seats, and they never change. Their
/// ids contain the level. Nobody has a token for them.
struct BuiltInBot {
    protocol::PlayerInfo info;  ///< marked `bot`
    Level level;
};
const std::vector<BuiltInBot>& built_in_bots();

/// Returns the level of a built-in bot; nothing for any other player.
std::optional<Level> level_of(std::string_view player_id);

}  // namespace cubilete::server
