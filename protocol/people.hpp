#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The people of a room as the messages describe them; no JSON, so that server/room/seating.hpp needs none.
namespace cubilete::protocol {

/// An avatar is one of twelve drawn faces in one of eight colours: face * 8 + colour.
inline constexpr int most_avatar = 95;

struct PlayerInfo {
    std::string id;
    std::string name;
    bool bot = false;
    std::optional<int> avatar = {};  ///< 0 to most_avatar; nothing: the player has never chosen one

    /// Takes over what the player may change.
    void update(const PlayerInfo& now) {
        name = now.name;
        avatar = now.avatar;
    }
};

enum class RoomPhase { waiting, playing, finished };
inline constexpr std::array<std::string_view, 3> phase_names{"waiting", "playing", "finished"};
constexpr std::string_view name_of(RoomPhase phase) { return phase_names[static_cast<std::size_t>(phase)]; }

/// A vote about an absent player: the ids of the players in favour, and the number of votes needed.
struct Votes {
    std::vector<std::string> by;
    int needed = 0;
};

}  // namespace cubilete::protocol
