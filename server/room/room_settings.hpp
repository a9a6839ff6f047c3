#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "protocol/messages.hpp"

namespace cubilete::server {

/// What a table is set to.
struct RoomSettings {
    std::string game;
    OptionValues options;
    int seats = 0;           ///< chairs at the table, up to the game's most
    bool is_public = false;  ///< shown in the lobby
    int turn_ms = 0;         ///< 0 = no clock
    bool bots = true;        ///< bots may sit down
    bool spectators = true;  ///< others may watch
    bool hints = false;      ///< players may ask the house for advice
    std::string password;    ///< its hash (server/room/passwords.hpp); empty = who has the code may come in
};

/// The settings of a new room (PROTOCOL 4, `room.create`). Refuses with `at` below the request's root.
std::variant<RoomSettings, protocol::Refused> new_settings(const protocol::RoomFields& fields);
/// Present settings, changed. Another game begins with its own options and clock. A password is only taken
/// away here: a new one is for the caller to hash and put in.
std::variant<RoomSettings, protocol::Refused> changed_settings(const RoomSettings& present,
                                                               const protocol::RoomFields& fields);

/// As kept in storage::Room::settings, and back. Reading throws std::runtime_error where the games of this
/// server do not fit what was stored. `company`: the seats whose players agreed to company of the house.
std::string stored_settings(const RoomSettings& settings, const std::vector<int>& company);
RoomSettings restored_settings(std::string_view text);
std::vector<int> restored_company(std::string_view text);

}  // namespace cubilete::server
