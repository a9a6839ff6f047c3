#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cubilete::server {

/// Returns a name like "cubilete-20260301T040000Z.db" (UTC, whole seconds), so that names sort by age.
/// `wall_ms`: milliseconds since 1970, UTC.
std::string backup_name(std::int64_t wall_ms);
/// Returns the time in such a name, in milliseconds since 1970; nothing for any other name.
std::optional<std::int64_t> time_of_backup(std::string_view name);

}  // namespace cubilete::server
