#pragma once

#include <cstdint>
#include <string>

#include "protocol/admin.hpp"
#include "protocol/messages.hpp"
#include "server/room/room_state.hpp"
#include "storage/rows.hpp"

/// The reports of players to the server's operator, as rows of the data.
namespace cubilete::server {

constexpr std::int64_t reports_retention_ms = 90 * protocol::ms_of_a_day;
constexpr std::int64_t done_reports_retention_ms = 30 * protocol::ms_of_a_day;

/// Where a report comes from.
struct ReportPlace {
    std::string match;     ///< id of the running or just finished match, or empty
    std::int64_t seq = 0;  ///< its newest entry
};
/// With the last lines of the chat. There is one row for each report of a match by this player about that one.
storage::PutAdminRow report_row(const RoomState& room, const ReportPlace& place,
                                const protocol::PlayerInfo& reporter, const protocol::ReportPlayer& report,
                                const protocol::PlayerInfo& reported, std::int64_t now_ms);
/// The names are those of `row.people`. Throws std::exception for a row that is none of these.
protocol::AdminReportView report_of(const storage::AdminRow& row);
/// The row with the operator who has dealt with it.
storage::AdminRow mark_report_done(storage::AdminRow row, const std::string& by, std::int64_t now_ms);

}  // namespace cubilete::server
