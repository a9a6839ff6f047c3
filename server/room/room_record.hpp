#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "protocol/json.hpp"
#include "server/room/match_runner.hpp"
#include "server/room/room_report.hpp"
#include "server/room/room_state.hpp"
#include "storage/rows.hpp"

namespace cubilete::server {

/// The stored row of a room. `unattended_since_ms`: no person is connected since then.
storage::PutRoom room_row(const RoomState& room, const MatchRunner& play,
                          std::optional<std::int64_t> unattended_since_ms);
/// The report of a room that the lobby keeps.
RoomReport report_of(const RoomState& room, std::optional<std::int64_t> unattended_since_ms);
/// The room as the admin interface shows it, with its people and its chat.
protocol::AdminTableReply admin_view(const RoomState& room);
protocol::AdminTableSummary admin_line(const RoomReport& report);
/// The room as a line of the player's own list; nothing without a seat here, or if it is closed or frozen.
std::optional<protocol::Json> own_table_entry(const RoomState& room, const Table* match,
                                              const std::string& player);

}  // namespace cubilete::server
