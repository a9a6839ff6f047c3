#pragma once

#include <string>
#include <vector>

/// What the messages say about the people of a room; no JSON, so that server/room/seating.hpp needs none.
namespace cubilete::protocol {

struct PlayerInfo {
    std::string id;
    std::string name;
    bool bot = false;
};

enum class RoomPhase { waiting, playing, finished };

/// A vote about an absent player: the ids of the players in favour, and the number of votes needed.
struct Votes {
    std::vector<std::string> by;
    int needed = 0;
};

}  // namespace cubilete::protocol
