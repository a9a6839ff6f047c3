#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "protocol/admin.hpp"
#include "server/admin/decrees.hpp"
#include "server/core/secret.hpp"
#include "storage/rows.hpp"

/// Conversions between the rows that are stored for operators and the messages of the admin interface.
namespace cubilete::server {

constexpr std::int64_t ended_decrees_retention_ms = 30 * protocol::ms_of_a_day;
constexpr std::int64_t log_retention_ms = 365 * protocol::ms_of_a_day;

storage::PutAdminRow row_of(const Decree& decree);
/// Nothing if a later version has written it and this one does not know its kind. Throws std::exception for other text.
std::optional<Decree> decree_of(const storage::AdminRow& row);

/// An act of an operator.
struct AdminAction {
    std::string by;
    std::string what;  ///< the command: "ban"
    storage::AdminRow::Named whom = {};
    std::string text = {};  ///< the number of the decree, the reason …
    std::int64_t at_ms = 0;
};
storage::PutAdminRow row_of(const AdminAction& act);
protocol::AdminLogLine log_line_of(const storage::AdminRow& row);

/// A new random key. Whoever writes it reads it again, because another node may have written one before.
storage::PutAdminRow new_key_row(const std::string& id, std::int64_t at_ms,
                                 std::optional<std::int64_t> keep_until_ms);
Secret key_of(const storage::AdminRow& row);

}  // namespace cubilete::server
