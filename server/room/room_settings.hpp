#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "protocol/messages.hpp"
#include "server/core/address.hpp"
#include "server/core/config.hpp"
#include "server/room/seating.hpp"

namespace cubilete::server {

/// The settings of a room.
struct RoomSettings {
    std::string game;
    OptionValues options;
    int seats = 0;           ///< within the range of the game
    bool is_public = false;  ///< shown in the lobby
    int turn_ms = 0;         ///< milliseconds of a turn; 0 = no clock
    bool bots = true;        ///< client programs may take a seat; built-in bots are not affected
    bool spectators = true;  ///< members without a seat may watch
    bool quick = false;      ///< made by quick.match: has no host and starts by itself
    bool hints = false;      ///< players may ask for hints
    /// Entries that draw ask the seats for fresh values; nothing: if two or more people sit at the start.
    std::optional<bool> witness;
    /// The day whose cup is played: for its maker alone, and for one match.
    std::optional<int> cup;
    std::string password;  ///< its hash (server/room/password_hash.hpp); empty = no password
};

/// The settings of a new room (`room.create`: protocol/README.md, section 6). Refuses with `at` below the request's
/// root.
std::variant<RoomSettings, protocol::Rejection> new_settings(const protocol::RoomFields& fields);
/// The settings of a room for the cup of a day.
RoomSettings cup_settings(int day);
/// Returns `present` with the given fields changed. If the game changes, seats, clock and options start with
/// the game's defaults. A password can only be removed here: the caller hashes a new one and sets it.
std::variant<RoomSettings, protocol::Rejection> changed_settings(const RoomSettings& present,
                                                                 const protocol::RoomFields& fields);

/// The rules of the seats that follow from the settings.
Seating::Rules seating_rules(const RoomSettings& settings, const Limits& limits);

/// The player who made a room; all fields are empty if unknown.
struct Maker {
    std::string player;   ///< id
    std::string address;  ///< address_key() (server/core/address.hpp)
    std::string site;     ///< site_key()
};
Maker maker_of(const std::string& player, const ClientNetwork& network);

/// Data of a room that is stored together with its settings.
struct RoomMetadata {
    std::vector<int> accepts_bot{};  ///< seats whose players accept a built-in bot
    Maker maker{};
    /// No human is connected since then; milliseconds since 1970, UTC.
    std::optional<std::int64_t> unattended_since_ms{};
};

/// Write and read storage::Room::settings. Reading throws std::runtime_error if this server lacks the game or
/// its options differ, and nlohmann::json::exception if the text is damaged. Fields that older servers did
/// not store get their defaults.
std::string room_settings_text(const RoomSettings& settings, const RoomMetadata& memory);
RoomSettings parse_room_settings(std::string_view text);
RoomMetadata parse_room_metadata(std::string_view text);

}  // namespace cubilete::server
