#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "protocol/messages.hpp"
#include "server/room/invitations.hpp"

namespace cubilete::server {

/// The state of a room that the lobby keeps.
struct RoomReport {
    protocol::RoomLine line;
    bool is_public = false;
    bool accepts_people = false;    ///< quick.match may seat another person here
    bool accepts_programs = false;  ///< quick.match may seat another program here
    bool closed = false;
    bool match_begins = false;  ///< with this report: the first entry of a match is durable
    bool attended = false;      ///< a person or a program is connected
    int people = 0;             ///< seated people who have not left
    std::int64_t since_ms = 0;  ///< made then; milliseconds since 1970, UTC
    /// No person is connected since then; milliseconds since 1970, UTC.
    std::optional<std::int64_t> unattended_since_ms;
    Invitation invitation;
    std::vector<std::string> members;  ///< ids of the players who get this room's pushes
    std::vector<std::string> seated;   ///< player ids
    /// Ids of players, perhaps of the same, of whom the room has more: who made it, and who wrote in the chat.
    std::vector<std::string> mentioned_players;
};

/// The functions by which a room reports to the lobby. They are called on the room's thread and return at
/// once.
struct LobbyLink {
    std::function<void(RoomReport)> report;
    /// Charges a player for a request that cost as much as `requests` usual ones.
    std::function<void(const std::string& player, int requests)> charge;
    /// A restored room that waits for its match is needed.
    std::function<void(const std::string& code)> prioritize;
};

}  // namespace cubilete::server
