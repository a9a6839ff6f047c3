#pragma once

#include <cstdint>
#include <optional>
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
    bool quick = false;      ///< made by quick.match: has no host and starts by itself
    bool hints = false;      ///< players may ask the house for advice
    std::string password;    ///< its hash (server/room/passwords.hpp); empty = who has the code may come in
};

/// The settings of a new room (PROTOCOL 4, `room.create`). Refuses with `at` below the request's root.
std::variant<RoomSettings, protocol::Refused> new_settings(const protocol::RoomFields& fields);
/// Present settings, changed. Another game begins with its own options and clock. A password is only taken
/// away here: a new one is for the caller to hash and put in.
std::variant<RoomSettings, protocol::Refused> changed_settings(const RoomSettings& present,
                                                               const protocol::RoomFields& fields);

/// The player who made a room; both fields are empty if unknown.
struct Maker {
    std::string player;   ///< id
    std::string address;  ///< the key of their address (address_key() in server/core/address.hpp)
};

/// Data of a room that is stored together with its settings.
struct RoomMemory {
    std::vector<int> accepts_bot;  ///< seats whose players accept a built-in bot
    Maker maker;
    /// No human is connected since then; milliseconds since 1970, UTC.
    std::optional<std::int64_t> unattended_since_ms;
};

/// Write and read storage::Room::settings. Reading throws std::runtime_error if this server lacks the game or
/// its options differ, and nlohmann::json::exception if the text is damaged. Fields that older servers did
/// not store get their defaults.
std::string stored_settings(const RoomSettings& settings, const RoomMemory& memory);
RoomSettings restored_settings(std::string_view text);
RoomMemory restored_memory(std::string_view text);

}  // namespace cubilete::server
